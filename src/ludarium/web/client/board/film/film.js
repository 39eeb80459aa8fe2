/** The film of a move: each frame is animated as the difference from what is drawn, so no game programs its films. */

import { play } from "../../core/sound.js";
import { svg } from "../../core/symbols.js";
import { CascadeCanvas } from "./cascade_canvas.js";
import { foldWaves } from "./waves.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Frame} Frame
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {import("./frame_diff.js").Diff} Diff
 * @typedef {import("./frame_diff.js").Trip} Trip
 * @typedef {import("../small_board.js").SmallBoard} SmallBoard
 * @typedef {import("../types.js").Motion} Motion
 * @typedef {import("./waves.js").Cascade} Cascade
 * @typedef {import("./waves.js").Wave} Wave
 */

// Milliseconds of a step, by the speed that the user prefers.
const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 480, normal: 230, fast: 90, off: 0 });
const LONGEST = 4800; // milliseconds of a film: a longer one is shown faster
const LEAST = 60; // milliseconds of a step that can be seen
const LONG = 1200; // milliseconds, from which on people may want to skip it
const SLIDE = 0.36; // of a step, for a piece without an owner that slides to the next cell
const RISE = 1100; // milliseconds for which points that are won are seen
const FLIGHT = 1.1; // of a step, for pieces that fly from a square that bursts
const GLOW = 0.9; // how opaque a flash becomes
const FADE = 1.6; // by how much sooner than the flight a flash is over
const HOLD = 0.3; // of a step, for which a square flashes before its pieces fly

