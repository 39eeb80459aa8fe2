/**
 * The board: an element that draws any scene, reports which cell was clicked, and shows moves as films. Whether a click
 * is a legal move is decided by its callers.
 *
 * Events: `touch`, `cursor` and `look` (detail: the name of a cell; `look` has "" where the pointer is on none), `frame`
 * (its panels), `view` (the visible cells). Whether a piece can be dragged, and where to, its `grip` decides.
 */

import { play } from "../core/sound.js";
import { cellFrom, nearest, placedFrom, zoomFrom } from "./cursor_keys.js";
import { Film } from "./film/film.js";
import { Gestures } from "./hand/gestures.js";
import { Hand } from "./hand/hand.js";
import { LargeBoard, SMALLEST_SHAPE } from "./large_board.js";
import { lineNames } from "./drawing/line_labels.js";
import { isKeyed } from "./keyed.js";
import { asMarks, isFree } from "./marks.js";
import { PlacedCells } from "./geometry.js";
import { plainCells, standing, TurnedCells } from "./orientation.js";
import { Overlay } from "./drawing/overlay.js";
import { SmallBoard } from "./small_board.js";
import { box, Viewport } from "./viewport.js";

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../core/cells.js").Cells} Cells
 * @typedef {import("../server/protocol.js").Frame} Frame
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").MarkRequest} MarkRequest
 * @typedef {import("./orientation.js").Scene} Scene
 * @typedef {"nw" | "ne" | "sw" | "se"} Corner
 */

const LARGE = 1024; // cells, above which a board is drawn by chunks and its legal cells are queried
const MOST_QUERIED = 8192; // visible cells, above which their legality is not queried
const PAUSE = 120; // milliseconds without scrolling, after which the visible cells are reported

