/**
 * Boards that are no grid of squares. Their cells stand where the geometry says: x and y are then not column and row but
 * where the top left corner of a square around the middle of the cell is, so that all that draws and moves pieces need
 * not know of it.
 */

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {import("../server/protocol.js").CellLook} CellLook
 * @typedef {import("../server/protocol.js").Geometry} GeometryTold
 * @typedef {import("../core/cells.js").Cells} PlainCells
 * @typedef {{x: number, y: number, column: number, row: number, form: number[]}} Spot
 */

const HALF = 0.5;
const GAP = 0.97; // how much of its form a tile fills
const CONE = 1.1; // how far a cell may be beside the direction of a key, for each step ahead

/** The corners of a form around the middle, x and y in turn; a circle has many. @param {number[]} form */
export function corners(form) {
  if (form.length > 1) return Array.from({ length: form.length / 2 }, (_, i) => [form[2 * i], form[2 * i + 1]]);
  const angles = Array.from({ length: 36 }, (_, i) => (i * Math.PI) / 18);
  return angles.map((angle) => [form[0] * Math.cos(angle), form[0] * Math.sin(angle)]);
}

/** The points of a form in a drawing of 100 by 100. @param {number[]} form */
export function points(form, scale = GAP) {
  return corners(form).map(([x, y]) => `${50 + 100 * scale * x},${50 + 100 * scale * y}`).join(" ");
}

/** How far it is from the middle of a form to its nearest side. @param {number[]} form */
export function inner(form) {
  if (form.length === 1) return form[0];
  const all = corners(form);
  return Math.min(...all.map(([u, v], i) => {
    const [p, q] = all[(i + 1) % all.length];
    return Math.abs(u * q - p * v) / Math.hypot(p - u, q - v);
  }));
}

/** Whether a point is in a form, both seen from its middle. @param {number[]} form @param {number} x @param {number} y */
function contains(form, x, y) {
  if (form.length === 1) return Math.hypot(x, y) <= form[0];
  const all = corners(form);
  let inside = false;
  all.forEach(([u, v], i) => {
    const [p, q] = all[(i + 1) % all.length];
    if (v > y !== q > y && x < ((p - u) * (y - v)) / (q - v) + u) inside = !inside;
  });
  return inside;
}

/** The cells of such a board as they stand, perhaps turned round. */
export class PlacedCells {
  /** @type {Map<string, Spot>} by column and row */
  #spots = new Map();

  /** @param {PlainCells} plain @param {GeometryTold} geometry @param {boolean} flip */
  constructor(plain, geometry, flip) {
    this.plain = plain;
    this.geometry = geometry;
    this.flip = flip;
    const [width, height, forms, cells] = geometry;
    for (const [column, row, x, y, form] of cells) {
      const corners = flip && forms[form].length > 1 ? forms[form].map((number) => -number) : forms[form];
      const place = flip ? { x: width - x, y: height - y } : { x, y };
      this.#spots.set(`${column} ${row}`, { ...place, column, row, form: corners });
    }
  }

  get count() {
    return this.plain.count;
  }

  /** @param {string} name */
  spot(name) {
    const [, column, row] = this.plain.get(name) ?? [];
    return this.#spots.get(`${column} ${row}`);
  }

  /** The cell in the middle of the board, or any if there is none. */
  get middle() {
    const [width, height] = this.geometry;
    return this.at(width / 2, height / 2) ?? [...this][0];
  }

  /** @param {Cell} cell by column and row @returns {Cell} as it stands here */
  turn([name, column, row, ground, piece]) {
    const { x, y } = this.#spots.get(`${column} ${row}`) ?? { x: HALF, y: HALF };
    return [name, x - HALF, y - HALF, ground, piece];
  }

  /** @param {Cell} cell as it stands here @returns {Cell} by column and row */
  unturn([name, , , ground, piece]) {
    const [, column = 0, row = 0] = this.plain.get(name) ?? [];
    return [name, column, row, ground, piece];
  }

  /** @param {Iterable<Cell>} cells as they stand here */
  put(cells) {
    this.plain.put([...cells].map((cell) => this.unturn(cell)));
  }

  /** @param {string} name */
  get(name) {
    const cell = this.plain.get(name);
    return cell && this.turn(cell);
  }

  /** The cell at a point, in units of cells. @param {number} x @param {number} y */
  at(x, y) {
    for (const spot of this.#spots.values()) {
      if (!contains(spot.form, x - spot.x, y - spot.y)) continue;
      const cell = this.plain.at(spot.column, spot.row);
      return cell && this.turn(cell);
    }
    return undefined;
  }

  /** @param {number} x @param {number} y @returns {CellLook | undefined} */
  look(x, y) {
    const cell = this.at(x, y);
    return cell && [cell[3], cell[4]];
  }

  copy() {
    return new PlacedCells(this.plain.copy(), this.geometry, this.flip);
  }

  *[Symbol.iterator]() {
    for (const cell of this.plain) yield this.turn(cell);
  }

  /**
   * The nearest cell in a direction; of two as near, the one in the same column or row.
   * @param {string} name @param {number} right @param {number} down
   */
  towards(name, right, down) {
    const here = this.spot(name);
    if (!here) return undefined;
    /** @type {[far: number, spot: Spot] | null} */
    let best = null;
    for (const spot of this.#spots.values()) {
      const [dx, dy] = [spot.x - here.x, spot.y - here.y];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (ahead < 0.01 || aside > CONE * ahead) continue;
      const isOfLine = right ? spot.row === here.row : spot.column === here.column;
      const far = Math.hypot(dx, dy) + aside - (isOfLine ? 0.001 : 0);
      if (!best || far < best[0]) best = [far, spot];
    }
    const cell = best && this.plain.at(best[1].column, best[1].row);
    return cell ? this.turn(cell) : undefined;
  }

  /** The first or last cell of the row of a cell. @param {string} name @param {boolean} last */
  endOfRow(name, last) {
    const here = this.spot(name);
    const row = [...this.#spots.values()].filter((spot) => spot.row === here?.row).sort((a, b) => a.x - b.x);
    const end = last ? row.at(-1) : row[0];
    const cell = end && this.plain.at(end.column, end.row);
    return cell ? this.turn(cell) : undefined;
  }

  /** The names of lines, as they stand here. */
  get labels() {
    const [width, height, , , , labels] = this.geometry;
    return labels.map(([text, x, y]) => ({ text, x: this.flip ? width - x : x, y: this.flip ? height - y : y }));
  }

  /** The lines below the cells, as they stand here. */
  get strokes() {
    const [width, height, , , strokes] = this.geometry;
    return strokes.map(([points, owner]) => ({
      points: points.map(([x, y]) => (this.flip ? [width - x, height - y] : [x, y])),
      owner,
    }));
  }
}
