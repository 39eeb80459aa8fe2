/** The cells of a large board, which the server sends in short. */

/**
 * @typedef {import("./protocol.js").Cell} Cell
 * @typedef {import("./protocol.js").Grid} Grid
 */

/**
 * A message with all cells of its board: a state, or a position of the past.
 * @template {{cells: Cell[], grid?: Grid | null}} T
 * @param {T} message
 * @returns {T}
 */
export function withCells(message) {
  return message.grid ? { ...message, grid: null, cells: spread(message.grid) } : message;
}

/** @param {Grid} grid @returns {Cell[]} */
function spread({ name, columns, rows, looks, runs }) {
  /** @type {Cell[]} */
  const cells = [];
  runs.forEach((run, y) => {
    const named = name.replace("{row}", rows[y]);
    let x = 0;
    /** @param {number} number */
    const add = (number) => {
      const look = looks[number];
      if (look) cells.push([named.replace("{column}", columns[x]), x, y, look[0], look[1]]);
      x++;
    };
    let last = 0;
    for (const number of run) {
      for (let more = number; more < 0; more++) add(last);
      if (number >= 0) add((last = number));
    }
  });
  return cells;
}