export class Board extends HTMLElement {
  #columns = 1;
  #rows = 1;
  /** @type {Cells | TurnedCells | PlacedCells | null} where cells are and what they are called; the sheet knows how they look */
  #cells = null;
  /** @type {Scene | null} */
  #scene = null;
  #flip = false;
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
  #overlay = new Overlay((name) => this.#sheet?.cells.get(name));
  /** @type {Map<Corner, HTMLElement>} */
  #corners = new Map();
  #timer = 0; // until the visible cells are reported
  #viewport = new Viewport(this, {
    scaled: (size) => this.#sheet?.resize(size),
    moved: (seen) => this.#see(seen),
    start: () => this.#here,
  });

  #hand = new Hand(this, this.#viewport);
  #gestures = new Gestures(this.#viewport.plan, {
    cellAt: (event) => this.#below(event),
    mayLift: (name) => this.#hand.mayLift(this.#sheet, name),
    lift: (name, event) => this.#hand.lift(this.#sheet, name, event),
    carry: (name, event) => this.#hand.carry(name, event),
    drop: (name) => this.#hand.drop(this.#sheet?.cells.get(name)),
    cancel: () => this.#hand.letGo(),
    look: (name) => this.#emit("look", { name }),
    click: (name, clicks) => this.#click(name, clicks),
    draw: (from, to, tone) => this.#overlay.draw([from, to, tone]),
    release: () => this.#hand.grip.release(),
  });

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#key(event));
    for (const event of ["focusin", "keydown", "pointerdown"])
      this.addEventListener(event, () => this.classList.toggle("keyed", isKeyed()));
  }

  /** Who decides which pieces can be dragged. @param {import("./types.js").Grip} grip */
  set grip(grip) {
    this.#hand.grip = grip;
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
  lay(scene) {
    const { pieces, geometry } = scene;
    const [columns, rows] = geometry ?? [scene.columns, scene.rows];
    this.skip();
    this.#scene = scene;
    [this.#columns, this.#rows] = [columns, rows];
    const cells = (this.#cells = this.#stand(scene.cells));
    this.#queried = [];
    this.#sheet = new (this.isLarge ? LargeBoard : SmallBoard)(columns, rows, cells, pieces);
    this.#overlay.cells = cells;
    this.#overlay.clear();
    this.#sheet.drawing.append(this.#overlay.element);
    this.#viewport.plan.replaceChildren(...this.#sheet.layers, ...this.#corners.values());
    this.classList.toggle("whole", !geometry && cells.count === columns * rows);
    this.style.setProperty("--columns", String(columns));
    this.style.setProperty("--rows", String(rows));
    const middle = cells instanceof PlacedCells ? cells.middle : nearest(this.#plan, columns >> 1, rows >> 1);
    this.cursor = middle?.[0] ?? "";
    const names = geometry ? { columns: [], rows: [] } : lineNames(columns, rows, (x, y) => this.#at(x, y));
    this.#viewport.lay(columns, rows, names);
  }

  /** Cells that the server has told, as they stand on this board. @param {Cells} cells */
  #stand(cells) {
    return standing(cells, this.#scene?.geometry, this.#flip, this.#columns, this.#rows);
  }

  /** Whether the board is turned round: its last row is above, and its last column on the left. */
  get flip() {
    return this.#flip;
  }

  set flip(flip) {
    if (flip === this.#flip) return;
    this.skip();
    const [scene, sheet, turned, cursor] = [this.#scene, this.#sheet, this.#turned, this.#cursor];
    const had = this.contains(document.activeElement);
    this.#flip = flip;
    this.classList.toggle("flipped", flip);
    if (!scene || !sheet) return;
    const cells = plainCells(sheet instanceof SmallBoard ? sheet.cells.values() : sheet.cells, turned);
    this.lay({ ...scene, cells });
    this.#scene = scene; // whose cells follow the game
    this.#cells = this.#stand(scene.cells);
    this.cursor = cursor;
    if (had) this.focusBoard();
    this.mark(this.#marks);
  }

  get #turned() {
    return this.#cells instanceof TurnedCells || this.#cells instanceof PlacedCells ? this.#cells : null;
  }

  /** Cells as they stand on this board. @param {Cell[]} cells */
  #turn(cells) {
    const turned = this.#turned;
    return turned ? cells.map((cell) => turned.turn(cell)) : cells;
  }

  /** Draw these cells as they are now, without a film. @param {Cell[] | Cells} cells those that changed, or all */
  show(cells) {
    // An event that changes no cell does not take a piece out of the hand
    if (Array.isArray(cells) && !cells.length) return;
    this.skip();
    if (Array.isArray(cells)) this.#sheet?.put(this.#turn(cells));
    else this.#sheet?.put(this.#stand(cells));
  }

  /**
   * Show a move as a film, from what is drawn now through the frames. Resolves when the last frame is drawn, to whether
   * the film took time.
   * @param {Frame[]} frames
   * @param {string} [speed] slow, normal, fast, off
   * @param {string[]} [path] the squares that name the move
   */
  async film(frames, speed = "normal", path = []) {
    const dropped = frames.length === 1 && this.#hand.hasMade(path);
    this.skip();
    const sheet = this.#sheet;
    const turned = frames.map(([cells, panels]) => /** @type {Frame} */ ([this.#turn(cells), panels]));
    // A piece that was dragged is there already
    if (dropped) sheet?.put(turned[0][0].filter(([name]) => name === path[0] || name === path.at(-1)));
    if (sheet instanceof SmallBoard) {
      const film = (this.#film = new Film(sheet, speed, this.motion));
      await film.show(turned, dropped ? [] : path, (panels) => this.#emit("frame", { panels, isLong: film.isLong }));
      if (this.#film === film) this.#film = null;
      return film.unfolds;
    }
    for (const [cells] of turned) sheet?.put(cells);
    play("place");
    return false;
  }

  /** End a film now, with its last frame; what is in the hand is put back. */
  skip() {
    this.letGo();
    this.preview(null);
    this.#film?.skip();
    this.#film = null;
  }

  /** Mark cells. @param {MarkRequest} request */
  mark(request) {
    this.#marks = request;
    const all = this.isLarge ? this.#queried.length : (this.#cells?.count ?? 0);
    this.classList.toggle("free", !!request.open && isFree(request.open.size, all));
    this.#sheet?.mark(asMarks(request), this.#queried);
  }

  /** Mark cells as chosen, and leave the other marks. @param {string[]} taken */
  take(taken) {
    this.mark({ ...this.#marks, taken });
  }

  /** Draw the way of a piece through the middles of these cells; null removes it. @param {string[] | null} names */
  trace(names) {
    this.#overlay.trace(names ?? []);
  }

  /** Draw the ways to all targets. @param {string[][]} ways */
  reach(ways) {
    this.#overlay.reach(ways);
  }

  /**
   * Show what a move would do: the cells as they are after it; null shows nothing.
   * @param {Cell[] | null} cells @param {import("./types.js").Effect} [effect]
   */
  preview(cells, effect = {}) {
    if (this.#scene) this.#overlay.preview(this.#turn(cells ?? []), this.#scene.pieces, effect);
  }

  /** Arrows between cells and circles on them, besides those that the user draws. */
  get arrows() {
    return this.#overlay.arrows;
  }

  set arrows(arrows) {
    this.#overlay.arrows = arrows;
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

  get #plan() {
    return { columns: this.#columns, rows: this.#rows, at: this.#at.bind(this) };
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

  // Pointers

  /** The cell below a pointer. @param {MouseEvent} event */
  #below(event) {
    const square = event.target instanceof Element ? event.target.closest(".square") : null;
    // Assistive technology may click without a place
    if (square instanceof HTMLElement && event.type === "click") return square.dataset.name ?? "";
    const [x, y] = this.#viewport.below(event).map(this.#cells instanceof PlacedCells ? Number : Math.floor);
    return this.#at(x, y)?.[0] ?? "";
  }

  /** @param {string} name @param {number} clicks */
  #click(name, clicks) {
    this.cursor = name;
    this.#sheet?.focus();
    this.#overlay.wipe();
    // In this order: what the cursor lets see was not seen before the click
    this.#emit("touch", { name, clicks });
    this.#emit("cursor", { name });
  }

  /** Put a piece in the hand back. */
  letGo() {
    this.#gestures.cancel();
    this.#hand.letGo();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    // On the cells, and not on an element in a corner
    const isOnCells = target === this || (target instanceof Node && !!this.#sheet?.element.contains(target));
    if (event.altKey || event.ctrlKey || event.metaKey || !isOnCells) return;
    if (this.#go(event.key) || this.#act(event)) event.preventDefault();
  }

  /** @param {string} key */
  #go(key) {
    const page = this.isLarge ? Math.max(1, this.#viewport.high - 1) : this.#rows;
    const [here, cells] = [this.#here, this.#cells];
    const cell = cells instanceof PlacedCells ? placedFrom(key, cells, here) : cellFrom(key, this.#plan, here, page);
    if (cell) this.#arrive(cell);
    return cell !== null;
  }

  /** @param {KeyboardEvent} event */
  #act({ key, repeat }) {
    if (key === " " || key === "Enter") {
      // A key that is held down chooses once
      if (!repeat) this.#emit("touch", { name: this.#cursor, clicks: 1 });
      return true;
    }
    const factor = zoomFrom(key);
    if (factor) this.zoom(factor);
    return factor !== null;
  }

  /** @param {Cell} cell */
  #arrive(cell) {
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
