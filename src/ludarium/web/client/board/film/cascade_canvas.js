/**
 * A cascade on two canvases above the board: pieces that stand, painted when they change, and pieces that fly, painted
 * in each frame. A cascade moves a hundred pieces at once; as elements they would be styled and painted anew at each
 * burst.
 */

import { svg } from "../../core/symbols.js";
import { stampAll, turned } from "../drawing/stamps.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {import("../drawing/pieces.js").Pieces} Pieces
 * @typedef {import("./frame_diff.js").Trip} Trip
 * @typedef {import("./waves.js").Wave} Wave
 * @typedef {import("../small_board.js").SmallBoard} SmallBoard
 * @typedef {import("../types.js").Motion} Motion
 */

const WHOLE = "0 0 100 100";

/** @type {WeakMap<Pieces, {look: string, stamps: Map<string, HTMLCanvasElement>}>} of all films with these pieces */
const known = new WeakMap();

/** @param {string} name */
function layer(name) {
  const canvas = document.createElement("canvas");
  canvas.className = `drawing air ${name}`;
  return canvas;
}

export class CascadeCanvas {
  #standing = layer("standing");
  #flying = layer("flying");
  /** @type {Map<string, HTMLCanvasElement>} by looks */
  #stamps = new Map();
  /** @type {Map<string, Cell>} the cells as they are painted, since they began to differ from the board's */
  #cells = new Map();
  /** @type {Map<Trip, HTMLCanvasElement | undefined>} the pictures of pieces that fly */
  #flyers = new Map();
  #size = 0; // pixels of a cell, which may be broken

  /** @param {SmallBoard} sheet @param {Motion} motion */
  constructor(sheet, motion) {
    this.sheet = sheet;
    this.motion = motion;
  }