const STAY = [{ opacity: 1 }, { opacity: 1 }]; // keys of an animation that is only a clock

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Film {
  #skipped = false;
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Wave[]} waves not yet shown */
  #rest = [];
  /** @type {CascadeCanvas} */
  #canvas;
  #step = 0;
  /** @type {Cell[] | null} the cells of the frame that is being shown */
  #ending = null;

  /** @param {SmallBoard} sheet @param {string} speed @param {Motion} motion */
  constructor(sheet, speed, motion) {
    this.sheet = sheet;
    this.motion = motion;
    this.#canvas = new CascadeCanvas(sheet, motion);
    this.#step = STILL.matches || document.hidden ? 0 : (SPEEDS[speed] ?? SPEEDS.normal);
  }

  /** Whether frames are shown one after the other, and not only the last. */
  get unfolds() {
    return this.#step > 0;
  }

  /** Whether it takes so long that people may want to skip it. */
  isLong = false;

  /**
   * Show frame after frame, and report each when it begins.
   * @param {Frame[]} frames @param {string[]} path @param {(panels: Frame[1]) => void} report
   */
  async show(frames, path, report) {
    const waves = foldWaves(this.sheet.cells, frames, path);
    this.#rest = [...waves];
    if (!this.#step) {
      play("place"); // the sound comes also without motion
      return this.skip();
    }
    const lengths = waves.map((wave) => this.#step * length(wave, wave === waves[waves.length - 1]));
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    const haste = Math.min(1, LONGEST / whole);
    this.isLong = whole * haste > LONG;
    const cascades = waves.filter(({ cascade }) => cascade);
    if (cascades.length) await this.#canvas.prepare(cascades);
    if (this.#skipped) return;
    const began = performance.now();
    let due = 0;
    for (let number = 0; this.#rest.length; number++) {
      const wave = /** @type {Wave} */ (this.#rest.shift());
      due += lengths[number] * haste;
      const gain = this.motion.gain?.(wave.panels) ?? 0;
      if (gain > 0 && wave.diff.gone.length) this.#rise(wave.diff.gone.map(({ before }) => before), gain);
      report(wave.panels);
      // A film that is late leaves out all but the last step
      if (wave.cascade) this.#canvas.begin();
      else this.#canvas.end();
      const isLate = this.#rest.length && performance.now() - began > due;
      if (isLate) (wave.cascade ? this.#canvas : this.sheet).put(wave.cells);
      else await this.#show(wave, Math.max(LEAST, this.#step * haste));
      if (this.#skipped) return;
    }
    this.#clear();
  }

  /** Show the last frame now. */
  skip() {
    if (this.#skipped) return;
    this.#skipped = true;
    this.#clear();
    // Each cell once, in its last state
    const cells = [this.#ending ?? [], ...this.#rest.map((wave) => wave.cells)].flat();
    this.sheet.put(new Map(cells.map((cell) => [cell[0], cell])).values());
    this.#rest = [];
  }

  #clear() {
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
    this.#canvas.end();
    this.sheet.air.replaceChildren();
  }

  /** @param {Wave} wave @param {number} time */
  async #show({ cells, diff, cascade }, time) {
    this.#ending = cells;
    if (cascade) {
      await this.#burst(diff.trips, cascade, time);
      if (!this.#skipped) this.#canvas.put(cells);
      if (!this.#skipped && !this.#rest.length) await this.#wait(time / 3);
      this.#ending = null;
      return;
    }
    this.#leave(diff, time);
    if (diff.trips.length) {
      play(diff.trips[0].piece[0] < 0 ? "slide" : "jump");
      await Promise.all(diff.trips.map((trip) => this.#travel(trip, time)));
      if (this.#skipped) return;
    }
    this.#arrive(diff, cells, time);
    const last = !this.#rest.length;
    if (diff.trips.some(({ to }) => this.#isStopover(to))) await this.#wait(time * 0.5);
    // Pieces that appear while others move do not delay them
    const come = diff.come.length && !diff.trips.length;
    const settled = diff.gone.length || come || diff.born.length || diff.turned.length;
    if (settled || last) await this.#wait(last && diff.turned.length ? time * 1.4 : settled ? time : time / 3);
    this.#ending = null;
  }

  /** Take pieces that move or are removed off their cells. @param {Diff} diff @param {number} time */
  #leave(diff, time) {
    const reached = new Set([...diff.come.map(({ after }) => after[0]), ...diff.trips.map(({ to }) => to[0])]);
    for (const { before, after } of diff.gone) {
      this.#vanish(before, /** @type {Piece} */ (before[4]), time);
      this.sheet.put([reached.has(after[0]) ? without(after) : after]);
    }
    for (const { from } of diff.trips) {
      const stays = this.sheet.cells.get(from[0]);
      if (stays && reached.has(from[0])) this.sheet.put([without(stays)]);
      else this.#settle(from[0]);
    }
    if (diff.gone.length) play("vanish");
  }

  /** Draw a cell as it is at the end of this frame, if it changes. @param {string} name */
  #settle(name) {
    const cell = this.#ending?.find((each) => each[0] === name);
    if (cell) this.sheet.put([cell]);
  }

  /**
   * Draw the pieces that have arrived, and animate what that changes.
   * @param {Diff} diff @param {Cell[]} cells @param {number} time
   */
  #arrive(diff, cells, time) {
    const joined = diff.trips.filter(({ to, taken }) => {
      const before = this.sheet.cells.get(to[0])?.[4];
      return before && !taken && before[0] !== to[4]?.[0];
    });
    const old = joined.map(({ to }) => /** @type {Piece} */ (this.sheet.cells.get(to[0])?.[4]));
    this.sheet.put(cells);
    for (const { to, taken } of diff.trips) if (taken) this.#vanish(to, taken, time);
    joined.forEach(({ to }, index) => this.#turn(to, old[index], time, 0));
    diff.turned.forEach(({ before, after }, index) =>
      this.#turn(after, /** @type {Piece} */ (before[4]), time, index * time * 0.08));
    for (const { after } of diff.come) this.#grow(after[0], time);
    for (const { before, after } of diff.born) this.#hatch(before, after, time);
    if (diff.turned.length || joined.length) play("turn");
    if (diff.come.length || diff.born.length) play("place");
    if (diff.trips.some(({ taken }) => taken)) play("vanish");
  }

  /** @param {Cell} cell */
  #isStopover([, , , ground]) {
    return this.motion.stopovers?.includes(ground) ?? false;
  }

  // Motions

  /** @param {Element} node @param {Keyframe[]} keys @param {KeyframeAnimationOptions} how */
  #begin(node, keys, how) {
    const animation = node.animate(keys, { easing: "ease-in-out", fill: "backwards", ...how });
    this.#running.add(animation);
    const over = animation.finished.then(() => this.#running.delete(animation), () => {});
    return { animation, over };
  }

  /** @param {Element} node @param {Keyframe[]} keys @param {KeyframeAnimationOptions} how */
  async #run(node, keys, how) {
    if (!this.#skipped) await this.#begin(node, keys, how).over;
  }

  /**
   * Animate a ghost, and remove it.
   * @param {Element} ghost @param {Keyframe[]} keys @param {KeyframeAnimationOptions} how
   */
  #leaving(ghost, keys, how) {
    this.#run(ghost, keys, { ...how, fill: "both" }).then(() => ghost.parentElement?.remove());
  }

  /** @param {number} time */
  #wait(time) {
    return this.#run(this.sheet.air, STAY, { duration: time });
  }

  /** A drawing above all others, at a cell. @param {Cell} cell @param {SVGElement[]} children */
  #ghost([, x, y], ...children) {
    const node = svg("g", { class: "ghost" }, ...children);
    const place = svg("g", { transform: `translate(${x * 100} ${y * 100})` }, node);
    this.sheet.air.append(place);
    return node;
  }

  /**
   * Move a piece: those without an owner slide, others walk to a stopover, and jump or fly elsewhere.
   * @param {Trip} trip @param {number} time
   */
  async #travel({ from, to, piece }, time) {
    const [right, down] = [to[1] - from[1], to[2] - from[2]];
    const body = this.sheet.pieces.figure(piece);
    const passed = svg("rect", { class: "passed", x: 6, y: 6, width: 88, height: 88, rx: 12 });
    if (this.#isStopover(from)) this.#ghost(from, passed);
    const node = this.#ghost(from, body);
    const key = (/** @type {number} */ part, /** @type {number} */ size, /** @type {number} */ spin) =>
      ({ transform: `translate(${right * part * 100}px, ${down * part * 100}px) rotate(${spin}deg) scale(${size})` });
    if (piece[0] < 0) {
      const duration = time * lasts(piece, from, to);
      await this.#run(node, [key(0, 1, 0), key(1, 1, 0)], { duration, easing: "linear" });
    } else {
      const turns = this.motion.heading?.includes(piece[1]);
      const heading = turns ? (Math.atan2(right, -down) * 180) / Math.PI : 0;
      const walks = this.#isStopover(to);
      if (turns && !walks && this.motion.wings) body.prepend(this.sheet.pieces.use(this.motion.wings));
      const keys = [
        key(0, 1, this.#isStopover(from) ? heading : 0),
        { ...key(0.12, 1, heading), offset: 0.15 },
        key(0.55, walks ? 1 : 1.25, heading),
        key(1, 1, heading),
      ];
      await this.#run(node, keys, { duration: time * lasts(piece, from, to) });
    }
    node.parentElement?.remove();
  }

  /**
   * Cells burst: they flash, and their pieces fly together to the neighbours.
   * @param {Trip[]} trips @param {Cascade} cascade @param {number} time
   */
  async #burst(trips, { parted, bursts }, time) {
    await this.#paint(time * HOLD, (part) => this.#canvas.draw(bursts, part * GLOW, [], 0));
    if (this.#skipped) return;
    this.#canvas.put(parted);
    play("jump");
    const glow = (/** @type {number} */ part) => Math.max(0, 1 - part * FADE) * GLOW;
    await this.#paint(time * FLIGHT, (part) => this.#canvas.draw(bursts, glow(part), trips, part));
    if (!this.#skipped) this.#canvas.draw([], 0, [], 0);
  }

  /**
   * Paint frame after frame for a while, by the part of the while that is over.
   * @param {number} time @param {(part: number) => void} paint
   */
  async #paint(time, paint) {
    if (this.#skipped) return;
    const { animation, over } = this.#begin(this.sheet.air, STAY, { duration: time });
    const draw = () => {
      if (["finished", "idle"].includes(animation.playState)) return;
      paint(animation.effect?.getComputedTiming().progress ?? 0);
      requestAnimationFrame(draw);
    };
    draw();
    await over;
  }

  /**
   * The points that cells have won rise from them: from each block if all win the same, else from the largest.
   * @param {Cell[]} cells @param {number} gain
   */
  #rise(cells, gain) {
    const blocks = joinedCells(cells);
    const alike = blocks.every(({ length }) => length === blocks[0].length);
    for (const block of alike ? blocks : blocks.slice(0, 1)) {
      const mean = (/** @type {1 | 2} */ axis) => block.reduce((sum, cell) => sum + cell[axis], 0) / block.length;
      const layer = /** @type {SVGSVGElement} */ (this.sheet.air.cloneNode());
      const text = svg("text", { class: "gain", x: mean(1) * 100 + 50, y: mean(2) * 100 + 70 });
      text.textContent = `+${alike ? gain / blocks.length : gain}`;
      layer.append(text);
      this.sheet.air.after(layer);
      // It stays while the game goes on
      const keys = [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { transform: "translateY(-8%)", opacity: 0 }];
      layer.animate(keys, { duration: RISE, easing: "ease-out" }).finished.finally(() => layer.remove());
    }
  }

  /** @param {Cell} cell @param {Piece} piece @param {number} time */
  #vanish(cell, piece, time) {
    const node = this.#ghost(cell, this.sheet.pieces.group(piece));
    const keys = [
      { transform: "scale(1)", opacity: 1 },
      { transform: "scale(1.15)", opacity: 1, offset: 0.3 },
      { transform: "scale(0.1) rotate(40deg)", opacity: 0 },
    ];
    this.#leaving(node, keys, { duration: time * 1.1 });
  }

  /**
   * Turn a piece over: the old one closes, the new one opens.
   * @param {Cell} cell @param {Piece} was @param {number} time @param {number} delay
   */
  #turn(cell, was, time, delay) {
    const node = this.sheet.nodes.get(cell[0])?.firstElementChild;
    if (!node) return;
    const old = this.#ghost(cell, this.sheet.pieces.group(was));
    const half = time * 0.6;
    const [flat, wide] = [{ transform: "scale(0, 1.12)" }, { transform: "scale(1)" }];
    this.#leaving(old, [wide, flat], { duration: half, delay, easing: "ease-in" });
    this.#run(node, [flat, wide], { duration: half, delay: delay + half, easing: "ease-out" });
  }

  /** @param {string} name @param {number} time */
  #grow(name, time) {
    const node = this.sheet.nodes.get(name)?.firstElementChild;
    const keys = [{ transform: "scale(0.35)" }, { transform: "scale(1.1)", offset: 0.7 }, { transform: "scale(1)" }];
    if (node) this.#run(node, keys, { duration: time * 0.9, easing: "ease-out" });
  }

  /** @param {Cell} before @param {Cell} after @param {number} time */
  #hatch(before, after, time) {
    this.#grow(after[0], time * 1.4);
    for (const [part, fall] of this.motion.shells?.[before[4]?.[1] ?? ""] ?? []) {
      const node = this.#ghost(after, this.sheet.pieces.use(part, 4, 4, 92));
      const keys = [{ transform: "none", opacity: 1 }, { transform: fall, opacity: 0 }];
      this.#leaving(node, keys, { duration: time * 1.5, easing: "ease-out" });
    }
  }
}

/** How many steps a trip takes. @param {Piece} piece @param {Cell} from @param {Cell} to */
function lasts(piece, from, to) {
  const far = Math.hypot(to[1] - from[1], to[2] - from[2]);
  return piece[0] < 0 ? SLIDE * far : 0.75 + 0.35 * far;
}

/** About how many steps a wave takes. @param {Wave} wave @param {boolean} isLast */
function length({ diff, cascade }, isLast) {
  const { trips, gone, come, born, turned } = diff;
  const far = Math.max(0, ...trips.map(({ from, to, piece }) => lasts(piece, from, to)));
  const settles = gone.length || born.length || turned.length || (come.length && !trips.length);
  return far + (cascade ? HOLD : 0) + (settles ? 1 : isLast ? 0.35 : 0);
}

/** Cells that touch each other and hold the same, the most first. @param {Cell[]} cells */
function joinedCells(cells) {
  const rest = new Set(cells);
  const blocks = [];
  for (const first of rest) {
    const block = [first];
    rest.delete(first);
    for (const [, x, y, , piece] of block)
      for (const cell of rest) {
        const near = Math.abs(cell[1] - x) + Math.abs(cell[2] - y) === 1;
        if (!near || cell[4]?.[4] !== piece?.[4]) continue;
        block.push(cell);
        rest.delete(cell);
      }
    blocks.push(block);
  }
  return blocks.sort((one, other) => other.length - one.length);
}

/** @param {Cell} cell @returns {Cell} */
function without([name, x, y, ground]) {
  return [name, x, y, ground, null];
}
