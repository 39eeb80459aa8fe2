/** Areas: cells of one owner that touch are drawn as one, below their pieces. */

import { svg } from "../../core/symbols.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("./pieces.js").Pieces} Pieces
 */

const EDGE = 8; // how wide the border of an area is, where a cell is 100 wide

/** A rectangle as a part of a path. @param {number} x @param {number} y @param {number} wide @param {number} high */
const rectangle = (x, y, wide, high) => `M${x} ${y}h${wide}v${high}h${-wide}z`;

export class Areas {
  element = svg("g", { class: "areas" });
  /** @type {Map<string, Cell>} by place */
  #cells = new Map();
  /** @type {Map<string, Element>} by place */
  #drawn = new Map();

  /** @param {Pieces} pieces */
  constructor(pieces) {
    this.pieces = pieces;
  }

  /** Draw these cells as they are now, and those around them. @param {Iterable<Cell>} cells */
  put(cells) {
    /** @type {Set<string>} */
    const around = new Set();
    for (const cell of cells) {
      const [, x, y] = cell;
      this.#cells.set(`${x} ${y}`, cell);
      for (const i of [x - 1, x, x + 1]) for (const j of [y - 1, y, y + 1]) around.add(`${i} ${j}`);
    }
    for (const place of around) this.#draw(place);
  }

  /** @param {string} place */
  #draw(place) {
    this.#drawn.get(place)?.remove();
    this.#drawn.delete(place);
    const [, x, y, , piece] = this.#cells.get(place) ?? [];
    if (x === undefined || y === undefined || !piece) return;
    /** @param {number} right @param {number} down */
    const apart = (right, down) => this.#cells.get(`${x + right} ${y + down}`)?.[4]?.[0] !== piece[0];
    const [up, down, left, right] = [apart(0, -1), apart(0, 1), apart(-1, 0), apart(1, 0)];
    const far = 100 - EDGE;
    const borders = [
      up ? rectangle(0, 0, 100, EDGE) : "",
      down ? rectangle(0, far, 100, EDGE) : "",
      left ? rectangle(0, 0, EDGE, 100) : "",
      right ? rectangle(far, 0, EDGE, 100) : "",
      // The inner corners, where the border turns round a cell that is not of the area
      !up && !left && apart(-1, -1) ? rectangle(0, 0, EDGE, EDGE) : "",
      !up && !right && apart(1, -1) ? rectangle(far, 0, EDGE, EDGE) : "",
      !down && !left && apart(-1, 1) ? rectangle(0, far, EDGE, EDGE) : "",
      !down && !right && apart(1, 1) ? rectangle(far, far, EDGE, EDGE) : "",
    ];
    const inside = svg("path", { class: "inside", d: rectangle(-0.5, -0.5, 101, 101) });
    const border = svg("path", { d: borders.join("") });
    const group = svg("g", { transform: `translate(${x * 100} ${y * 100})` }, inside, border);
    group.style.setProperty("--piece", this.pieces.colourOf(piece));
    this.element.append(group);
    this.#drawn.set(place, group);
  }
}
