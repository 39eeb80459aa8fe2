/** The board: one element that draws any scene, says what was touched, and shows moves as they unfold. Whether a touch
 * means anything is not its business.
 */

import { svg } from "../core/symbols.js";
import { Film } from "./film.js";
import { lineNames } from "./line_labels.js";
import { LEAST, Plain } from "./large_board.js";
import { play } from "../core/sound.js";
import { Squares } from "./small_board.js";
import { View, box } from "./viewport.js";

/** @typedef {import("./pieces.js").Cell} Cell */
/** @typedef {import("./pieces.js").Names} Names */
/** @typedef {import("./small_board.js").Marks} Marks */
/** @typedef {[cells: Cell[], panels: [label: string, value: string][]]} Frame */
/** @typedef {{columns: number, rows: number, cells: Cell[], players?: Names}} Scene */
/** @typedef {"nw" | "ne" | "sw" | "se"} Corner */

/**
 * What is to be marked: what may be touched next (all else is greyed out; null: nothing is asked), what has been
 * touched, what is advised, and where the last move was.
 * @typedef {{open?: Set<string> | null} & {[mark in "taken" | "hint" | "last"]?: Iterable<string>}} Wish
 */

const MANY = 1024; // cells, above which a board is drawn by chunks and asks what may be touched
const ASKED = 8192; // cells to be seen, above which nothing is asked about them
const ZOOM = 1.25;
const PAUSE = 120; // milliseconds that the view has to rest before it is told

