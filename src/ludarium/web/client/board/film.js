/** The film of a move: every frame is shown as the change from what was shown before, so no game programs it. */

import { changeOf } from "./frame_diff.js";
import { pieceGroup } from "./pieces.js";
import { play } from "../core/sound.js";
import { svg, use } from "../core/symbols.js";

/** @typedef {import("./board.js").Frame} Frame */
/** @typedef {import("./frame_diff.js").Change} Change */
/** @typedef {import("./frame_diff.js").Trip} Trip */
/** @typedef {import("./pieces.js").Cell} Cell */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {import("./small_board.js").Squares} Squares */

// Milliseconds of a step, by what a player has chosen.
const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 480, normal: 230, fast: 90, off: 0 });
const PATIENCE = 12; // frames that are shown at full length
const HASTE = 0.93; // how much shorter every later frame is, so that no cascade takes for ever
const SLIDE = 0.36; // of a step, for a chip that slides to the next cell
const BESIDE = [92, 58, 54, 53]; // how large one of several on a square is drawn

// How the halves of an eggshell fall off.
const SHELLS = [
  ["shell-top", "translate(-14px, -46px) rotate(-38deg)"],
  ["shell-bottom", "translate(10px, 34px) rotate(16deg)"],
];

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Film {
  #skipped = false;
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Frame[]} frames that are still to come */
  #rest = [];
  #step = 0;
  /** @type {Cell[] | null} the cells of the frame that is being shown */
  #ending = null;

  /** @param {Squares} sheet @param {string} speed */
  constructor(sheet, speed) {
    this.sheet = sheet;
    this.#step = STILL.matches || document.hidden ? 0 : (SPEEDS[speed] ?? SPEEDS.normal);
  }

  /** Show frame after frame; each that is shown by itself is `told` when it begins.
   * @param {Frame[]} frames @param {string[]} path @param {(frame: Frame) => void} told
   */
  async show(frames, path, told) {
    this.#rest = [...frames];
    if (!this.#step) {
      play("place"); // what does not move is heard all the same
      return this.skip();
    }
    for (let number = 0; this.#rest.length; number++) {
      const frame = /** @type {Frame} */ (this.#rest.shift());
      const time = this.#step * HASTE ** Math.max(0, number - PATIENCE);
      told(frame);
      await this.#show(frame[0], frames.length > 1 ? this.#lastLeg(path, frame[0]) : path, time);
      if (this.#skipped) return;
    }
    this.#clear();
  }

  /** Of a move of several frames, the way of the last of them, which comes to the end of the path.
   * @param {string[]} path @param {Cell[]} cells
   */
  #lastLeg(path, cells) {
    const left = cells.filter((cell) => !cell[4]);
    return !this.#rest.length && path.length > 1 && left.length === 1 ? [left[0][0], path[path.length - 1]] : [];
  }

  /** Show at once how it ends. */
  skip() {
    if (this.#skipped) return;
    this.#skipped = true;
    this.#clear();
    // Every cell once, whatever has happened to it on the way
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
    const change = changeOf(this.sheet.cells, cells, path);
    this.#leave(change, time);
    if (change.trips.length) {
      play(change.trips[0].piece[0] < 0 ? "slide" : "jump");
      await Promise.all(change.trips.map((trip) => this.#travel(trip, time)));
      if (this.#skipped) return;
    }
    this.#arrive(change, cells, time);
    const last = !this.#rest.length;
    // A beetle on a yellow cell looks round before it flies
    if (change.trips.some(({ to }) => to[3] === "yellow")) await this.#wait(time * 0.5);
    // What comes while others go on their way does not hold them up
    const come = change.come.length && !change.trips.length;
    const settled = change.gone.length || come || change.born.length || change.turned.length;
    if (settled || last) await this.#wait(last && change.turned.length ? time * 1.4 : settled ? time : time / 3);
    this.#ending = null;
  }

  /** Pieces that set out, or go for good, leave their cells. @param {Change} change @param {number} time */
  #leave(change, time) {
    const reached = new Set([...change.come.map(({ after }) => after[0]), ...change.trips.map(({ to }) => to[0])]);
    for (const { before, after } of change.gone) {
      this.#vanish(before, /** @type {Piece} */ (before[4]), time);
      this.sheet.put([reached.has(after[0]) ? without(after) : after]);
    }
    for (const { from } of change.trips) {
      const stays = this.sheet.cells.get(from[0]);
      if (stays && reached.has(from[0])) this.sheet.put([without(stays)]);
      else this.#settle(from[0]);
    }
    if (change.gone.length) play("vanish");
  }

  /** Show a cell as it is at the end of this frame, if it changes. @param {string} name */
  #settle(name) {
    const cell = this.#ending?.find((each) => each[0] === name);
    if (cell) this.sheet.put([cell]);
  }

  /** What has come to its place is shown there, and what that changes.
   * @param {Change} change @param {Cell[]} cells @param {number} time
   */
  #arrive(change, cells, time) {
    const joined = change.trips.filter(({ to, taken }) => {
      const before = this.sheet.cells.get(to[0])?.[4];
      return before && !taken && before[0] !== to[4]?.[0];
    });
    const old = joined.map(({ to }) => /** @type {Piece} */ (this.sheet.cells.get(to[0])?.[4]));
    this.sheet.put(cells);
    for (const { to, taken } of change.trips) if (taken) this.#vanish(to, taken, time);
    joined.forEach(({ to }, index) => this.#turn(to, old[index], time, 0));
    change.turned.forEach(({ before, after }, index) =>
      this.#turn(after, /** @type {Piece} */ (before[4]), time, index * time * 0.08));
    for (const { after } of change.come) this.#grow(after[0], time);
    for (const { before, after } of change.born) this.#hatch(before, after, time);
    if (change.turned.length || joined.length) play("turn");
    if (change.come.length || change.born.length) play("place");
    if (change.trips.some(({ taken }) => taken)) play("vanish");
  }

  // Motions

  /** @param {Element} node @param {Keyframe[]} keys @param {KeyframeAnimationOptions} how */
  #run(node, keys, how) {
    if (this.#skipped) return Promise.resolve();
    const animation = node.animate(keys, { easing: "ease-in-out", fill: "backwards", ...how });
    this.#running.add(animation);
    return animation.finished.then(() => this.#running.delete(animation), () => {});
  }

  /** Let a ghost move, and be gone.
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

  /** A piece goes to its place: chips slide, beetles walk to a yellow cell, all else jumps or flies.
   * @param {Trip} trip @param {number} time
   */
  async #travel({ from, to, piece }, time) {
    const [right, down] = [to[1] - from[1], to[2] - from[2]];
    const far = Math.hypot(right, down);
    const body = pieceGroup(piece, this.sheet.names);
    const passed = svg("rect", { class: "passed", x: 6, y: 6, width: 88, height: 88, rx: 12 });
    if (from[3] === "yellow") this.#ghost(from, passed);
    const node = this.#ghost(from, body);
    const key = (/** @type {number} */ part, /** @type {number} */ size, /** @type {number} */ spin) =>
      ({ transform: `translate(${right * part * 100}px, ${down * part * 100}px) rotate(${spin}deg) scale(${size})` });
    if (piece[0] < 0) {
      await this.#run(node, [key(0, 1, 0), key(1, 1, 0)], { duration: time * SLIDE * far, easing: "linear" });
    } else {
      const crawler = piece[1] === "beetle";
      const heading = crawler ? (Math.atan2(right, -down) * 180) / Math.PI : 0;
      const walks = to[3] === "yellow";
      if (crawler && !walks) body.prepend(use("wings"));
      const [first, last] = [sizeIn(from[4]), sizeIn(to[4])];
      const keys = [
        key(0, first, from[3] === "yellow" ? heading : 0),
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
    const node = this.#ghost(cell, pieceGroup(piece, this.sheet.names));
    const keys = [
      { transform: "scale(1)", opacity: 1 },
      { transform: "scale(1.15)", opacity: 1, offset: 0.3 },
      { transform: "scale(0.1) rotate(40deg)", opacity: 0 },
    ];
    this.#leaving(node, keys, { duration: time * 1.1 });
  }

  /** Turn a piece over: what it was closes, what it is opens.
   * @param {Cell} cell @param {Piece} was @param {number} time @param {number} delay
   */
  #turn(cell, was, time, delay) {
    const node = this.sheet.nodes.get(cell[0])?.firstElementChild;
    if (!node) return;
    const old = this.#ghost(cell, pieceGroup(was, this.sheet.names));
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
    if (before[4]?.[1] !== "egg") return;
    for (const [half, fall] of SHELLS) {
      const node = this.#ghost(after, use(half, 4, 4, 92));
      const keys = [{ transform: "none", opacity: 1 }, { transform: fall, opacity: 0 }];
      this.#leaving(node, keys, { duration: time * 1.5, easing: "ease-out" });
    }
  }
}

/** @param {Cell} cell @returns {Cell} */
function without([name, x, y, ground]) {
  return [name, x, y, ground, null];
}

/** How large one of those that stand together is. @param {Piece | null} piece */
function sizeIn(piece) {
  return BESIDE[Math.min(piece?.[2] ?? 1, BESIDE.length) - 1] / BESIDE[0];
}
