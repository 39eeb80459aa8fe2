/** The marks of cells as CSS classes, and whether two pieces look the same. */

/** @typedef {import("../server/protocol.js").Piece} Piece */

/**
 * Marks as a board keeps them.
 * @param {import("./types.js").MarkRequest} request @returns {import("./types.js").Marks}
 */
export function asMarks({ open = null, again, taken, hint, last, leaves, planned }) {
  const [begin, chosen, advised, made, left, ahead] = [again, taken, hint, last, leaves, planned].map((names) => new Set(names));
  return { open, again: begin, taken: chosen, hint: advised, last: made, leaves: left, planned: ahead };
}

/** The classes of a cell. @param {import("./types.js").Marks} marks @param {string} name */
export function marksOf({ open, again, taken, hint, last, leaves, planned }, name) {
  const list = [];
  if (taken.has(name)) list.push("taken");
  if (open?.has(name)) list.push("open");
  else if (open && !taken.has(name) && !again.has(name)) list.push("closed");
  if (leaves.has(name)) list.push("leaving");
  if (planned.has(name)) list.push("planned");
  if (hint.has(name)) list.push("hint");
  if (last.has(name)) list.push("last");
  return list;
}

/** @param {Piece | null | undefined} one @param {Piece | null | undefined} other */
export function samePiece(one, other) {
  return one === other || (!!one && !!other && one.every((part, index) => part === other[index]));
}

/** Whether two pieces with numbers differ in these alone. @param {Piece} one @param {Piece} other */
export function areMore(one, other) {
  return !!one[5] && one[2] !== other[2] && one.every((part, index) => index === 2 || part === other[index]);
}

const MOST = 0.5; // part of the cells

/** Whether so many cells may be chosen that only the one below the pointer is marked. @param {number} open @param {number} all */
export const isFree = (open, all) => open > all * MOST;
