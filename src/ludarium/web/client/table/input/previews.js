/** What moves would do, as the server tells it: asked once for each move, and kept until the position changes. */

import { diffFrame } from "../../board/film/frame_diff.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Preview} Preview
 * @typedef {{after: Cell[], way: string[], gone: string[], areas: string[][], leaves: boolean}} Effect
 *   `leaves`: whether the first cell of the path is empty then
 */

const MOST = 32; // moves of one question
const PAUSE = 60; // milliseconds on a cell, after which its move is asked for
const LARGE_PAUSE = 150;

export class Previews {
  /** @type {Map<string, Effect | null>} null while it is not known */
  #known = new Map();
  /** @type {string[] | null} the move that is looked at */
  #looked = null;
  #shown = ""; // the move whose effect the board shows
  #timer = 0;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The position has changed. */
  forget() {
    this.#known.clear();
    this.#looked = null;
    clearTimeout(this.#timer);
    this.#show();
    this.table.board.reach([]);
  }

  /** Ask the server about moves. @param {string[][]} paths @returns {Promise<Preview[]>} */
  async #ask(paths) {
    const { socket, ply } = this.table;
    const answer = await socket.ask("preview", { at: ply, paths }).catch(() => null);
    return answer && ply === this.table.ply ? answer.previews : [];
  }

  /** Why a move cannot be made; empty where that is not known. @param {string[]} path */
  async objection(path) {
    const [preview] = await this.#ask([path]);
    return preview?.objection ?? "";
  }

  /** A move as it is written. @param {string[]} path */
  async written(path) {
    const [preview] = await this.#ask([path]);
    return preview?.move ?? "";
  }

  /** Whether the board shows what a move does. @param {string[]} path */
  isShown(path) {
    return this.#shown === path.join();
  }

  /** Learn what these moves do, as far as it is not known. @param {string[][]} paths */
  async learn(paths) {
    const known = this.#known;
    const unknown = paths.filter((path) => !known.has(path.join())).slice(0, MOST);
    if (!unknown.length) return;
    for (const path of unknown) known.set(path.join(), null);
    for (const preview of await this.#ask(unknown))
      if (preview.frames.length) known.set(preview.path.join(), effectOf(this.table.cells, preview));
    // Meanwhile the pointer may have come to one of them
    if (this.#looked && !this.isShown(this.#looked)) this.#show();
  }

  /** What a move does, if that is known. @param {string[]} path */
  of(path) {
    return this.#known.get(path.join()) ?? null;
  }

  /** Show soon what a move does, and nothing for null. @param {string[] | null} path */
  look(path) {
    this.#looked = path;
    clearTimeout(this.#timer);
    if (!path || this.of(path)) this.#show();
    else {
      this.#shown = "";
      this.table.board.preview(null);
      const pause = this.table.board.isLarge ? LARGE_PAUSE : PAUSE;
      this.#timer = window.setTimeout(() => this.learn([path]).then(() => this.#show()), pause);
    }
  }

  #show() {
    const { board, isFilming, isPast } = this.table;
    const effect = this.#looked && !isFilming && !isPast && this.of(this.#looked);
    this.#shown = effect ? (this.#looked ?? []).join() : "";
    if (effect) board.preview(effect.after, effect);
    else board.preview(null);
  }
}

/** @param {import("../../core/cells.js").Cells} cells as they are @param {Preview} preview @returns {Effect} */
function effectOf(cells, { path, frames, areas }) {
  const now = new Map();
  for (const name of [...path, ...frames.flat().map(([each]) => each)]) {
    const cell = cells.get(name);
    if (cell) now.set(name, cell);
  }
  /** @type {Map<string, Cell>} */
  const after = new Map();
  /** @type {[way: string[], vanished: string[]]} */
  const [way, vanished] = [[], []];
  for (const frame of frames) {
    const { trips, gone, come } = diffFrame(now, frame, frames.length === 1 ? path : []);
    vanished.push(...gone.map(({ before }) => before[0]));
    const here = way.at(-1) ?? path[0];
    // An equal piece may have moved up behind the one that has left
    const beside = come.find(({ after }) => !way.length && after[3] !== "margin" && isBeside(now.get(here), after));
    const to = trips.find(({ from }) => from[0] === here)?.to ?? beside?.after;
    if (to) way.push(...(way.length ? [] : [here]), to[0]);
    for (const cell of frame) {
      now.set(cell[0], cell);
      after.set(cell[0], cell);
    }
  }
  const leaves = path.length > 1 && after.get(path[0])?.[4] === null;
  return { after: [...after.values()], way, gone: vanished, areas, leaves };
}

/** @param {Cell | undefined} one @param {Cell} other */
function isBeside(one, other) {
  return !!one && one[3] === "margin" && Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]) === 1;
}
