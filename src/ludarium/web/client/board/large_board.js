/** A board of very many cells: the visible part is drawn in chunks, with one path for all pieces of an owner. */

import { svg } from "../core/symbols.js";
import { describeCell } from "./drawing/descriptions.js";
import { marksOf } from "./marks.js";
import { groundColour, tokenText } from "./drawing/pieces.js";

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../core/cells.js").Cells | import("./orientation.js").TurnedCells
 *   | import("./geometry.js").PlacedCells} Cells
 * @typedef {import("./drawing/pieces.js").Pieces} Pieces
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Marks} Marks
 */

const CHUNK = 20; // cells on each side of a chunk
const LAYOUT_SIZE = 24; // pixels of a cell in the drawing, which is then scaled: quicker than drawing it again
export const SMALLEST_SHAPE = 9; // pixels of a cell, below which shapes and marks are not drawn

// The outlines of the page's ten tokens, relative to the top left of a cell of 100 by 100.
const SHAPES = [
  "m15 50a35 35 0 1 0 70 0a35 35 0 1 0-70 0z",
  "m19 19h62v62h-62z",
  "m50 13l38 67h-76z",
  "m50 8l42 42l-42 42l-42-42z",
  "m50 8l12 26l30 4l-22 20l6 30l-26-15l-26 15l6-30l-22-20l30-4z",
  "m37 12h26v25h25v26h-25v25h-26v-25h-25v-26h25z",
  "m12 20h76l-38 67z",
  "m50 10a18 18 0 0 1 16 26a18 18 0 1 1-5 29q-1 12 5 23h-32q6-11 5-23a18 18 0 1 1-5-29a18 18 0 0 1 16-26z",
  "m50 8l37 21v42l-37 21l-37-21v-42z",
  "m50 88c-32-23-42-40-38-56c4-17 26-22 38-4c12-18 34-13 38 4c4 16-6 33-38 56z",
];

/** Path data by colour; neighbours in a row become one rectangle. */
class Runs {
  /** @type {Map<string, string>} */
  #paths = new Map();
  #last = { key: "", x: 0, y: 0, wide: 0 };

  /** Add a cell; cells come row by row, from left to right. @param {string} key @param {number} x @param {number} y */
  add(key, x, y) {
    const { wide } = this.#last;
    if (wide && key === this.#last.key && y === this.#last.y && x === this.#last.x + wide) {
      this.#last.wide++;
      return;
    }
    this.#end();
    this.#last = { key, x, y, wide: 1 };
  }

  /** @param {string} key @param {string} d */
  append(key, d) {
    this.#paths.set(key, (this.#paths.get(key) ?? "") + d);
  }

  #end() {
    const { key, x, y, wide } = this.#last;
    if (wide) this.append(key, `M${x * 100} ${y * 100}h${wide * 100}v100h-${wide * 100}z`);
  }

  paths() {
    this.#end();
    return [...this.#paths];
  }
}

export class LargeBoard {
  /** @type {Map<number, {node: SVGGElement, near: boolean}>} */
  #chunks = new Map();
  #layer = svg("g");
  #open = svg("path", { class: "open" });
  #rings = svg("g");
  #description = document.createElement("div");
  /** @type {Box | null} */
  #box = null;
  /** @type {Marks | null} */
  #marks = null;

