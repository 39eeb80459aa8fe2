/** The marks of cells as CSS classes, and whether two pieces look the same. */

/** @typedef {import("../server/protocol.js").Piece} Piece */

/** The classes of a cell. @param {import("./types.js").Marks} marks @param {string} name */
export function marksOf({ open, again, taken, hint, last }, name) {
  const list = [];
  if (taken.has(name)) list.push("taken");
  if (open?.has(name)) list.push("open");
  else if (open && !taken.has(name) && !again.has(name)) list.push("dim");
  if (hint.has(name)) list.push("hint");
  if (last.has(name)) list.push("last");
  return list;
}

/** @param {Piece | null | undefined} one @param {Piece | null | undefined} other */
export function samePiece(one, other) {
  return one === other || (!!one && !!other && one.every((part, index) => part === other[index]));
}
