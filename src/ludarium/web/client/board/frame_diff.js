/** What happened between two frames: which pieces went where, came, went, turned over or were born. */

import { same } from "./small_board.js";

/** @typedef {import("./pieces.js").Cell} Cell */
/** @typedef {import("./pieces.js").Piece} Piece */

/** A piece on its way, and who makes room for it for good.
 * @typedef {{from: Cell, to: Cell, piece: Piece, taken: Piece | null}} Trip
 */

/** A cell before and after.
 * @typedef {{before: Cell, after: Cell}} Pair
 */

/** @typedef {{trips: Trip[], turned: Pair[], born: Pair[], come: Pair[], gone: Pair[]}} Change */

const CROWD = 60; // changed cells, above which nobody could follow: a board that was dealt anew

/** @param {Map<string, Cell>} board what was shown
 * @param {Cell[]} cells those that are to be shown
 * @param {string[]} path how one points at the move, where this is all of it
 * @returns {Change}
 */
export function changeOf(board, cells, path) {
  /** @type {Change} */
  const change = { trips: [], turned: [], born: [], come: [], gone: [] };
  const pairs = cells.flatMap((after) => {
    const before = board.get(after[0]);
    return before && !(same(before[4], after[4]) && before[3] === after[3]) ? [{ before, after }] : [];
  });
  if (pairs.length > CROWD) return { ...change, come: pairs.filter(({ after }) => after[4]) };
  for (const pair of pairs) sort(change, pair);
  point(change, board, cells, path);
  match(change);
  return change;
}

/** @param {Pair[]} list @param {string} name */
function drop(list, name) {
  const place = list.findIndex(({ after }) => after[0] === name);
  if (place >= 0) list.splice(place, 1);
}

/** Put a changed cell where it belongs, as far as it says so by itself. @param {Change} change @param {Pair} pair */
function sort(change, pair) {
  const before = pair.before[4];
  const after = pair.after[4];
  if (!before || !after) {
    if (after) change.come.push(pair);
    if (before) change.gone.push(pair);
  } else if (before[0] !== after[0]) change[after[2] > before[2] ? "come" : "turned"].push(pair);
  else if (before[1] !== after[1]) change.born.push(pair);
  else if (before[4] !== after[4]) {
    change.come.push(pair);
    change.gone.push(pair);
  } else if (before[2] !== after[2]) change[after[2] > before[2] ? "come" : "gone"].push(pair);
}

/** A piece that was pointed at has gone from the first cell of the path to its last, or a copy of it has.
 * @param {Change} change @param {Map<string, Cell>} board @param {Cell[]} cells @param {string[]} path
 */
function point(change, board, cells, path) {
  const from = board.get(path[0]);
  const target = board.get(path[path.length - 1]);
  if (path.length < 2 || !from?.[4] || !target) return;
  const to = cells.find(([name]) => name === target[0]) ?? target;
  if (!to[4] || look(from[4]) !== look(to[4])) return;
  change.trips.push({ from, to, piece: single(to[4]), taken: takenBy(target[4], to[4]) });
  for (const list of [change.come, change.turned]) drop(list, to[0]);
  drop(change.gone, from[0]);
}

/** Who was there and is no more; nobody where the newcomer joins them.
 * @param {Piece | null} before @param {Piece} after
 */
function takenBy(before, after) {
  return before && after[2] <= before[2] ? before : null;
}

/** @param {Piece} piece @returns {Piece} */
function single(piece) {
  return [piece[0], piece[1], 1, piece[3], piece[4]];
}

/** @param {Piece} piece */
function look(piece) {
  return `${piece[0]} ${piece[1]} ${piece[4]}`;
}

/** Those that have gone from one cell and come to another are the same: the nearest first. @param {Change} change */
function match(change) {
  /** @type {{far: number, gone: Pair, come: Pair}[]} */
  const chances = [];
  for (const gone of change.gone)
    for (const come of [...change.come, ...change.turned]) {
      const left = /** @type {Piece} */ (gone.before[4]);
      const arrived = /** @type {Piece} */ (come.after[4]);
      if (gone === come || look(left) !== look(arrived)) continue;
      const far = Math.abs(gone.after[1] - come.after[1]) + Math.abs(gone.after[2] - come.after[2]);
      if (left[0] < 0 && far > 1) continue; // chips slide from cell to cell
      chances.push({ far: far + (come.before[4] ? 9 : 0), gone, come });
    }
  chances.sort((one, other) => one.far - other.far);
  for (const { gone, come } of chances) {
    const list = change.come.includes(come) ? change.come : change.turned;
    if (!change.gone.includes(gone) || !list.includes(come)) continue;
    change.gone.splice(change.gone.indexOf(gone), 1);
    list.splice(list.indexOf(come), 1);
    const piece = /** @type {Piece} */ (come.after[4]);
    const before = come.before[4];
    const taken = before && before[0] >= 0 ? takenBy(before, piece) : null;
    change.trips.push({ from: gone.before, to: come.after, piece: single(piece), taken });
  }
}
