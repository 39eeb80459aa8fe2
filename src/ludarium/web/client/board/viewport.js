/** The visible part of a board: the size of its cells, scrolling, zoom, and the names of lines along the edges. */

import { LineLabels } from "./drawing/line_labels.js";

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("./types.js").Box} Box
 */

const TOUCHABLE = 22; // pixels that a cell has at first at least, so that a finger can hit it
const LARGEST = 120; // pixels that a cell has at most, unless the whole board fits with more

/** @param {string} className @param {Element[]} children */
export function box(className, ...children) {
  const element = document.createElement("div");
  element.className = className;
  element.append(...children);
  return element;
}

export class Viewport {
  /** Pixels of a cell; 0 until the element has a size. */
  size = 0;
  /** As large as the board; it holds the drawings. */
  plan = box("plan");
  #rowNames = new LineLabels("row");
  #columnNames = new LineLabels("column");
  element = box("scroller", box("sheet", this.#rowNames.element, this.plan, this.#columnNames.element));
  #columns = 1;
  #rows = 1;
  #fits = true; // whether cells are sized so that the whole board is visible
  #awaited = 0; // the animation frame in which the visible part is drawn
  #observer = new ResizeObserver(() => this.#follow());

  /**
   * @param {HTMLElement} host whose size counts
   * @param {{scaled: (size: number) => void, moved: (box: Box) => void, start: () => Cell | undefined}} board
   *   called when cells have another size, and when other cells are visible; `start` is the cell to show first
   */
  constructor(host, board) {
    this.host = host;
    this.board = board;
    this.element.addEventListener("scroll", () => this.#moved(), { passive: true });
    this.element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  open() {
    this.#observer.observe(this.host);
    this.#follow();
  }

  close() {
    this.#observer.disconnect();
  }

  /**
   * Show another board.
   * @param {number} columns @param {number} rows @param {{columns: string[], rows: string[]}} names
   */
  lay(columns, rows, names) {
    this.#columns = columns;
    this.#rows = rows;
    this.#rowNames.name(names.rows);
    this.#columnNames.name(names.columns);
    this.element.style.setProperty("--gutter", `${this.#rowNames.room}px`);
    this.element.style.setProperty("--foot", `${this.#columnNames.room}px`);
    this.size = 0;
    this.#follow();
  }

  // Size

  /** Show cells larger or smaller by a factor, or the whole board. @param {number | "fit"} factor */
  zoom(factor) {
    if (!this.size) return;
    const middle = { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 };
    this.#fits = factor === "fit";
    this.#scale(factor === "fit" ? this.#fit() : this.size * factor, middle);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const room = this.element.getBoundingClientRect();
    const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 240);
    this.#fits = false;
    this.#scale(this.size * factor, { x: event.clientX - room.x, y: event.clientY - room.y });
  }

  /** Pixels of a cell with which the whole board is visible. */
  #fit() {
    const wide = (this.host.clientWidth - this.#rowNames.room) / this.#columns;
    const high = (this.host.clientHeight - this.#columnNames.room) / this.#rows;
    const size = Math.max(1, Math.min(wide, high));
    return size > 8 ? Math.floor(size) : size;
  }

  /** The element has another size, or its first one. */
  #follow() {
    if (!this.host.clientWidth) return;
    if (!this.size) {
      this.#scale(Math.max(this.#fit(), TOUCHABLE), null);
      this.#fits = this.size === this.#fit();
      const first = this.board.start();
      if (first) this.#centre(first);
    } else if (this.#fits) this.#scale(this.#fit(), null);
    else this.#moved();
  }

  /**
   * Give cells a size, and keep the cell at a point of the element where it is.
   * @param {number} wished @param {{x: number, y: number} | null} fixed
   */
  #scale(wished, fixed) {
    const fit = this.#fit();
    const size = Math.max(Math.min(fit, TOUCHABLE), Math.min(Math.max(fit, LARGEST), wished));
    const grown = this.size ? size / this.size : 1;
    const room = this.element.getBoundingClientRect();
    const before = this.plan.getBoundingClientRect();
    this.size = size;
    this.plan.style.setProperty("width", `${this.#columns * size}px`);
    this.plan.style.setProperty("height", `${this.#rows * size}px`);
    this.board.scaled(size);
    if (fixed) {
      const after = this.plan.getBoundingClientRect();
      this.element.scrollLeft += after.x - room.x - fixed.x + (fixed.x - before.x + room.x) * grown;
      this.element.scrollTop += after.y - room.y - fixed.y + (fixed.y - before.y + room.y) * grown;
    }
    this.#moved();
  }

  // Scrolling

  /** The visible cells. @returns {Box} */
  get box() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const size = this.size || 1;
    return {
      left: Math.max(0, Math.floor((scrollLeft - this.#rowNames.room) / size)),
      top: Math.max(0, Math.floor(scrollTop / size)),
      right: Math.min(this.#columns - 1, Math.floor((scrollLeft + clientWidth) / size)),
      bottom: Math.min(this.#rows - 1, Math.floor((scrollTop + clientHeight) / size)),
      size: this.size,
    };
  }

  /** Rows that are visible at once. */
  get high() {
    return Math.floor(this.element.clientHeight / (this.size || 1));
  }

  /** The visible part has changed: draw it in the next animation frame. */
  #moved() {
    this.#awaited ||= requestAnimationFrame(() => {
      this.#awaited = 0;
      if (!this.size) return;
      const { box } = this;
      this.board.moved(box);
      this.#rowNames.show(box.top, box.bottom, box.size);
      this.#columnNames.show(box.left, box.right, box.size);
    });
  }

  /** @param {Cell} cell */
  #centre([, x, y]) {
    const room = this.element;
    room.scrollLeft = (x + 0.5) * this.size + this.#rowNames.room - room.clientWidth / 2;
    room.scrollTop = (y + 0.5) * this.size - room.clientHeight / 2;
  }

  /** Scroll to a cell that is not visible, and one cell farther. @param {Cell} cell */
  reveal([, x, y]) {
    const room = this.element;
    const { size } = this;
    const right = room.scrollLeft + room.clientWidth - this.#rowNames.room;
    const bottom = room.scrollTop + room.clientHeight - this.#columnNames.room;
    if (x * size < room.scrollLeft) room.scrollLeft = (x - 1) * size;
    else if ((x + 1) * size > right) room.scrollLeft += (x + 2) * size - right;
    if (y * size < room.scrollTop) room.scrollTop = (y - 1) * size;
    else if ((y + 1) * size > bottom) room.scrollTop += (y + 2) * size - bottom;
  }

  /** Where a cell is on the screen. @param {Cell} cell */
  placeOf([, x, y]) {
    const plan = this.plan.getBoundingClientRect();
    return new DOMRect(plan.x + x * this.size, plan.y + y * this.size, this.size, this.size);
  }

  /** The place below a pointer, in units of cells. @param {MouseEvent} event @returns {[x: number, y: number]} */
  below({ clientX, clientY }) {
    const plan = this.plan.getBoundingClientRect();
    return [(clientX - plan.x) / this.size, (clientY - plan.y) / this.size];
  }
}