  /** Paint everything that will be seen, once. @param {Wave[]} waves */
  async prepare(waves) {
    const { drawing, pieces } = this.sheet;
    const columns = drawing.viewBox.baseVal.width / 100;
    this.#size = (drawing.getBoundingClientRect().width / columns) * devicePixelRatio;
    this.#recall();
    const changed = waves.flatMap(({ cells, cascade }) => [...cells, ...(cascade?.parted ?? [])]);
    const trips = waves.flatMap(({ diff }) => diff.trips);
    /** @type {Map<string, () => SVGElement>} */
    const needed = new Map();
    for (const [, , , , piece] of [...this.sheet.cells.values(), ...changed])
      if (piece) needed.set(looks(piece), () => pieces.group(piece));
    for (const trip of trips) needed.set(flyingLooks(trip.piece), () => this.#flyer(trip));
    for (const { cascade } of waves)
      for (const cell of cascade?.bursts ?? []) needed.set(flashLooks(cell), () => this.#flash(cell));
    const missing = [...needed].filter(([key]) => !this.#stamps.has(key));
    const drawings = missing.map(([, draw]) => svg("svg", { viewBox: WHOLE }, draw()));
    const stamps = await stampAll(drawings, this.sheet.air, Math.round(this.#size));
    missing.forEach(([key], index) => this.#stamps.set(key, stamps[index]));
    for (const trip of trips) this.#flyers.set(trip, this.#turned(trip));
  }

  /** Use the pictures of earlier films again, unless the page looks different now. */
  #recall() {
    const { dress, theme } = document.documentElement.dataset;
    const look = `${dress} ${theme} ${Math.round(this.#size)}`;
    const before = known.get(this.sheet.pieces);
    if (before?.look === look) this.#stamps = before.stamps;
    known.set(this.sheet.pieces, { look, stamps: this.#stamps });
  }

  /** @param {Trip} trip */
  #turn({ from, to, piece }) {
    const turns = this.motion.heading?.includes(piece[1]);
    return turns ? (Math.atan2(to[1] - from[1], from[2] - to[2]) * 180) / Math.PI : 0;
  }

  /** The picture of a piece that flies, turned to where it goes. @param {Trip} trip */
  #turned(trip) {
    const [key, degrees] = [flyingLooks(trip.piece), this.#turn(trip)];
    const ahead = this.#stamps.get(key);
    if (!ahead || !degrees) return ahead;
    const found = this.#stamps.get(`${key} ${degrees}`) ?? turned(ahead, degrees);
    this.#stamps.set(`${key} ${degrees}`, found);
    return found;
  }

  /** @param {Trip} trip */
  #flyer(trip) {
    const { pieces } = this.sheet;
    const body = pieces.figure(trip.piece);
    const { heading, wings } = this.motion;
    if (wings && heading?.includes(trip.piece[1])) body.prepend(pieces.use(wings));
    return svg("g", {}, body);
  }

  /** @param {Cell} cell */
  #flash([, , , , piece]) {
    const square = svg("rect", { class: "flash", x: 4, y: 4, width: 92, height: 92, rx: 14 });
    if (piece) square.style.setProperty("--piece", this.sheet.pieces.colourOf(piece));
    return square;
  }

  /** Take the place of the pieces on the board. */
  begin() {
    if (this.#standing.isConnected) return;
    const { width, height } = this.sheet.drawing.viewBox.baseVal;
    for (const canvas of [this.#standing, this.#flying])
      [canvas.width, canvas.height] = [width, height].map((side) => Math.round((side * this.#size) / 100));
    this.#paint(this.sheet.cells.values());
    this.sheet.air.after(this.#standing, this.#flying);
    this.sheet.hide(true);
  }

  /** Give the place back to the pieces on the board, as they are now. */
  end() {
    if (this.#cells.size) this.sheet.put(this.#cells.values());
    this.#cells.clear();
    this.#standing.remove();
    this.#flying.remove();
    this.sheet.hide(false);
  }

  /** Paint cells as they stand now. @param {Cell[]} cells */
  put(cells) {
    for (const cell of cells) this.#cells.set(cell[0], cell);
    this.#paint(cells);
  }

  /** @param {Iterable<Cell>} cells */
  #paint(cells) {
    const paper = this.#standing.getContext("2d");
    for (const [, x, y, , piece] of cells) {
      const [left, top] = [this.#pixel(x), this.#pixel(y)];
      paper?.clearRect(left, top, this.#pixel(x + 1) - left, this.#pixel(y + 1) - top);
      const picture = piece && this.#stamps.get(looks(piece));
      if (picture) paper?.drawImage(picture, left, top);
    }
  }

  /** Where something stands, in whole pixels: between them each picture would be computed anew. @param {number} at */
  #pixel(at) {
    return Math.round(at * this.#size);
  }

  /**
   * Paint a frame: cells that flash, and pieces on their way.
   * @param {Cell[]} bursts @param {number} glow @param {Trip[]} trips @param {number} way that is behind them, up to 1
   */
  draw(bursts, glow, trips, way) {
    const paper = this.#flying.getContext("2d");
    if (!paper) return;
    paper.clearRect(0, 0, this.#flying.width, this.#flying.height);
    paper.globalAlpha = glow;
    for (const cell of bursts) {
      const picture = this.#stamps.get(flashLooks(cell));
      if (picture && glow) paper.drawImage(picture, this.#pixel(cell[1]), this.#pixel(cell[2]));
    }
    paper.globalAlpha = 1;
    for (const trip of trips) {
      const picture = this.#flyers.get(trip);
      if (!picture) continue;
      const { from: [, x, y], to: [, u, v] } = trip;
      const beyond = (picture.width / this.#size - 1) / 2; // of a picture that is turned
      paper.drawImage(picture, this.#pixel(x + way * (u - x) - beyond), this.#pixel(y + way * (v - y) - beyond));
    }
  }
}

/** @param {Piece} piece */
const looks = (piece) => piece.join();

/** @param {Piece} piece */
const flyingLooks = (piece) => `flies ${looks(piece)}`;

/** @param {Cell} cell */
const flashLooks = ([, , , , piece]) => `flash ${piece?.[0]}`;
