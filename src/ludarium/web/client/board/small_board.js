/** A board of few cells: every cell is an element that can be focused and described, over one drawing of all. */

import { cellWords, pieceGroup } from "./pieces.js";
import { svg, use } from "../core/symbols.js";

/** @typedef {import("./pieces.js").Cell} Cell */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {import("./pieces.js").Names} Names */

/** What is to be seen of the hand: what may be touched next (null: nothing is asked), what has been, what is advised,
 * and where the last move was.
 * @typedef {{open: Set<string> | null, taken: Set<string>, hint: Set<string>, last: Set<string>}} Marks
 */

/** @type {[mark: string, words: string][]} */
const SPOKEN = [["taken", "chosen"], ["open", "may be chosen"], ["hint", "advised"], ["last", "last move"]];

/** What a cell is marked with, as classes.
 * @param {Marks} marks @param {string} name
 */
export function marksOf({ open, taken, hint, last }, name) {
  const list = [];
  if (taken.has(name)) list.push("taken");
  if (open) list.push(open.has(name) ? "open" : taken.has(name) ? "" : "dim");
  if (hint.has(name)) list.push("hint");
  if (last.has(name)) list.push("last");
  return list.filter(Boolean);
}

/** @param {Piece | null} one @param {Piece | null} other */
export function same(one, other) {
  return one === other || (!!one && !!other && one.every((part, index) => part === other[index]));
}

export class Squares {
  /** @type {Map<string, Cell>} */
  cells = new Map();
  /** What stands on cells: groups that are moved to their place.
   * @type {Map<string, SVGGElement>}
   */
  nodes = new Map();
  /** @type {Map<string, {square: HTMLElement, ground: SVGElement, marks: string[]}>} */
  #parts = new Map();
  #pieces = svg("g");
  /** Pieces on their way: a drawing of its own, so that those that stand need not be painted again and again. */
  air;
  #current = "";

  /** @param {number} columns @param {number} rows @param {Cell[]} cells @param {Names} names */
  constructor(columns, rows, cells, names) {
    this.names = names;
    const grounds = svg("g");
    const frame = { class: "drawing", viewBox: `0 0 ${columns * 100} ${rows * 100}`, "aria-hidden": "true" };
    this.drawing = svg("svg", frame, grounds, this.#pieces);
    this.air = svg("svg", { ...frame, class: "drawing air" });
    this.element = document.createElement("div");
    // Where one touches margins, what lies inside has to be seen well all the time
    this.element.className = cells.some((cell) => cell[3] === "margin") ? "squares edged" : "squares";
    this.element.setAttribute("role", "grid");
    this.element.setAttribute("aria-label", `Board, ${columns} by ${rows}`);
    /** @type {HTMLElement[]} */
    const lines = [];
    for (const cell of cells) {
      const [name, x, y, ground] = cell;
      const square = this.#square(cell);
      (lines[y] ??= this.#line(y)).append(square);
      const tile = this.#tile(x, y, ground);
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

  /** @param {number} x @param {number} y @param {string} ground */
  #tile(x, y, ground) {
    const odd = (x + y) % 2 ? " odd" : "";
    const rect = svg("rect", { x: 1.5, y: 1.5, width: 97, height: 97, rx: 9 });
    const group = svg("g", { class: `ground ${ground}${odd}`, transform: `translate(${x * 100} ${y * 100})` }, rect);
    if (ground === "block") group.append(use("block"));
    return group;
  }

  /** Show these cells as they are now. @param {Iterable<Cell>} cells */
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
      const tile = this.#tile(x, y, ground);
      parts.ground.replaceWith(tile);
      parts.ground = tile;
      this.#dress(cell);
    }
    if (!before || !same(before[4], piece)) {
      this.nodes.get(name)?.remove();
      this.nodes.delete(name);
      if (piece) this.nodes.set(name, this.#stand(cell, piece));
    }
    this.#tell(name);
  }

  /** @param {Cell} cell @param {Piece} piece */
  #stand([, x, y], piece) {
    const node = svg("g", { transform: `translate(${x * 100} ${y * 100})` }, pieceGroup(piece, this.names));
    this.#pieces.append(node);
    return node;
  }

  /** @param {Marks} marks */
  mark(marks) {
    for (const [name, parts] of this.#parts) {
      const list = marksOf(marks, name);
      if (list.join() === parts.marks.join()) continue;
      parts.marks = list;
      this.#dress(/** @type {Cell} */ (this.cells.get(name)));
      this.#tell(name);
    }
  }

  /** Show a cell's ground and marks. @param {Cell} cell */
  #dress([name, x, y, ground]) {
    const parts = this.#parts.get(name);
    const marks = (parts?.marks ?? []).join(" ");
    if (parts) parts.square.className = `square on-${ground} ${marks}`;
    parts?.ground.setAttribute("class", `ground ${ground} ${(x + y) % 2 ? "odd " : ""}${marks}`);
  }

  /** Put on a cell's element what a person who does not see it has to know. @param {string} name */
  #tell(name) {
    const parts = this.#parts.get(name);
    if (!parts) return;
    parts.square.setAttribute("aria-label", this.words(name));
    parts.square.classList.toggle("held", !!this.cells.get(name)?.[4]);
    parts.square.setAttribute("aria-selected", String(parts.marks.includes("taken")));
    if (parts.marks.includes("dim")) parts.square.setAttribute("aria-disabled", "true");
    else parts.square.removeAttribute("aria-disabled");
  }

  /** A cell in words: its name, what stands there, what the hand may do. @param {string} name */
  words(name) {
    const cell = this.cells.get(name);
    if (!cell) return "";
    const marks = this.#parts.get(name)?.marks ?? [];
    const said = SPOKEN.filter(([mark]) => marks.includes(mark)).map(([, words]) => words);
    return [`${name}: ${cellWords(cell, this.names)}`, ...said].join(", ");
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
