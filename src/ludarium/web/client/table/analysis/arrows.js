/** Moves of an analysis shown on the board. */

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../../board/types.js").Arrow} Arrow
 */

/** Show moves as arrows, each in its tone. @param {Table} table @param {string[][]} paths @param {string[]} [tones] */
export function point(table, paths, tones = []) {
  table.board.arrows = paths.flatMap((path, i) => arrow(table, path, tones[i]));
}

/** @param {Table} table @param {string[]} path @param {string} tone @returns {Arrow[]} */
function arrow(table, path, tone) {
  const cells = path.filter((name) => table.cells.get(name));
  return cells.length ? [[cells[0], cells[cells.length - 1], tone]] : [];
}