const KEYS = /** @type {Record<string, [right: number, down: number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class Board extends HTMLElement {
  #columns = 1;
  #rows = 1;
  /** @type {(Cell | undefined)[]} where cells are, row after row */
  #places = [];
  /** @type {Squares | Plain | null} */
  #sheet = null;
  /** @type {string[]} cells that were last asked about */
  #asked = [];
  /** @type {Wish} what is marked */
  #wish = {};
  #cursor = "";
  /** @type {Film | null} */
  #film = null;
  #way = svg("g", { class: "way" });
  /** @type {Map<Corner, HTMLElement>} */
  #corners = new Map();
  #telling = 0; // the timer that tells what is to be seen
  #view = new View(this, {
    scaled: (size) => this.#sheet?.resize(size),
    seen: (seen) => this.#see(seen),
    start: () => this.#here,
  });

  constructor() {
    super();
    this.#view.plan.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  connectedCallback() {
    if (!this.#view.element.parentNode) this.append(this.#view.element);
    this.#view.open();
  }

  disconnectedCallback() {
    this.#view.close();
    this.skip();
  }

  // What is shown

  /** Draw a whole scene. @param {Scene} scene */
  lay({ columns, rows, cells, players = [] }) {
    this.skip();
    this.#columns = columns;
    this.#rows = rows;
    this.#places = new Array(columns * rows);
    this.#asked = [];
    this.#keep(cells);
    this.#sheet = new (this.asks ? Plain : Squares)(columns, rows, cells, players);
    this.#way.replaceChildren();
    this.#sheet.drawing.append(this.#way);
    this.#view.plan.replaceChildren(...this.#sheet.layers, ...this.#corners.values());
    this.classList.toggle("whole", cells.length === columns * rows);
    this.style.setProperty("--columns", String(columns));
    this.style.setProperty("--rows", String(rows));
    this.cursor = (this.#nearest(columns >> 1, rows >> 1) ?? cells[0])[0];
    this.#view.lay(columns, rows, lineNames(columns, rows, (x, y) => this.#at(x, y)));
  }

  /** Show these cells as they are now, at once. @param {Cell[]} cells */
  show(cells) {
    this.skip();
    this.#keep(cells);
    this.#sheet?.put(cells);
  }

  /** @param {Cell[]} cells */
  #keep(cells) {
    for (const cell of cells) this.#places[cell[2] * this.#columns + cell[1]] = cell;
  }

  /** Show a move as it unfolds, from what is shown through the frames; `path` is how one points at it. Ends when the
   * last frame is to be seen.
   * @param {Frame[]} frames
   * @param {string} [speed] slow, normal, fast, off
   * @param {string[]} [path]
   */
  async film(frames, speed = "normal", path = []) {
    this.skip();
    const sheet = this.#sheet;
    for (const [cells] of frames) this.#keep(cells);
    if (sheet instanceof Squares) {
      const film = (this.#film = new Film(sheet, speed));
      await film.show(frames, path, ([, panels]) => this.#say("frame", { panels }));
      if (this.#film === film) this.#film = null;
      return;
    }
    for (const [cells] of frames) sheet?.put(cells);
    play("place");
  }

  /** End a film at once, with its last frame. */
  skip() {
    this.#film?.skip();
    this.#film = null;
  }

  /** Mark cells. @param {Wish} wish */
  mark(wish) {
    this.#wish = wish;
    const { open = null, taken = [], hint = [], last = [] } = wish;
    const marks = { open, taken: new Set(taken), hint: new Set(hint), last: new Set(last) };
    this.#sheet?.mark(marks, this.#asked);
  }

  /** Mark cells as touched, and leave all else as it is. @param {string[]} taken */
  take(taken) {
    this.mark({ ...this.#wish, taken });
  }

  /** Draw a line through the middles of these cells, the way of a piece; or none. @param {string[] | null} names */
  trace(names) {
    const places = (names ?? []).map((name) => this.#sheet?.cells.get(name)).filter((cell) => cell !== undefined);
    const middles = places.map(([, x, y]) => [x * 100 + 50, y * 100 + 50]);
    this.#way.replaceChildren();
    if (middles.length < 2) return;
    const points = middles.join(" ");
    this.#way.append(svg("polyline", { class: "edge", points }), svg("polyline", { points }));
    this.#way.append(...middles.map(([cx, cy]) => svg("circle", { cx, cy, r: 9 })));
  }

  /** A place over the empty squares of a corner, for whatever the page wants there. @param {Corner} which */
  corner(which) {
    const corner = this.#corners.get(which) ?? box(`corner ${which}`);
    this.#corners.set(which, corner);
    this.#view.plan.append(corner);
    return corner;
  }

  // What is asked

  /** Whether it has so many cells that what may be touched has to be asked for those that are to be seen. */
  get asks() {
    return this.#columns * this.#rows > MANY;
  }

  /** The cells to be seen whose openness would be shown; none where marks could not be told apart. */
  get seen() {
    const { left, top, right, bottom, size } = this.#view.box;
    const many = (right - left + 1) * (bottom - top + 1) > ASKED;
    if (!this.asks || size < LEAST || many) return (this.#asked = []);
    const names = [];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) names.push(this.#at(x, y)?.[0] ?? "");
    return (this.#asked = names.filter(Boolean));
  }

  /** Draw what is to be seen, and tell it when it rests. @param {import("./large_board.js").Box} seen */
  #see(seen) {
    this.#sheet?.view(seen);
    if (!this.asks) return;
    clearTimeout(this.#telling);
    this.#telling = window.setTimeout(() => this.isConnected && this.#say("view", { names: this.seen }), PAUSE);
  }

  /** Where a cell is on the screen; it is scrolled to where need be. @param {string} name */
  at(name) {
    const cell = this.#sheet?.cells.get(name);
    if (!cell) return null;
    this.#view.reveal(cell);
    return this.#view.placeOf(cell);
  }

  /** A cell in words, as it is spoken. @param {string} name */
  words(name) {
    return this.#sheet?.words(name) ?? "";
  }

  /** Show cells larger or smaller by a factor, or the whole board. @param {number | "fit"} factor */
  zoom(factor) {
    this.#view.zoom(factor);
  }

  /** @param {number} x @param {number} y */
  #at(x, y) {
    return x < 0 || x >= this.#columns ? undefined : this.#places[y * this.#columns + x];
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
    if (this.#here) this.#view.reveal(this.#here);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".corner")) return;
    const square = target?.closest(".square");
    const name = square instanceof HTMLElement ? square.dataset.name : this.#at(...this.#view.below(event))?.[0];
    if (!name) return;
    this.cursor = name;
    this.#sheet?.focus();
    this.#say("cursor", { name });
    this.#say("touch", { name });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#isPlay(event.target)) return;
    if (this.#go(event.key) || this.#act(event.key)) event.preventDefault();
  }

  /** Whether keys are meant for the cells, not for what stands in a corner. @param {EventTarget | null} target */
  #isPlay(target) {
    return target === this || (target instanceof Node && !!this.#sheet?.element.contains(target));
  }

  /** @param {string} key */
  #go(key) {
    const [, x, y] = this.#here ?? ["", 0, 0];
    const page = this.asks ? Math.max(1, this.#view.high - 1) : this.#rows;
    if (KEYS[key]) this.#arrive(this.#first(x + KEYS[key][0], y + KEYS[key][1], ...KEYS[key]));
    else if (key === "Home") this.#arrive(this.#first(0, y, 1, 0));
    else if (key === "End") this.#arrive(this.#first(this.#columns - 1, y, -1, 0));
    else if (key === "PageUp") this.#arrive(this.#first(x, Math.max(0, y - page), 0, 1));
    else if (key === "PageDown") this.#arrive(this.#first(x, Math.min(this.#rows - 1, y + page), 0, -1));
    else return false;
    return true;
  }

  /** @param {string} key */
  #act(key) {
    if (key === " " || key === "Enter") this.#say("touch", { name: this.#cursor });
    else if (key === "+" || key === "=") this.zoom(ZOOM);
    else if (key === "-") this.zoom(1 / ZOOM);
    else if (key === "0") this.zoom("fit");
    else return false;
    return true;
  }

  /** The first cell from a place on in a direction; places without a cell are passed over.
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
    this.#view.reveal(cell);
    this.#say("cursor", { name: cell[0] });
  }

  /** @param {string} type @param {object} detail */
  #say(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

customElements.define("ludarium-board", Board);
