/**
 * A cascade on two canvases above the board: pieces that stand, painted when they change, and pieces that fly, painted
 * in each frame. A cascade moves a hundred pieces at once; as elements they would be styled and painted anew at each
 * burst.
 */

import { svg } from "../../core/symbols.js";
import { stamp } from "../drawing/stamps.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {import("./frame_diff.js").Trip} Trip
 * @typedef {import("./waves.js").Wave} Wave
 * @typedef {import("../small_board.js").SmallBoard} SmallBoard
 * @typedef {import("../types.js").Motion} Motion
 */

const WHOLE = "0 0 100 100";
const ROUND = "-25 -25 150 150"; // what holds a piece however it is turned

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
  #size = 0; // pixels of a cell

  /** @param {SmallBoard} sheet @param {Motion} motion */
  constructor(sheet, motion) {
    this.sheet = sheet;
    this.motion = motion;
  }

  /** Paint everything that will be seen, once. @param {Wave[]} waves */
  async prepare(waves) {
    const { drawing } = this.sheet;
    const columns = drawing.viewBox.baseVal.width / 100;
    this.#size = Math.ceil((drawing.getBoundingClientRect().width / columns) * devicePixelRatio);
    const changed = waves.flatMap(({ cells, cascade }) => [...cells, ...(cascade?.parted ?? [])]);
    /** @type {Map<string, () => [drawing: SVGElement, viewBox: string]>} */
    const needed = new Map();
    for (const [, , , , piece] of [...this.sheet.cells.values(), ...changed])
      if (piece) needed.set(looks(piece), () => [this.sheet.pieces.group(piece), WHOLE]);
    for (const { diff, cascade } of waves) {
      for (const trip of diff.trips) needed.set(this.#flyingLooks(trip), () => [this.#flyer(trip), ROUND]);
      for (const cell of cascade?.bursts ?? []) needed.set(flashLooks(cell), () => [this.#flash(cell), WHOLE]);
    }
    await Promise.all([...needed].map(async ([key, draw]) => {
      const [group, viewBox] = draw();
      const pixels = viewBox === WHOLE ? this.#size : this.#size * 1.5;
      this.#stamps.set(key, await stamp(svg("svg", { viewBox }, group), this.sheet.air, Math.ceil(pixels)));
    }));
  }

  /** @param {Trip} trip */
  #turn({ from, to, piece }) {
    const turns = this.motion.heading?.includes(piece[1]);
    return turns ? (Math.atan2(to[1] - from[1], from[2] - to[2]) * 180) / Math.PI : 0;
  }

  /** @param {Trip} trip */
  #flyingLooks(trip) {
    return `flies ${looks(trip.piece)} ${this.#turn(trip)}`;
  }

  /** @param {Trip} trip */
  #flyer(trip) {
    const { pieces } = this.sheet;
    const body = pieces.figure(trip.piece);
    const { heading, wings } = this.motion;
    if (wings && heading?.includes(trip.piece[1])) body.prepend(pieces.use(wings));
    return svg("g", { transform: `rotate(${this.#turn(trip)} 50 50)` }, body);
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
      [canvas.width, canvas.height] = [(width * this.#size) / 100, (height * this.#size) / 100];
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
    const size = this.#size;
    for (const [, x, y, , piece] of cells) {
      paper?.clearRect(x * size, y * size, size, size);
      const picture = piece && this.#stamps.get(looks(piece));
      if (picture) paper?.drawImage(picture, x * size, y * size);
    }
  }

  /**
   * Paint a frame: cells that flash, and pieces on their way.
   * @param {Cell[]} bursts @param {number} glow @param {Trip[]} trips @param {number} way that is behind them, up to 1
   */
  draw(bursts, glow, trips, way) {
    const paper = this.#flying.getContext("2d");
    if (!paper) return;
    const size = this.#size;
    paper.clearRect(0, 0, this.#flying.width, this.#flying.height);
    paper.globalAlpha = glow;
    for (const cell of bursts) {
      const picture = this.#stamps.get(flashLooks(cell));
      if (picture && glow) paper.drawImage(picture, cell[1] * size, cell[2] * size);
    }
    paper.globalAlpha = 1;
    for (const trip of trips) {
      const picture = this.#stamps.get(this.#flyingLooks(trip));
      const { from: [, x, y], to: [, u, v] } = trip;
      if (picture) paper.drawImage(picture, (x + way * (u - x) - 0.25) * size, (y + way * (v - y) - 0.25) * size);
    }
  }
}

/** @param {Piece} piece */
const looks = (piece) => piece.join();

/** @param {Cell} cell */
const flashLooks = ([, , , , piece]) => `flash ${piece?.[0]}`;
