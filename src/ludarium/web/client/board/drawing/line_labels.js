/** The names of columns and rows along the edges, found in the names of cells: `d` and `4` of `d4`. */

/** @typedef {import("../../server/protocol.js").Cell} Cell */

/**
 * The names of all lines. A line whose cells do not share a part of their names has none.
 * @param {number} columns
 * @param {number} rows
 * @param {(x: number, y: number) => Cell | undefined} at
 * @returns {{columns: string[], rows: string[]}}
 */
export function lineNames(columns, rows, at) {
  const middle = { x: columns >> 1, y: rows >> 1 };
  /** @param {number} x @param {number} y @returns {string[]} */
  const parts = (x, y) => at(x, y)?.[0].match(/[A-Za-z]+|[0-9]+/g) ?? [];
  if (isMargin(at(0, middle.y)) || isMargin(at(middle.x, rows - 1))) return marginNames(columns, rows, at);
  const here = parts(middle.x, middle.y);
  const beside = parts(middle.x ? middle.x - 1 : 1, middle.y);
  const part = here.length === 2 && beside.length === 2 && here[0] === beside[0] ? 1 : 0;
  const near = [0, -1, 1];
  return {
    columns: Array.from({ length: columns }, (_, x) => shared(near.map((d) => parts(x, middle.y + d)), part)),
    rows: Array.from({ length: rows }, (_, y) => shared(near.map((d) => parts(middle.x + d, y)), 1 - part)),
  };
}

/**
 * The part that all these names share, while they differ in the other.
 * @param {string[][]} names @param {number} part
 */
function shared(names, part) {
  const found = names.filter((name) => name.length === 2);
  const same = new Set(found.map((name) => name[part]));
  const others = new Set(found.map((name) => name[1 - part]));
  return same.size === 1 && others.size === found.length ? [...same][0] : "";
}

/** @param {Cell | undefined} cell */
function isMargin(cell) {
  return cell?.[3] === "margin";
}

/**
 * Where margins surround a board, moves are made on them: each line is named after its margin cell.
 * @param {number} columns @param {number} rows @param {(x: number, y: number) => Cell | undefined} at
 */
function marginNames(columns, rows, at) {
  /** @param {Cell | undefined} cell */
  const name = (cell) => (isMargin(cell) ? String(cell?.[0]).replace(/\W+$/, "") : "");
  return {
    columns: Array.from({ length: columns }, (_, x) => name(at(x, rows - 1))),
    rows: Array.from({ length: rows }, (_, y) => name(at(0, y))),
  };
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const BATCH = 20; // lines that are labelled at a time, so that scrolling does not label them again each time

/** The labels along one edge; of very many, only the visible ones exist. */
export class LineLabels {
  #names = [""];
  #shown = "";

  /** @param {"row" | "column"} line */
  constructor(line) {
    this.line = line;
    this.element = document.createElement("div");
    this.element.className = `${line}-names`;
    this.element.setAttribute("aria-hidden", "true");
  }

  /** @param {string[]} names */
  name(names) {
    this.#names = names;
    this.#shown = "";
  }

  /** The pixels that the edge needs beside the board. */
  get room() {
    if (!this.#names.some(Boolean)) return 0;
    return this.line === "column" ? 20 : this.#longest * 8 + 10;
  }

  get #longest() {
    return this.#names.reduce((most, name) => Math.max(most, name.length), 0);
  }

  /**
   * Label the lines between these, as many as there is room for.
   * @param {number} first @param {number} last @param {number} size
   */
  show(first, last, size) {
    const needed = this.line === "row" ? 15 : this.#longest * 8 + 6;
    const each = STEPS.find((step) => step * size >= needed) ?? Infinity;
    const from = Math.floor(first / BATCH) * BATCH;
    const to = Math.min(this.#names.length, (Math.floor(last / BATCH) + 1) * BATCH);
    if (this.#shown === `${from} ${to} ${each}`) return;
    this.#shown = `${from} ${to} ${each}`;
    const labels = this.#names.slice(from, to).map((name, place) => this.#label(name, from + place, each));
    this.element.replaceChildren(...labels.filter((label) => label !== null));
  }

  /** @param {string} name @param {number} place @param {number} each */
  #label(name, place, each) {
    const number = /^\d+$/.test(name) ? Number(name) : place;
    if (!name || number % each) return null;
    const label = document.createElement("span");
    label.textContent = name;
    label.style.setProperty(this.line === "row" ? "top" : "left", `${((place + 0.5) / this.#names.length) * 100}%`);
    return label;
  }
}
