/** A board of few cells: every cell is an element that can be focused and described, over one drawing of all. */

import { svg } from "../core/symbols.js";
import { describeCell } from "./descriptions.js";
import { marksOf, samePiece } from "./marks.js";

/**
 * @typedef {import("../core/cells.js").Cells} Cells
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../server/protocol.js").Piece} Piece
 * @typedef {import("./pieces.js").Pieces} Pieces
 * @typedef {import("./types.js").Marks} Marks
 */

/** @type {[mark: string, words: string][]} */
const SPOKEN = [["taken", "chosen"], ["open", "may be chosen"], ["hint", "advised"], ["last", "last move"]];

export class SmallBoard {
  /** @type {Map<string, Cell>} */
  cells = new Map();
  /** The pieces on cells: groups that are moved to their place.
   * @type {Map<string, SVGGElement>}
   */
  nodes = new Map();
  /** @type {Map<string, {square: HTMLElement, ground: SVGElement, marks: string[]}>} */
  #parts = new Map();
  #pieces = svg("g");
  /** Moving pieces: a drawing of its own, so that a film does not repaint the pieces that stand. */
  air;
  #current = "";

  /** @param {number} columns @param {number} rows @param {Cells} cells @param {Pieces} pieces */
  constructor(columns, rows, cells, pieces) {
    this.pieces = pieces;
    const grounds = svg("g");
    const frame = { class: "drawing", viewBox: `0 0 ${columns * 100} ${rows * 100}`, "aria-hidden": "true" };
    this.drawing = svg("svg", frame, grounds, this.#pieces);
    this.air = svg("svg", { ...frame, class: "drawing air" });
    this.element = document.createElement("div");
    // Where moves are made on margins, the cells inside are not greyed out
    this.element.className = [...cells].some((cell) => cell[3] === "margin") ? "squares edged" : "squares";
    this.element.setAttribute("role", "grid");
    this.element.setAttribute("aria-label", `Board, ${columns} by ${rows}`);
    /** @type {HTMLElement[]} */
    const lines = [];
    for (const cell of cells) {
      const [name, x, y, ground] = cell;
      const square = this.#square(cell);
      (lines[y] ??= this.#line(y)).append(square);
      const tile = this.pieces.tile(x, y, ground);
      grounds.append(tile);
      this.#parts.set(name, { square, ground: tile, marks: [] });
      this.#put(cell);
    }
  }

  /** @param {number} y */
  #line(y) {
    const line = document.createElement("div");
    line.className = "line";
    line.setAttribute("role", "row");
    line.style.setProperty("grid-row", String(y + 1));
    this.element.append(line);
    return line;
  }

  /** @param {Cell} cell */
  #square([name, x, , ground]) {
    const square = document.createElement("div");
    square.className = `square on-${ground}`;
    square.setAttribute("role", "gridcell");
    square.tabIndex = -1;
    square.dataset.name = name;
    square.style.setProperty("grid-column", String(x + 1));
    return square;
  }

  /** Draw these cells as they are now. @param {Iterable<Cell>} cells */
  put(cells) {
    for (const cell of cells) this.#put(cell);
  }

  /** @param {Cell} cell */
  #put(cell) {
    const [name, x, y, ground, piece] = cell;
    const before = this.cells.get(name);
    const parts = this.#parts.get(name);
    if (!parts) return;
    this.cells.set(name, cell);
    if (before && before[3] !== ground) {
      const tile = this.pieces.tile(x, y, ground);
      parts.ground.replaceWith(tile);
      parts.ground = tile;
      this.#style(cell);
    }
    if (!before || !samePiece(before[4], piece)) {
      this.nodes.get(name)?.remove();
      this.nodes.delete(name);
      if (piece) this.nodes.set(name, this.#stand(cell, piece));
    }
    this.#label(name);
  }

  /** @param {Cell} cell @param {Piece} piece */
  #stand([, x, y], piece) {
    const node = svg("g", { transform: `translate(${x * 100} ${y * 100})` }, this.pieces.group(piece));
    this.#pieces.append(node);
    return node;
  }

  /** @param {Marks} marks */
  mark(marks) {
    for (const [name, parts] of this.#parts) {
      const list = marksOf(marks, name);
      if (list.join() === parts.marks.join()) continue;
      parts.marks = list;
      this.#style(/** @type {Cell} */ (this.cells.get(name)));
      this.#label(name);
    }
  }

  /** Update the classes of a cell for its ground and marks. @param {Cell} cell */
  #style([name, x, y, ground]) {
    const parts = this.#parts.get(name);
    const marks = (parts?.marks ?? []).join(" ");
    if (parts) parts.square.className = `square on-${ground} ${marks}`;
    parts?.ground.setAttribute("class", `ground ${ground} ${(x + y) % 2 ? "odd " : ""}${marks}`);
  }

  /** Update what screen readers read of a cell. @param {string} name */
  #label(name) {
    const parts = this.#parts.get(name);
    if (!parts) return;
    parts.square.setAttribute("aria-label", this.describe(name));
    parts.square.classList.toggle("held", !!this.cells.get(name)?.[4]);
    parts.square.setAttribute("aria-selected", String(parts.marks.includes("taken")));
    if (parts.marks.includes("dim")) parts.square.setAttribute("aria-disabled", "true");
    else parts.square.removeAttribute("aria-disabled");
  }

  /** A cell in words: its name, its piece, its marks. @param {string} name */
  describe(name) {
    const cell = this.cells.get(name);
    if (!cell) return "";
    const marks = this.#parts.get(name)?.marks ?? [];
    const spoken = SPOKEN.filter(([mark]) => marks.includes(mark)).map(([, words]) => words);
    return [`${name}: ${describeCell(cell, this.pieces.names)}`, ...spoken].join(", ");
  }

  /** Put the cursor on a cell. @param {Cell} cell */
  point([name]) {
    const before = this.#parts.get(this.#current)?.square;
    const square = this.#parts.get(name)?.square;
    if (!square) return;
    const had = !!before && document.activeElement === before;
    if (before) before.tabIndex = -1;
    square.tabIndex = 0;
    this.#current = name;
    if (had) square.focus({ preventScroll: true });
  }

  get layers() {
    return [this.drawing, this.air, this.element];
  }

  focus() {
    this.#parts.get(this.#current)?.square.focus({ preventScroll: true });
  }

  /** @param {number} size pixels of a cell */
  resize(size) {
    this.element.style.setProperty("--size", `${size}px`);
  }

  /** A small board is drawn whole. */
  view() {}
}
