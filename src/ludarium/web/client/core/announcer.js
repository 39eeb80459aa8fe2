/** What is said aloud: two live regions of the page, and how a move is told to those who do not see the board. */

import { fill } from "./dom.js";
import { pieceWords } from "../board/pieces.js";

/** @typedef {import("./socket.js").Cell} Cell */

const FEW = 6; // cells that are named one by one

/** @type {Record<string, number>} */
const timers = {};

/**
 * Say something. What is urgent interrupts; all else waits for its turn.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function speak(text, urgent = false) {
  const id = urgent ? "alert" : "status";
  const region = document.getElementById(id);
  if (!region) return;
  // A region that says the same again is silent unless it was empty between
  region.textContent = "";
  if (!urgent) fill(/** @type {Element} */ (document.getElementById("alert")));
  clearTimeout(timers[id]);
  timers[id] = setTimeout(() => (region.textContent = text), 30);
}

/**
 * What a move has changed, in a sentence or two.
 * @param {Map<string, Cell>} before
 * @param {Cell[]} now the cells that may have changed
 * @param {import("../board/pieces.js").Names} names of the players
 */
export function changes(before, now, names) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [name, , , , piece] of now) {
    const old = before.get(name)?.[4];
    if (String(piece) === String(old)) continue;
    const what = piece ? pieceWords(piece, names) : "empty";
    groups.set(what, [...(groups.get(what) ?? []), name]);
  }
  const told = [...groups].map(
    ([what, squares]) => `${squares.length > FEW ? `${squares.length} squares` : squares.join(" and ")} ${what}`,
  );
  if (told.length > FEW) return `${[...groups.values()].flat().length} squares have changed.`;
  return told.length ? `Now ${told.join("; ")}.` : "";
}
