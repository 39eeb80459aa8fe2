/** Pieces, cells and moves in words, for screen readers. */

import { isNearlyFull, nameOf } from "./pieces.js";

/**
 * @typedef {import("../../server/protocol.js").Cell} Cell
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {import("../types.js").Names} Names
 */

const DIRECTIONS = /** @type {Record<string, string>} */ ({ "^": "up", v: "down", "<": "left", ">": "right" });
const UNNAMED = ["field", "margin"]; // grounds that go without saying
const FEW = 6; // cells that are named one by one

/**
 * A piece in words: its amount, owner, kind, letter and direction, as in `3 red pieces` or `piece of player 2`.
 * @param {Piece} piece @param {Names} names
 */
export function describePiece([owner, kind, amount, arrow, colour], names) {
  const noun = amount > 1 ? `${kind}s` : kind;
  const many = amount > 1 ? `${amount} ` : "";
  const points = DIRECTIONS[arrow] ? ` pointing ${DIRECTIONS[arrow]}` : "";
  if (owner < 0) return `${many}${noun}${colour ? ` ${String.fromCharCode(64 + colour)}` : ""}${points}`;
  const name = nameOf(owner, names);
  return /^\d+$/.test(name) ? `${many}${noun} of player ${name}${points}` : `${many}${name} ${noun}${points}`;
}

/** What a cell shows, in words. @param {Cell} cell @param {Names} names */
export function describeCell([, , , ground, piece], names) {
  const below = UNNAMED.includes(ground) ? "" : ground;
  if (!piece) return below === "block" ? "block" : `${below ? `${below}, ` : ""}empty`;
  const full = isNearlyFull(piece) ? ", full with one more" : "";
  return `${describePiece(piece, names)}${full}${below ? `, on ${below}` : ""}`;
}

/**
 * What a move has changed, in a sentence or two.
 * @param {import("../../core/cells.js").Cells} before
 * @param {Cell[]} now the cells that may have changed
 * @param {Names} names
 */
export function describeChanges(before, now, names) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [name, , , , piece] of now) {
    if (String(piece) === String(before.get(name)?.[4])) continue;
    const state = piece ? describePiece(piece, names) : "empty";
    groups.set(state, [...(groups.get(state) ?? []), name]);
  }
  const parts = [...groups].map(
    ([state, squares]) => `${squares.length > FEW ? `${squares.length} squares` : squares.join(" and ")} ${state}`,
  );
  if (parts.length > FEW) return `${[...groups.values()].flat().length} squares have changed.`;
  return parts.length ? `Now ${parts.join("; ")}.` : "";
}
