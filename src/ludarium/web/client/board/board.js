/**
 * The board: an element that draws any scene, reports which cell was clicked, and shows moves as films. Whether a click
 * is a legal move is decided by its callers.
 *
 * Events: `touch` and `cursor` (detail: the name of a cell), `frame` (its panels), `view` (the visible cells).
 */

import { play } from "../core/sound.js";
import { svg } from "../core/symbols.js";
import { Film } from "./film.js";
import { LargeBoard, SMALLEST_SHAPE } from "./large_board.js";
import { lineNames } from "./line_labels.js";
import { SmallBoard } from "./small_board.js";
import { box, Viewport } from "./viewport.js";

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../core/cells.js").Cells} Cells
 * @typedef {import("../server/protocol.js").Frame} Frame
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").MarkRequest} MarkRequest
 * @typedef {{columns: number, rows: number, cells: Cells, pieces: import("./pieces.js").Pieces}} Scene
 * @typedef {"nw" | "ne" | "sw" | "se"} Corner
 */

const LARGE = 1024; // cells, above which a board is drawn by chunks and its legal cells are queried
const MOST_QUERIED = 8192; // visible cells, above which their legality is not queried
const ZOOM = 1.25;
const PAUSE = 120; // milliseconds without scrolling, after which the visible cells are reported

