/** The film of a move: each frame is animated as the difference from what is drawn, so no game programs its films. */

import { play } from "../core/sound.js";
import { svg } from "../core/symbols.js";
import { diffFrame } from "./frame_diff.js";
import { scaleIn } from "./pieces.js";

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../server/protocol.js").Frame} Frame
 * @typedef {import("../server/protocol.js").Piece} Piece
 * @typedef {import("./frame_diff.js").Diff} Diff
 * @typedef {import("./frame_diff.js").Trip} Trip
 * @typedef {import("./small_board.js").SmallBoard} SmallBoard
 * @typedef {import("./types.js").Motion} Motion
 */

// Milliseconds of a step, by the speed that the user prefers.
const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 480, normal: 230, fast: 90, off: 0 });
const PATIENCE = 12; // frames that are shown at full length
const HASTE = 0.93; // how much shorter each later frame is, so that a long cascade ends soon
const SLIDE = 0.36; // of a step, for a piece without an owner that slides to the next cell

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Film {
  #skipped = false;
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Frame[]} frames not yet shown */
  #rest = [];
  #step = 0;
  /** @type {Cell[] | null} the cells of the frame that is being shown */
  #ending = null;

  /** @param {SmallBoard} sheet @param {string} speed @param {Motion} motion */
  constructor(sheet, speed, motion) {
    this.sheet = sheet;
    this.motion = motion;
    this.#step = STILL.matches || document.hidden ? 0 : (SPEEDS[speed] ?? SPEEDS.normal);
  }

  /** Whether frames are shown one after the other, and not only the last. */
  get unfolds() {
    return this.#step > 0;
  }

  /**
   * Show frame after frame, and report each when it begins.
   * @param {Frame[]} frames @param {string[]} path @param {(frame: Frame) => void} report
   */
  async show(frames, path, report) {
    this.#rest = [...frames];
    if (!this.#step) {
      play("place"); // the sound comes also without motion
      return this.skip();
    }
    for (let number = 0; this.#rest.length; number++) {
      const frame = /** @type {Frame} */ (this.#rest.shift());
      const time = this.#step * HASTE ** Math.max(0, number - PATIENCE);
      report(frame);
      await this.#show(frame[0], frames.length > 1 ? this.#lastLeg(path, frame[0]) : path, time);
      if (this.#skipped) return;
    }
    this.#clear();
  }

  /**
   * Of a move of several frames, the path of the last one, which ends where the move ends.
   * @param {string[]} path @param {Cell[]} cells
   */
  #lastLeg(path, cells) {
    const left = cells.filter((cell) => !cell[4]);
    return !this.#rest.length && path.length > 1 && left.length === 1 ? [left[0][0], path[path.length - 1]] : [];
  }

  /** Show the last frame now. */
  skip() {
    if (this.#skipped) return;
    this.#skipped = true;
    this.#clear();
    // Each cell once, in its last state
    const cells = [this.#ending ?? [], ...this.#rest.map((frame) => frame[0])].flat();
    this.sheet.put(new Map(cells.map((cell) => [cell[0], cell])).values());
    this.#rest = [];
  }

  #clear() {
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
    this.sheet.air.replaceChildren();
  }

  /** @param {Cell[]} cells @param {string[]} path @param {number} time */
  async #show(cells, path, time) {
    this.#ending = cells;
    const diff = diffFrame(this.sheet.cells, cells, path);
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
  #run(node, keys, how) {
    if (this.#skipped) return Promise.resolve();
    const animation = node.animate(keys, { easing: "ease-in-out", fill: "backwards", ...how });
    this.#running.add(animation);
    return animation.finished.then(() => this.#running.delete(animation), () => {});
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
    return this.#run(this.sheet.air, [{ opacity: 1 }, { opacity: 1 }], { duration: time });
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
    const far = Math.hypot(right, down);
    const body = this.sheet.pieces.group(piece);
    const passed = svg("rect", { class: "passed", x: 6, y: 6, width: 88, height: 88, rx: 12 });
    if (this.#isStopover(from)) this.#ghost(from, passed);
    const node = this.#ghost(from, body);
    const key = (/** @type {number} */ part, /** @type {number} */ size, /** @type {number} */ spin) =>
      ({ transform: `translate(${right * part * 100}px, ${down * part * 100}px) rotate(${spin}deg) scale(${size})` });
    if (piece[0] < 0) {
      await this.#run(node, [key(0, 1, 0), key(1, 1, 0)], { duration: time * SLIDE * far, easing: "linear" });
    } else {
      const turns = this.motion.heading?.includes(piece[1]);
      const heading = turns ? (Math.atan2(right, -down) * 180) / Math.PI : 0;
      const walks = this.#isStopover(to);
      if (turns && !walks && this.motion.wings) body.prepend(this.sheet.pieces.use(this.motion.wings));
      const [first, last] = [scaleIn(from[4]), scaleIn(to[4])];
      const keys = [
        key(0, first, this.#isStopover(from) ? heading : 0),
        { ...key(0.12, first, heading), offset: 0.15 },
        key(0.55, walks ? 1 : 1.25, heading),
        key(1, last, heading),
      ];
      await this.#run(node, keys, { duration: time * (0.75 + 0.35 * far) });
    }
    node.parentElement?.remove();
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

/** @param {Cell} cell @returns {Cell} */
function without([name, x, y, ground]) {
  return [name, x, y, ground, null];
}
