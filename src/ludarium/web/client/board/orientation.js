/** A board that is turned round: every cell stands where the opposite one stood, and arrows point the other way. */

import { ListedCells } from "../core/cells.js";
import { PlacedCells } from "./geometry.js";

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../server/protocol.js").Piece} Piece
 * @typedef {import("../server/protocol.js").CellLook} CellLook
 * @typedef {import("../core/cells.js").ListedCells | import("../core/cells.js").GridCells} PlainCells
 * @typedef {import("../server/protocol.js").Geometry} Geometry
 * @typedef {import("./drawing/pieces.js").Pieces} Pieces
 * @typedef {{columns: number, rows: number, cells: PlainCells, pieces: Pieces, geometry?: Geometry | null}} Scene
 */

const OPPOSITE = /** @type {Record<string, string>} */ ({ "^": "v", v: "^", "<": ">", ">": "<" });

/** @param {Piece | null} piece @returns {Piece | null} */
function turnPiece(piece) {
  return piece && [piece[0], piece[1], piece[2], OPPOSITE[piece[3]] ?? piece[3], piece[4]];
}

/** The cells of a board as they stand when it is turned round; turned twice, they stand as before. */
export class TurnedCells {
  /** @param {PlainCells} plain @param {number} columns @param {number} rows */
  constructor(plain, columns, rows) {
    this.plain = plain;
    this.columns = columns;
    this.rows = rows;
  }

  get count() {
    return this.plain.count;
  }

  /** @param {Cell} cell @returns {Cell} */
  turn([name, x, y, ground, piece]) {
    return [name, this.columns - 1 - x, this.rows - 1 - y, ground, turnPiece(piece)];
  }

  /** @param {Cell} cell as it stands here */
  unturn(cell) {
    return this.turn(cell);
  }

  /** @param {Iterable<Cell>} cells as they stand here */
  put(cells) {
    this.plain.put([...cells].map((cell) => this.unturn(cell)));
  }

  /** @param {string} name */
  get(name) {
    const cell = this.plain.get(name);
    return cell && this.turn(cell);
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    const cell = this.plain.at(this.columns - 1 - x, this.rows - 1 - y);
    return cell && this.turn(cell);
  }

  /** @param {number} x @param {number} y @returns {CellLook | undefined} */
  look(x, y) {
    const look = this.plain.look(this.columns - 1 - x, this.rows - 1 - y);
    return look && [look[0], turnPiece(look[1])];
  }

  copy() {
    return new TurnedCells(this.plain.copy(), this.columns, this.rows);
  }

  *[Symbol.iterator]() {
    for (const cell of this.plain) yield this.turn(cell);
  }
}

/**
 * The cells that are drawn, as they stand when the board is not turned.
 * @param {Iterable<Cell>} drawn @param {TurnedCells | PlacedCells | null} turned how they stand
 * @returns {PlainCells}
 */
export function plainCells(drawn, turned) {
  if (drawn instanceof TurnedCells || drawn instanceof PlacedCells) return drawn.plain;
  return new ListedCells(turned ? [...drawn].map((cell) => turned.unturn(cell)) : drawn);
}

/**
 * The cells of a board as they stand: as the server told them, turned round, or where a geometry has them.
 * @param {PlainCells} plain @param {import("../server/protocol.js").Geometry | null | undefined} geometry
 * @param {boolean} flip @param {number} columns @param {number} rows
 */
export function standing(plain, geometry, flip, columns, rows) {
  if (geometry) return new PlacedCells(plain, geometry, flip);
  return flip ? new TurnedCells(plain, columns, rows) : plain;
}
