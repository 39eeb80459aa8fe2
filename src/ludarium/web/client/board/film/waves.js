/** The frames of a move as waves: what is seen at once. */

import { diffFrame } from "./frame_diff.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Frame} Frame
 * @typedef {import("../../server/protocol.js").Panel} Panel
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {import("./frame_diff.js").Diff} Diff
 * @typedef {import("./frame_diff.js").Trip} Trip
 * @typedef {{parted: Cell[], bursts: Cell[]}} Cascade the cells without those that fly, and the cells that burst
 * @typedef {{cells: Cell[], panels: Panel[], diff: Diff, cascade?: Cascade}} Wave
 */

/**
 * @param {Map<string, Cell>} board the cells as they are drawn
 * @param {Frame[]} frames
 * @param {string[]} path the squares that name the move
 * @returns {Wave[]}
 */
export function foldWaves(board, frames, path) {
  const now = new Map(board);
  /** @type {Wave[]} */
  const waves = [];
  /** @type {Schedule | null} */
  let schedule = null;
  for (const [number, [cells, panels]] of frames.entries()) {
    const leg = frames.length > 1 ? lastLeg(path, cells, number === frames.length - 1) : path;
    const diff = diffFrame(now, cells, leg);
    const last = waves[waves.length - 1];
    if (isJump(diff)) {
      schedule ??= new Schedule(new Map(now));
      schedule.add(diff.trips[0], panels);
    } else {
      if (schedule) waves.push(...schedule.waves());
      schedule = null;
      if (!last || !slidesOn(last, { cells, panels, diff })) waves.push({ cells, panels, diff });
    }
    for (const cell of cells) now.set(cell[0], cell);
  }
  if (schedule) waves.push(...schedule.waves());
  return waves;
}

/**
 * Of a move of several frames, the path of the last one, which ends where the move ends.
 * @param {string[]} path @param {Cell[]} cells @param {boolean} isLast
 */
function lastLeg(path, cells, isLast) {
  const left = cells.filter((cell) => !cell[4]);
  return isLast && path.length > 1 && left.length === 1 ? [left[0][0], path[path.length - 1]] : [];
}

/** @param {Diff} diff */
const onlyTrips = ({ trips, turned, born, come, gone }) =>
  trips.length > 0 && !(turned.length || born.length || come.length || gone.length);

/** Whether one piece jumps from a cell that holds so many and no more. @param {Diff} diff */
function isJump(diff) {
  const [{ to, taken }] = onlyTrips(diff) && diff.trips.length === 1 ? diff.trips : [{}];
  return !taken && !!to?.[4]?.[5];
}

/**
 * Let pieces that slide to the next cell slide on, if they all do; else false.
 * @param {Wave} wave @param {Wave} next
 */
function slidesOn(wave, next) {
  const trips = wave.diff.trips.map(({ from, to }) => {
    const onward = next.diff.trips.find((trip) => trip.from[0] === to[0]);
    if (!onward) return null;
    const [right, down] = [to[1] - from[1], to[2] - from[2]];
    const straight = right * (onward.to[2] - to[2]) === down * (onward.to[1] - to[1]);
    return onward.piece[0] < 0 && straight ? { ...onward, from } : null;
  });
  if (!onlyTrips(wave.diff) || !onlyTrips(next.diff) || next.diff.trips.length !== trips.length) return false;
  if (trips.includes(null)) return false;
  wave.diff.trips = trips.filter((trip) => trip !== null);
  wave.cells = [...new Map([...wave.cells, ...next.cells].map((cell) => [cell[0], cell])).values()];
  wave.panels = next.panels;
  return true;
}

/**
 * When pieces of a cascade jump. In the rules they jump one after the other; what does not wait for another jump is
 * seen with those before it. A cell bursts after the piece that fills it has landed, and its pieces leave in order.
 */
class Schedule {
  /** @type {{trip: Trip, wave: number, begins: boolean}[]} */
  #jumps = [];
  /** @type {Panel[][]} after each jump */
  #panels = [];
  /** @type {Map<string, {wave: number, more: number}[]>} what comes to each cell and leaves it */
  #changes = new Map();
  /** @type {Map<string, number>} how many of a burst have still to leave */
  #leaving = new Map();
  /** @type {Map<string, number>} the wave in which a cell was last left */
  #left = new Map();

  /** @param {Map<string, Cell>} cells before the cascade */
  constructor(cells) {
    this.cells = cells;
  }

  /** @param {Trip} trip @param {Panel[]} panels */
  add(trip, panels) {
    const { from } = trip;
    const room = from[4]?.[5] ?? 1;
    const leaving = this.#leaving.get(from[0]) ?? 0;
    let wave = this.#left.get(from[0]) ?? 0;
    while (this.#held(from[0], wave) < (leaving ? 1 : room)) wave += 1;
    this.#leaving.set(from[0], (leaving || room) - 1);
    this.#left.set(from[0], wave);
    this.#jumps.push({ trip, wave, begins: !leaving });
    this.#change(from[0], { wave, more: -1 });
    this.#change(trip.to[0], { wave: wave + 1, more: 1 }); // it can leave again in the wave after it has come
    this.#panels.push(panels);
  }

  /** How many of the pieces before a wave can still leave a cell in it. @param {string} name @param {number} wave */
  #held(name, wave) {
    let held = this.cells.get(name)?.[4]?.[2] ?? 0;
    for (const change of this.#changes.get(name) ?? []) if (change.wave <= wave) held += change.more;
    return held;
  }

  /** @param {string} name @param {{wave: number, more: number}} change */
  #change(name, change) {
    const changes = this.#changes.get(name) ?? [];
    changes.push(change);
    this.#changes.set(name, changes);
  }

  /** @returns {Wave[]} */
  waves() {
    const now = new Map(this.cells);
    const count = Math.max(...this.#jumps.map(({ wave }) => wave)) + 1;
    return Array.from({ length: count }, (_, number) => {
      const jumps = this.#jumps.filter(({ wave }) => wave === number);
      const trips = jumps.map(({ trip }) => trip);
      const parted = change(now, trips.map(({ from, piece }) => ({ cell: from, piece, more: -1 })));
      change(now, trips.map(({ to }) => ({ cell: to, piece: /** @type {Piece} */ (to[4]), more: 1 })));
      const names = new Set(trips.flatMap(({ from, to }) => [from[0], to[0]]));
      const cells = [...names].map((name) => /** @type {Cell} */ (now.get(name)));
      const bursts = jumps.filter(({ begins }) => begins).map(({ trip }) => trip.from);
      // Those of the rules' order, as far as all jumps before have been seen
      const ahead = this.#jumps.findIndex(({ wave }) => wave > number);
      const panels = this.#panels[(ahead < 0 ? this.#panels.length : Math.max(1, ahead)) - 1];
      const diff = { trips, turned: [], born: [], come: [], gone: [] };
      return { cells, panels, diff, cascade: { parted, bursts } };
    });
  }
}

/**
 * Add pieces to cells, or take them away; returns the cells that changed.
 * @param {Map<string, Cell>} now @param {{cell: Cell, piece: Piece, more: number}[]} changes
 */
function change(now, changes) {
  for (const { cell: [name, x, y, ground], piece, more } of changes) {
    const there = now.get(name)?.[4];
    const amount = (there?.[2] ?? 0) + more;
    const [owner, kind, , arrow, colour] = piece;
    const room = piece[5] ?? there?.[5];
    now.set(name, [name, x, y, ground, amount > 0 ? [owner, kind, amount, arrow, colour, room] : null]);
  }
  return changes.map(({ cell: [name] }) => /** @type {Cell} */ (now.get(name)));
}
