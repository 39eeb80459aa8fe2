/** Where the keys of the keyboard lead on a board. */

/**
 * @typedef {import("../server/protocol.js").Cell} Cell
 * @typedef {{columns: number, rows: number, at: (x: number, y: number) => Cell | undefined}} Plan
 */

const ARROWS = /** @type {Record<string, [right: number, down: number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * The cell to which a key leads: undefined where there is none, null if the key leads nowhere at all.
 * @param {string} key @param {Plan} plan @param {Cell | undefined} here @param {number} page rows of a page
 */
export function cellFrom(key, plan, here, page) {
  const [, x, y] = here ?? ["", 0, 0];
  if (ARROWS[key]) return first(plan, x + ARROWS[key][0], y + ARROWS[key][1], ...ARROWS[key]);
  if (key === "Home") return first(plan, 0, y, 1, 0);
  if (key === "End") return first(plan, plan.columns - 1, y, -1, 0);
  if (key === "PageUp") return first(plan, x, Math.max(0, y - page), 0, 1);
  if (key === "PageDown") return first(plan, x, Math.min(plan.rows - 1, y + page), 0, -1);
  return null;
}

/**
 * The cell to which a key leads on a board that is no grid of squares; as in `cellFrom`.
 * @param {string} key @param {import("./geometry.js").PlacedCells} cells @param {Cell | undefined} here
 */
export function placedFrom(key, cells, here) {
  const name = here?.[0] ?? "";
  if (ARROWS[key]) return cells.towards(name, ...ARROWS[key]);
  if (key === "Home" || key === "End") return cells.endOfRow(name, key === "End");
  return null;
}

/**
 * The first cell from a place on in a direction, skipping places without a cell.
 * @param {Plan} plan @param {number} x @param {number} y @param {number} right @param {number} down
 */
function first({ columns, rows, at }, x, y, right, down) {
  for (; x >= 0 && y >= 0 && x < columns && y < rows; x += right, y += down) {
    const cell = at(x, y);
    if (cell) return cell;
  }
  return undefined;
}

const ZOOM = 1.25;

/** By how much a key zooms; null if it does not. @param {string} key @returns {number | "fit" | null} */
export function zoomFrom(key) {
  if (key === "0") return "fit";
  return key === "+" || key === "=" ? ZOOM : key === "-" ? 1 / ZOOM : null;
}

/** The cell nearest to a place. @param {Plan} plan @param {number} x @param {number} y */
export function nearest({ columns, rows, at }, x, y) {
  for (let far = 0; far < Math.max(columns, rows); far++)
    for (let v = y - far; v <= y + far; v++)
      for (let u = x - far; u <= x + far; u++) {
        const cell = at(u, v);
        if (cell) return cell;
      }
  return undefined;
}