const KEYS = /** @type {Record<string, [right: number, down: number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class Board extends HTMLElement {
  #columns = 1;
  #rows = 1;
  /** @type {Cells | null} where cells are and what they are called; the sheet knows how they look */
  #cells = null;
  /** @type {SmallBoard | LargeBoard | null} */
  #sheet = null;
  /** @type {string[]} cells whose legality was last queried */
  #queried = [];
  /** @type {MarkRequest} */
  #marks = {};
  /** How the pieces of this game move. @type {import("./types.js").Motion} */
  motion = {};
  #cursor = "";
  /** @type {Film | null} */
  #film = null;
  #way = svg("g", { class: "way" });
  /** @type {Map<Corner, HTMLElement>} */
  #corners = new Map();
  #timer = 0; // until the visible cells are reported
  #viewport = new Viewport(this, {
    scaled: (size) => this.#sheet?.resize(size),
    moved: (seen) => this.#see(seen),
    start: () => this.#here,
  });

  constructor() {
    super();
    this.#viewport.plan.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  connectedCallback() {
    if (!this.#viewport.element.parentNode) this.append(this.#viewport.element);
    this.#viewport.open();
  }

  disconnectedCallback() {
    this.#viewport.close();
    this.skip();
  }

  // Drawing

  /** Draw a whole scene. @param {Scene} scene */
  lay({ columns, rows, cells, pieces }) {
    this.skip();
    this.#columns = columns;
    this.#rows = rows;
    this.#cells = cells;
    this.#queried = [];
    this.#sheet = new (this.isLarge ? LargeBoard : SmallBoard)(columns, rows, cells, pieces);
    this.#way.replaceChildren();
    this.#sheet.drawing.append(this.#way);
    this.#viewport.plan.replaceChildren(...this.#sheet.layers, ...this.#corners.values());
    this.classList.toggle("whole", cells.count === columns * rows);
    this.style.setProperty("--columns", String(columns));
    this.style.setProperty("--rows", String(rows));
    this.cursor = this.#nearest(columns >> 1, rows >> 1)?.[0] ?? "";
    this.#viewport.lay(columns, rows, lineNames(columns, rows, (x, y) => this.#at(x, y)));
  }

  /** Draw these cells as they are now, without a film. @param {Cell[] | Cells} cells those that changed, or all */
  show(cells) {
    this.skip();
    this.#sheet?.put(cells);
  }

  /**
   * Show a move as a film, from what is drawn now through the frames. Resolves when the last frame is drawn, to whether
   * the film took time.
   * @param {Frame[]} frames
   * @param {string} [speed] slow, normal, fast, off
   * @param {string[]} [path] the squares that name the move
   */
  async film(frames, speed = "normal", path = []) {
    this.skip();
    const sheet = this.#sheet;
    if (sheet instanceof SmallBoard) {
      const film = (this.#film = new Film(sheet, speed, this.motion));
      await film.show(frames, path, ([, panels]) => this.#emit("frame", { panels }));
      if (this.#film === film) this.#film = null;
      return film.unfolds;
    }
    for (const [cells] of frames) sheet?.put(cells);
    play("place");
    return false;
  }

  /** End a film now, with its last frame. */
  skip() {
    this.#film?.skip();
    this.#film = null;
  }

  /** Mark cells. @param {MarkRequest} request */
  mark(request) {
    this.#marks = request;
    const { open = null, again = [], taken = [], hint = [], last = [] } = request;
    const marks = {
      open,
      again: new Set(again),
      taken: new Set(taken),
      hint: new Set(hint),
      last: new Set(last),
    };
    this.#sheet?.mark(marks, this.#queried);
  }

  /** Mark cells as chosen, and leave the other marks. @param {string[]} taken */
  take(taken) {
    this.mark({ ...this.#marks, taken });
  }

  /** Draw the way of a piece through the middles of these cells; null removes it. @param {string[] | null} names */
  trace(names) {
    const places = (names ?? []).map((name) => this.#sheet?.cells.get(name)).filter((cell) => cell !== undefined);
    const middles = places.map(([, x, y]) => [x * 100 + 50, y * 100 + 50]);
    this.#way.replaceChildren();
    if (middles.length < 2) return;
    const points = middles.join(" ");
    this.#way.append(svg("polyline", { class: "edge", points }), svg("polyline", { points }));
    this.#way.append(...middles.map(([cx, cy]) => svg("circle", { cx, cy, r: 9 })));
  }

  /** An element over the empty squares of a corner, for a page module to fill. @param {Corner} which */
  corner(which) {
    const corner = this.#corners.get(which) ?? box(`corner ${which}`);
    this.#corners.set(which, corner);
    this.#viewport.plan.append(corner);
    return corner;
  }

  // The visible part

  /** Whether it has so many cells that legal ones are queried for the visible part only. */
  get isLarge() {
    return this.#columns * this.#rows > LARGE;
  }

  /** The visible cells whose legality would be shown; none where cells are too small for marks. */
  get seen() {
    const { left, top, right, bottom, size } = this.#viewport.box;
    const many = (right - left + 1) * (bottom - top + 1) > MOST_QUERIED;
    if (!this.isLarge || size < SMALLEST_SHAPE || many) return (this.#queried = []);
    const names = [];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) names.push(this.#at(x, y)?.[0] ?? "");
    return (this.#queried = names.filter(Boolean));
  }

  /** Draw the visible part, and report it when scrolling has stopped. @param {Box} seen */
  #see(seen) {
    this.#sheet?.view(seen);
    if (!this.isLarge) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.isConnected && this.#emit("view", { names: this.seen }), PAUSE);
  }

  /** Where a cell is on the screen, after scrolling to it if needed. @param {string} name */
  at(name) {
    const cell = this.#sheet?.cells.get(name);
    if (!cell) return null;
    this.#viewport.reveal(cell);
    return this.#viewport.placeOf(cell);
  }

  /** A cell in words, as screen readers read it. @param {string} name */
  describe(name) {
    return this.#sheet?.describe(name) ?? "";
  }

  /** Show cells larger or smaller by a factor, or the whole board. @param {number | "fit"} factor */
  zoom(factor) {
    this.#viewport.zoom(factor);
  }

  /** @param {number} x @param {number} y */
  #at(x, y) {
    return this.#cells?.at(x, y);
  }

  /** @param {number} x @param {number} y */
  #nearest(x, y) {
    for (let far = 0; far < Math.max(this.#columns, this.#rows); far++)
      for (let v = y - far; v <= y + far; v++)
        for (let u = x - far; u <= x + far; u++) {
          const cell = this.#at(u, v);
          if (cell) return cell;
        }
    return undefined;
  }

  // The cursor

  /** The name of the cell under the cursor. */
  get cursor() {
    return this.#cursor;
  }

  set cursor(name) {
    const cell = this.#sheet?.cells.get(name);
    if (!cell) return;
    this.#cursor = name;
    this.#sheet?.point(cell);
  }

  get #here() {
    return this.#sheet?.cells.get(this.#cursor);
  }

  focusBoard() {
    this.#sheet?.focus();
    if (this.#here) this.#viewport.reveal(this.#here);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".corner")) return;
    const square = target?.closest(".square");
    const name = square instanceof HTMLElement ? square.dataset.name : this.#at(...this.#viewport.below(event))?.[0];
    if (!name) return;
    this.cursor = name;
    this.#sheet?.focus();
    this.#emit("cursor", { name });
    this.#emit("touch", { name, clicks: event.detail });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#isOnCells(event.target)) return;
    if (this.#go(event.key) || this.#act(event)) event.preventDefault();
  }

  /** Whether a key was pressed on the cells, not on an element in a corner. @param {EventTarget | null} target */
  #isOnCells(target) {
    return target === this || (target instanceof Node && !!this.#sheet?.element.contains(target));
  }

  /** @param {string} key */
  #go(key) {
    const [, x, y] = this.#here ?? ["", 0, 0];
    const page = this.isLarge ? Math.max(1, this.#viewport.high - 1) : this.#rows;
    if (KEYS[key]) this.#arrive(this.#first(x + KEYS[key][0], y + KEYS[key][1], ...KEYS[key]));
    else if (key === "Home") this.#arrive(this.#first(0, y, 1, 0));
    else if (key === "End") this.#arrive(this.#first(this.#columns - 1, y, -1, 0));
    else if (key === "PageUp") this.#arrive(this.#first(x, Math.max(0, y - page), 0, 1));
    else if (key === "PageDown") this.#arrive(this.#first(x, Math.min(this.#rows - 1, y + page), 0, -1));
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  #act({ key, repeat }) {
    if (key === " " || key === "Enter") {
      // A key that is held down chooses once
      if (!repeat) this.#emit("touch", { name: this.#cursor, clicks: 1 });
    } else if (key === "+" || key === "=") this.zoom(ZOOM);
    else if (key === "-") this.zoom(1 / ZOOM);
    else if (key === "0") this.zoom("fit");
    else return false;
    return true;
  }

  /**
   * The first cell from a place on in a direction, skipping places without a cell.
   * @param {number} x @param {number} y @param {number} right @param {number} down
   */
  #first(x, y, right, down) {
    for (; x >= 0 && y >= 0 && x < this.#columns && y < this.#rows; x += right, y += down) {
      const cell = this.#at(x, y);
      if (cell) return cell;
    }
    return undefined;
  }

  /** @param {Cell | undefined} cell */
  #arrive(cell) {
    if (!cell) return;
    this.cursor = cell[0];
    this.#viewport.reveal(cell);
    this.#emit("cursor", { name: cell[0] });
  }

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

customElements.define("ludarium-board", Board);
