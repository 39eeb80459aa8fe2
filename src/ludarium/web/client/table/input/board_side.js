/** Which side of the board is below: the user's own, where the pieces of a game begin on opposite sides. */

import { own } from "../permissions.js";

/** @typedef {import("../types.js").Table} Table */

const APART = 0.25; // of the rows: how far apart the pieces of two sides are on average

export class BoardSide {
  #decided = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  get #key() {
    return `ludarium-flip-${this.table.id}`;
  }

  /** Decide once which side is below. */
  refresh() {
    const { table } = this;
    if (this.#decided || table.board.isLarge) return;
    const kept = sessionStorage.getItem(this.#key);
    const mine = own(table);
    if (kept === null && (mine.length !== 1 || table.view.count === 1)) return;
    this.#set(kept === null ? this.#isAbove(mine[0].number) : kept === "yes");
  }

  /** @param {boolean} flip */
  #set(flip) {
    this.#decided = true;
    sessionStorage.setItem(this.#key, flip ? "yes" : "no");
    this.table.board.flip = flip;
  }

  /** Whether the pieces of a player stand above those of the others. @param {number} player */
  #isAbove(player) {
    const rows = { mine: /** @type {number[]} */ ([]), others: /** @type {number[]} */ ([]) };
    for (const [, , y, , piece] of this.table.cells)
      if (piece && piece[0] >= 0) rows[piece[0] === player ? "mine" : "others"].push(y);
    const mean = (/** @type {number[]} */ list) => list.reduce((sum, y) => sum + y, 0) / list.length;
    return mean(rows.others) - mean(rows.mine) > APART * this.table.state.rows;
  }

  turn() {
    this.#set(!this.table.board.flip);
    this.table.say(this.table.board.flip ? "The board is turned round." : "The board stands as at first.");
  }
}
