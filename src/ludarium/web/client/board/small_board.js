/** A board of few cells: every cell is an element that can be focused and described, over one drawing of all. */

import { svg } from "../core/symbols.js";
import { Areas } from "./drawing/areas.js";
import { describeCell } from "./drawing/descriptions.js";
import { corners, inner, PlacedCells } from "./geometry.js";
import { areMore, marksOf, samePiece } from "./marks.js";

/**
 * @typedef {import("../core/cells.js").Cells | import("./orientation.js").TurnedCells | PlacedCells} Cells
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../server/protocol.js").Piece} Piece
 * @typedef {import("./drawing/pieces.js").Pieces} Pieces
 * @typedef {import("./types.js").Marks} Marks
 */

const MARK = 0.8; // of the way from the middle of a cell to its nearest side, for the mark of a thin one
const THIN = 0.3; // widths of a cell, below which such a mark is used

/** @type {[mark: string, words: string][]} */
const SPOKEN = [["taken", "chosen"], ["open", "may be chosen"], ["planned", "planned"], ["hint", "advised"], ["last", "last move"]];

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
  /** @type {PlacedCells | null} */
  #placed = null;
  /** @type {Areas | null} */
  #areas;

  /** @param {number} columns @param {number} rows @param {Cells} cells @param {Pieces} pieces */
  constructor(columns, rows, cells, pieces) {
    this.pieces = pieces;
    const grounds = svg("g");
    const frame = { class: "drawing", viewBox: `0 0 ${columns * 100} ${rows * 100}`, "aria-hidden": "true" };
    this.#areas = pieces.areJoined ? new Areas(pieces) : null;
    this.drawing = svg("svg", frame, grounds, ...(this.#areas ? [this.#areas.element] : []), this.#pieces);
    this.air = svg("svg", { ...frame, class: "drawing air" });
    this.element = document.createElement("div");
    this.element.className = "squares";
    this.element.setAttribute("role", "grid");
    this.#placed = cells instanceof PlacedCells ? cells : null;
    const shaped = this.#placed;
    this.element.classList.toggle("shaped", !!shaped);
    this.element.setAttribute("aria-label", shaped ? `Board of ${cells.count} cells` : `Board, ${columns} by ${rows}`);
    if (shaped) grounds.append(...pieces.lines(shaped), ...pieces.labels(shaped));
    /** @type {Map<number, HTMLElement>} */
    const lines = new Map();
    // In the order in which they stand, which is that of reading
    for (const cell of [...cells].sort(([, x, y], [, u, v]) => y - v || x - u)) {
      const [name, , y] = cell;
      const square = this.#square(cell, columns, rows);
      const line = lines.get(y) ?? this.#line(y);
      lines.set(y, line);
      line.append(square);
      const tile = this.#tile(cell);
      grounds.append(tile);
      this.#parts.set(name, { square, ground: tile, marks: [] });
      this.#put(cell);
    }
    this.#areas?.put(this.cells.values());
  }

  /** @param {Cell} cell */
  #tile([name, x, y, ground]) {
    return this.pieces.tile(x, y, ground, this.#placed?.spot(name)?.form);
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

  /** @param {Cell} cell @param {number} columns @param {number} rows */
  #square([name, x, y, ground], columns, rows) {
    const square = document.createElement("div");
    square.className = `square on-${ground}`;
    square.setAttribute("role", "gridcell");
    square.tabIndex = -1;
    square.dataset.name = name;
    const form = this.#placed?.spot(name)?.form;
    if (!form) square.style.setProperty("grid-column", String(x + 1));
    else shape(square, form, x + 0.5, y + 0.5, columns, rows);
    return square;
  }

  /** Draw these cells as they are now. @param {Iterable<Cell>} cells */
  put(cells) {
    const list = [...cells];
    for (const cell of list) this.#put(cell);
    this.#areas?.put(list);
  }

  /** @param {Cell} cell */
  #put(cell) {
    const [name, , , ground, piece] = cell;
    const before = this.cells.get(name);
    const parts = this.#parts.get(name);
    if (!parts) return;
    this.cells.set(name, cell);
    if (before && before[3] !== ground) {
      const tile = this.#tile(cell);
      parts.ground.replaceWith(tile);
      parts.ground = tile;
      this.#style(cell);
    }
    const node = this.nodes.get(name);
    if (node?.firstElementChild && piece && before?.[4] && areMore(before[4], piece))
      this.pieces.recount(node.firstElementChild, piece);
    else if (!before || !samePiece(before[4], piece)) {
      node?.remove();
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
    parts?.ground.setAttribute("class", `ground ${ground} ${(x + y) % 2 === 1 && !this.#placed ? "odd " : ""}${marks}`);
  }

  /** Update what screen readers read of a cell. @param {string} name */
  #label(name) {
    const parts = this.#parts.get(name);
    if (!parts) return;
    parts.square.setAttribute("aria-label", this.describe(name));
    parts.square.classList.toggle("held", !!this.cells.get(name)?.[4]);
    parts.square.setAttribute("aria-selected", String(parts.marks.includes("taken")));
    if (parts.marks.includes("closed")) parts.square.setAttribute("aria-disabled", "true");
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

  /** Whether the pieces that stand are hidden, while a film paints them. @param {boolean} hidden */
  hide(hidden) {
    this.#pieces.style.opacity = hidden ? "0" : "";
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

/**
 * Give an element the form of a cell, as a part of a board of so many columns and rows.
 * @param {HTMLElement} square @param {number[]} form @param {number} x of the middle @param {number} y
 * @param {number} columns @param {number} rows
 */
function shape(square, form, x, y, columns, rows) {
  const all = corners(form);
  const [left, right] = [Math.min, Math.max].map((most) => most(...all.map(([u]) => u)));
  const [top, bottom] = [Math.min, Math.max].map((most) => most(...all.map(([, v]) => v)));
  /** @param {string} name @param {number} part @param {number} whole */
  const set = (name, part, whole) => square.style.setProperty(name, `${(100 * part) / whole}%`);
  set("left", x + left, columns);
  set("top", y + top, rows);
  set("width", right - left, columns);
  set("height", bottom - top, rows);
  const points = all.map(
    ([u, v]) => `${(100 * (u - left)) / (right - left)}% ${(100 * (v - top)) / (bottom - top)}%`,
  );
  square.style.setProperty("clip-path", `polygon(${points.join(", ")})`);
  const reach = MARK * inner(form);
  if (reach > THIN) return;
  // A mark as wide as the cell would cover it: the place of a round one in the middle, as CSS has the four sides
  const [wide, high] = [right - left, bottom - top];
  const sides = [(-top - reach) / high, (right - reach) / wide, (bottom - reach) / high, (-left - reach) / wide];
  square.style.setProperty("--spot", sides.map((part) => `${100 * part}%`).join(" "));
  square.style.setProperty("--spot-radius", "50%");
}
