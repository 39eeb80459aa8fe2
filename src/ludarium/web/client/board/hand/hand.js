/** The hand on a board: a piece that is dragged, which goes back where it was if it is let go wrongly. */

import { HeldPiece } from "./held_piece.js";
import { SmallBoard } from "../small_board.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../types.js").Grip} Grip
 * @typedef {import("../large_board.js").LargeBoard} LargeBoard
 */

export class Hand {
  /** Decides which pieces can be dragged. @type {Grip} */
  grip = { mayLift: () => false, lift: () => {}, drop: () => false, release: () => false };
  /** @type {{from: Cell, to: string, piece: HeldPiece} | null} a piece in the hand, or put down at `to` */
  #held = null;

  /** @param {HTMLElement} host @param {import("../viewport.js").Viewport} viewport */
  constructor(host, viewport) {
    this.host = host;
    this.viewport = viewport;
  }

  /** @param {SmallBoard | LargeBoard | null} sheet @param {string} name */
  mayLift(sheet, name) {
    return sheet instanceof SmallBoard && !!sheet.cells.get(name)?.[4] && this.grip.mayLift(name);
  }

  /** @param {SmallBoard | LargeBoard | null} sheet @param {string} name @param {PointerEvent} event */
  lift(sheet, name, event) {
    const cell = sheet?.cells.get(name);
    if (!(sheet instanceof SmallBoard) || !cell?.[4]) return;
    this.grip.lift(name);
    const drawing = sheet.pieces.drawing(cell[4]);
    const piece = new HeldPiece(this.host, drawing, this.viewport.size, sheet.nodes.get(name));
    this.#held = { from: cell, to: "", piece };
    this.host.classList.add("holding");
    this.carry(name, event);
  }

  /** @param {string} name the cell below @param {PointerEvent} event */
  carry(name, event) {
    this.#held?.piece.follow(event);
    this.#mark(name);
  }

  /** Mark the cell below the hand. @param {string} name */
  #mark(name) {
    for (const square of this.host.querySelectorAll(".square.below")) square.classList.remove("below");
    if (name) this.host.querySelector(`.square[data-name="${CSS.escape(name)}"]`)?.classList.add("below");
  }

  /** Release a piece on a cell, undefined beside the board. @param {Cell | undefined} to */
  drop(to) {
    const held = this.#held;
    if (!held || held.to) return;
    this.#end();
    const made = this.grip.drop(held.from[0], to?.[0] ?? "");
    if (made && to) {
      held.to = to[0];
      held.piece.rest(this.viewport.placeOf(to));
      return;
    }
    this.#held = null;
    held.piece.back(this.viewport.placeOf(held.from));
  }

  #end() {
    this.host.classList.remove("holding");
    this.#mark("");
  }

  /** Put a piece in the hand back, or the one that was put down where it is. */
  letGo() {
    this.#end();
    this.#held?.piece.put();
    this.#held = null;
  }

  /** Whether the hand has put a piece down as this path says. @param {string[]} path */
  hasMade(path) {
    return this.#held !== null && path[0] === this.#held.from[0] && path.at(-1) === this.#held.to;
  }
}