  /** @param {number} columns @param {number} rows @param {Cells} cells @param {Pieces} pieces */
  constructor(columns, rows, cells, pieces) {
    this.columns = columns;
    this.rows = rows;
    this.pieces = pieces;
    this.cells = cells.copy();
    const frame = { class: "drawing large", viewBox: `0 0 ${columns * 100} ${rows * 100}`, "aria-hidden": "true" };
    this.drawing = svg("svg", frame, this.#layer, this.#open, this.#rings);
    this.drawing.style.setProperty("width", `${columns * LAYOUT_SIZE}px`);
    this.drawing.style.setProperty("height", `${rows * LAYOUT_SIZE}px`);
    this.element = document.createElement("div");
    this.element.className = "large-board";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "application");
    this.element.setAttribute("aria-roledescription", "board");
    this.element.setAttribute("aria-label", `Board, ${columns} by ${rows}. Arrows move the cursor, space chooses.`);
    this.#description.className = "description";
    this.#description.setAttribute("aria-live", "polite");
    const cursor = document.createElement("div");
    cursor.className = "pointer";
    this.element.append(cursor, this.#description);
  }

  /** @param {Cell[] | Cells} cells those that changed, or all */
  put(cells) {
    if (Array.isArray(cells)) {
      this.cells.put(cells);
      for (const [, x, y] of cells) this.#forget(this.#chunkOf(x, y));
    } else {
      this.cells = cells.copy();
      for (const key of [...this.#chunks.keys()]) this.#forget(key);
    }
    if (this.#box) this.view(this.#box);
  }

  /** @param {number} size pixels of a cell */
  resize(size) {
    this.drawing.style.setProperty("transform", `scale(${size / LAYOUT_SIZE})`);
  }

  /** @param {number} x @param {number} y */
  #chunkOf(x, y) {
    return Math.floor(y / CHUNK) * Math.ceil(this.columns / CHUNK) + Math.floor(x / CHUNK);
  }

  /** @param {number} key */
  #forget(key) {
    this.#chunks.get(key)?.node.remove();
    this.#chunks.delete(key);
  }

  /** Draw the visible part and a chunk around it, so that scrolling shows no gap. @param {Box} box */
  view(box) {
    this.#box = box;
    const near = box.size >= SMALLEST_SHAPE;
    const needed = new Set();
    const last = { x: Math.ceil(this.columns / CHUNK) - 1, y: Math.ceil(this.rows / CHUNK) - 1 };
    const around = near ? 1 : 0;
    const [u0, v0] = [box.left, box.top].map((first) => Math.max(0, Math.floor(first / CHUNK) - around));
    for (let v = v0; v <= Math.min(last.y, box.bottom / CHUNK + around); v++)
      for (let u = u0; u <= Math.min(last.x, box.right / CHUNK + around); u++) {
        const key = this.#chunkOf(u * CHUNK, v * CHUNK);
        needed.add(key);
        if (this.#chunks.get(key)?.near === near) continue;
        this.#forget(key);
        const node = this.#draw(u * CHUNK, v * CHUNK, near);
        this.#layer.append(node);
        this.#chunks.set(key, { node, near });
      }
    for (const key of [...this.#chunks.keys()]) if (!needed.has(key)) this.#forget(key);
    this.drawing.classList.toggle("far", !near);
  }

  /** @param {number} left @param {number} top @param {boolean} near */
  #draw(left, top, near) {
    const grounds = new Runs();
    const odd = new Runs();
    const pieces = new Runs();
    const names = [];
    for (let y = top; y < Math.min(top + CHUNK, this.rows); y++)
      for (let x = left; x < Math.min(left + CHUNK, this.columns); x++) {
        const look = this.cells.look(x, y);
        if (!look) continue;
        const [ground, piece] = look;
        grounds.add(groundColour(ground, false), x, y);
        if (near && (x + y) % 2) odd.add(groundColour(ground, true), x, y);
        if (!piece) continue;
        const paint = this.pieces.colourOf(piece);
        if (near) pieces.append(paint, `M${x * 100} ${y * 100}${SHAPES[Math.max(0, piece[0]) % SHAPES.length]}`);
        else pieces.add(paint, x, y);
        const name = near ? this.pieces.nameOn(piece) : "";
        if (name) names.push(tokenText(name, x * 100, y * 100));
      }
    const node = svg("g");
    for (const [colour, d] of [...grounds.paths(), ...odd.paths()]) node.append(area("ground", colour, d));
    for (const [colour, d] of pieces.paths()) node.append(area("piece", colour, d));
    node.append(...names);
    return node;
  }

  /**
   * Mark cells; those that may be chosen only where they were `queried`.
   * @param {Marks} marks @param {Iterable<string>} queried
   */
  mark(marks, queried = []) {
    let open = "";
    if (marks.open)
      for (const name of queried) {
        const cell = this.cells.get(name);
        if (!cell) continue;
        const [, x, y] = cell;
        if (marks.open.has(name)) open += `M${x * 100 + 38} ${y * 100 + 50}a12 12 0 1 0 24 0a12 12 0 1 0-24 0z`;
      }
    this.#open.setAttribute("d", open);
    const special = new Set([...marks.taken, ...marks.planned, ...marks.hint, ...marks.last]);
    const rings = [...special].flatMap((name) => {
      const cell = this.cells.get(name);
      if (!cell) return [];
      const place = { x: cell[1] * 100 + 5, y: cell[2] * 100 + 5, width: 90, height: 90, rx: 14 };
      return [svg("rect", { class: `ring ${marksOf({ ...marks, open: null }, name).join(" ")}`, ...place })];
    });
    this.#rings.replaceChildren(...rings);
    this.#marks = marks;
  }

  /** @param {string} name */
  describe(name) {
    const cell = this.cells.get(name);
    if (!cell) return "";
    const may = this.#marks?.open?.has(name) ? ", may be chosen" : "";
    return `${name}: ${describeCell(cell, this.pieces.names)}${may}`;
  }

  /** Put the cursor on a cell. @param {Cell} cell */
  point([name, x, y]) {
    this.element.style.setProperty("--x", String(x));
    this.element.style.setProperty("--y", String(y));
    this.#description.textContent = this.describe(name);
  }

  get layers() {
    return [this.drawing, this.element];
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }
}

/** A path of one colour. @param {"ground" | "piece"} part @param {string} colour @param {string} d */
function area(part, colour, d) {
  const path = svg("path", { class: part, d });
  path.style.setProperty(`--${part}`, colour);
  return path;
}
