/** What is drawn over the pieces of a board: arrows and circles, ways, and what a move would change. */

import { svg } from "../../core/symbols.js";
import { corners, PlacedCells } from "../geometry.js";
import { samePiece } from "../marks.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {import("./pieces.js").Pieces} Pieces
 * @typedef {import("../types.js").Arrow} Arrow
 */

const SHORT = 30; // of a cell of 100: how far before the middle of its last cell an arrow ends

/** @param {Cell} cell @returns {[x: number, y: number]} */
const middle = ([, x, y]) => [x * 100 + 50, y * 100 + 50];

export class Overlay {
  #reach = svg("g", { class: "way reach" });
  #way = svg("g", { class: "way" });
  #preview = svg("g", { class: "preview" });
  #arrows = svg("g", { class: "arrows" });
  /** @type {Arrow[]} */
  #given = [];
  /** @type {Arrow[]} those that the user has drawn */
  #drawn = [];
  element = svg("g", { class: "overlay" }, this.#reach, this.#way, this.#preview, this.#arrows);

  /** The cells of the board, which may be no squares. @type {object | null} */
  cells = null;

  /** @param {(name: string) => Cell | undefined} find a cell as it is drawn */
  constructor(find) {
    this.find = find;
  }

  clear() {
    for (const layer of [this.#reach, this.#way, this.#preview]) layer.replaceChildren();
    this.point();
  }

  /** @param {string[]} names */
  #cells(names) {
    return names.map(this.find).filter((cell) => cell !== undefined);
  }

  /** The way of a piece through cells. @param {string[]} way */
  trace(way) {
    this.#way.replaceChildren(...drawWay(this.#cells(way)));
  }

  /** The ways to all targets. @param {string[][]} ways */
  reach(ways) {
    this.#reach.replaceChildren(...ways.flatMap((way) => drawWay(this.#cells(way))));
  }

  // Arrows

  get arrows() {
    return this.#given;
  }

  set arrows(arrows) {
    this.#given = arrows;
    this.point();
  }

  /** Draw the arrows where their cells are now. */
  point() {
    const arrows = [...this.#given, ...this.#drawn];
    this.#arrows.replaceChildren(...arrows.flatMap(([from, to, tone]) => drawArrow(this.find(from), this.find(to), tone)));
  }

  /** The user draws an arrow or a circle, or draws one away. @param {Arrow} arrow */
  draw(arrow) {
    const others = this.#drawn.filter(([from, to]) => from !== arrow[0] || to !== arrow[1]);
    this.#drawn = others.length < this.#drawn.length ? others : [...others, arrow];
    this.point();
  }

  /** Remove what the user has drawn. */
  wipe() {
    if (!this.#drawn.length) return;
    this.#drawn = [];
    this.point();
  }

  /**
   * What would change.
   * @param {Cell[]} after @param {Pieces} pieces @param {import("../types.js").Effect} effect
   */
  preview(after, pieces, { way = [], gone = [], areas = [] }) {
    const changes = after.flatMap((cell) => {
      const before = this.find(cell[0]);
      if (!before || before[3] === "margin" || samePiece(before[4], cell[4])) return [];
      return [drawChange(before, cell[4], pieces, gone.includes(cell[0]))];
    });
    const outlines = areas.map((area) => {
      const cells = this.#cells(area);
      const placed = this.cells instanceof PlacedCells ? this.cells : null;
      return drawArea(cells, placed && cells.map(([name]) => placed.spot(name)?.form));
    });
    this.#preview.replaceChildren(...outlines, svg("g", { class: "way" }, ...drawWay(this.#cells(way))), ...changes);
  }
}

/** @param {Cell[]} cells */
function drawWay(cells) {
  const middles = cells.map(middle);
  if (middles.length < 2) return [];
  const points = middles.join(" ");
  const dots = middles.map(([cx, cy]) => svg("circle", { cx, cy, r: 9 }));
  return [svg("polyline", { class: "edge", points }), svg("polyline", { points }), ...dots];
}

/** @param {Cell | undefined} from @param {Cell | undefined} to @param {string} tone */
function drawArrow(from, to, tone) {
  if (!from || !to) return [];
  const [[x, y], [u, v]] = [middle(from), middle(to)];
  if (from[0] === to[0]) return [svg("circle", { class: tone, cx: x, cy: y, r: 42 })];
  const far = Math.hypot(u - x, v - y);
  const [right, down] = [(u - x) / far, (v - y) / far];
  const [a, b] = [u - right * SHORT, v - down * SHORT];
  const line = svg("line", { x1: x + right * 20, y1: y + down * 20, x2: a, y2: b });
  const tip = [[u, v], [a - down * 24, b + right * 24], [a + down * 24, b - right * 24]];
  return [svg("g", { class: tone }, line, svg("polygon", { points: tip.join(" ") }))];
}

/** @param {Cell} before @param {Piece | null} after @param {Pieces} pieces @param {boolean} goes */
function drawChange([, x, y, , was], after, pieces, goes) {
  const place = svg("g", { transform: `translate(${x * 100} ${y * 100})` });
  if (was && goes) place.append(cross());
  if (after && !was) {
    place.append(svg("g", { class: "coming" }, pieces.group(after)));
  } else if (after) {
    const ring = svg("circle", { class: "turns", cx: 50, cy: 50, r: 43 });
    ring.style.setProperty("--piece", pieces.colourOf(after));
    const badge = svg("g", { transform: "translate(50 50) scale(.48)" }, pieces.group(after));
    place.append(ring, svg("circle", { class: "plate", cx: 74, cy: 74, r: 25 }), badge);
  }
  return place;
}

function cross() {
  const d = "M28 28L72 72M72 28L28 72";
  return svg("g", { class: "goes" }, svg("path", { class: "edge", d }), svg("path", { d }));
}

/** The sides of cells that no other cell of an area has. @param {Cell[]} cells @param {(number[] | undefined)[]} forms */
function outline(cells, forms) {
  /** @type {Map<string, string>} */
  const sides = new Map();
  cells.forEach(([, x, y], i) => {
    const all = corners(forms[i] ?? []).map(([u, v]) => [Math.round(100 * (x + 0.5 + u)), Math.round(100 * (y + 0.5 + v))]);
    all.forEach((from, j) => {
      const to = all[(j + 1) % all.length];
      const key = [from, to].map(([u, v]) => `${Math.round(u / 4)} ${Math.round(v / 4)}`).sort().join(" ");
      if (!sides.delete(key)) sides.set(key, `M${from}L${to}`);
    });
  });
  const d = [...sides.values()].join("");
  return [svg("path", { class: "edge", d }), svg("path", { d })];
}

/** The outline of an area. @param {Cell[]} cells @param {(number[] | undefined)[] | null} forms of cells that are no squares */
function drawArea(cells, forms) {
  const inside = new Set(cells.map(([, x, y]) => `${x} ${y}`));
  let d = "";
  if (forms) return svg("g", { class: "area" }, ...outline(cells, forms));
  for (const [, x, y] of cells) {
    const [left, top, right, bottom] = [x * 100 + 3, y * 100 + 3, x * 100 + 97, y * 100 + 97];
    if (!inside.has(`${x} ${y - 1}`)) d += `M${left} ${top}H${right}`;
    if (!inside.has(`${x} ${y + 1}`)) d += `M${left} ${bottom}H${right}`;
    if (!inside.has(`${x - 1} ${y}`)) d += `M${left} ${top}V${bottom}`;
    if (!inside.has(`${x + 1} ${y}`)) d += `M${right} ${top}V${bottom}`;
  }
  return svg("g", { class: "area" }, svg("path", { class: "edge", d }), svg("path", { d }));
}
