/** The difference between two frames: which pieces moved, came, went, changed owner or changed kind. */

import { samePiece } from "../marks.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {{from: Cell, to: Cell, piece: Piece, taken: Piece | null}} Trip a moving piece, and the one it captures
 * @typedef {{before: Cell, after: Cell}} Pair a cell before and after
 * @typedef {{trips: Trip[], turned: Pair[], born: Pair[], come: Pair[], gone: Pair[]}} Diff
 *   `turned` pieces have another owner, `born` ones another kind
 */

const CROWD = 60; // changed cells, above which no trips are looked for: the board was dealt again

/**
 * @param {Map<string, Cell>} board the cells as they are drawn
 * @param {Cell[]} cells those of the next frame
 * @param {string[]} path the squares that name the move, where this frame is all of it
 * @returns {Diff}
 */
export function diffFrame(board, cells, path) {
  /** @type {Diff} */
  const diff = { trips: [], turned: [], born: [], come: [], gone: [] };
  const pairs = cells.flatMap((after) => {
    const before = board.get(after[0]);
    return before && !(samePiece(before[4], after[4]) && before[3] === after[3]) ? [{ before, after }] : [];
  });
  if (pairs.length > CROWD) return { ...diff, come: pairs.filter(({ after }) => after[4]) };
  for (const pair of pairs) sort(diff, pair);
  point(diff, board, cells, path);
  match(diff);
  return diff;
}

/** @param {Pair[]} list @param {string} name */
function drop(list, name) {
  const place = list.findIndex(({ after }) => after[0] === name);
  if (place >= 0) list.splice(place, 1);
}

/** Sort a changed cell into the lists, as far as the cell alone shows it. @param {Diff} diff @param {Pair} pair */
function sort(diff, pair) {
  const before = pair.before[4];
  const after = pair.after[4];
  if (!before || !after) {
    if (after) diff.come.push(pair);
    if (before) diff.gone.push(pair);
  } else if (before[0] !== after[0]) diff[after[2] > before[2] ? "come" : "turned"].push(pair);
  else if (before[1] !== after[1]) diff.born.push(pair);
  else if (before[4] !== after[4]) {
    diff.come.push(pair);
    diff.gone.push(pair);
  } else if (before[2] !== after[2]) diff[after[2] > before[2] ? "come" : "gone"].push(pair);
}

/**
 * The piece on the first cell of the path has moved to its last, or a copy of it has.
 * @param {Diff} diff @param {Map<string, Cell>} board @param {Cell[]} cells @param {string[]} path
 */
function point(diff, board, cells, path) {
  const from = board.get(path[0]);
  const target = board.get(path[path.length - 1]);
  if (path.length < 2 || !from?.[4] || !target) return;
  const to = cells.find(([name]) => name === target[0]) ?? target;
  if (!to[4] || looks(from[4]) !== looks(to[4])) return;
  diff.trips.push({ from, to, piece: single(to[4]), taken: takenBy(target[4], to[4]) });
  for (const list of [diff.come, diff.turned]) drop(list, to[0]);
  drop(diff.gone, from[0]);
}

/**
 * The piece that was captured; null where the arriving one joins those on the cell.
 * @param {Piece | null} before @param {Piece} after
 */
function takenBy(before, after) {
  return before && after[2] <= before[2] ? before : null;
}

/** @param {Piece} piece @returns {Piece} */
function single(piece) {
  return [piece[0], piece[1], 1, piece[3], piece[4], piece[5]];
}

/** @param {Piece} piece */
function looks(piece) {
  return `${piece[0]} ${piece[1]} ${piece[4]}`;
}

/** Pair pieces that left a cell with equal ones that came to another, the nearest first. @param {Diff} diff */
function match(diff) {
  /** @type {{far: number, gone: Pair, come: Pair}[]} */
  const chances = [];
  for (const gone of diff.gone)
    for (const come of [...diff.come, ...diff.turned]) {
      const left = /** @type {Piece} */ (gone.before[4]);
      const arrived = /** @type {Piece} */ (come.after[4]);
      if (gone === come || looks(left) !== looks(arrived)) continue;
      const far = Math.abs(gone.after[1] - come.after[1]) + Math.abs(gone.after[2] - come.after[2]);
      if (left[0] < 0 && far > 1) continue; // pieces without an owner slide from cell to cell
      chances.push({ far: far + (come.before[4] ? 9 : 0), gone, come });
    }
  chances.sort((one, other) => one.far - other.far);
  for (const { gone, come } of chances) {
    const list = diff.come.includes(come) ? diff.come : diff.turned;
    if (!diff.gone.includes(gone) || !list.includes(come)) continue;
    diff.gone.splice(diff.gone.indexOf(gone), 1);
    list.splice(list.indexOf(come), 1);
    const piece = /** @type {Piece} */ (come.after[4]);
    const before = come.before[4];
    const taken = before && before[0] >= 0 ? takenBy(before, piece) : null;
    diff.trips.push({ from: gone.before, to: come.after, piece: single(piece), taken });
  }
}
