/** Drawings: pieces, characters and signs out of pieces.svg, and the words for what a piece is. */

import { svg, use } from "../core/symbols.js";

/** What stands on a cell, as on the wire.
 * @typedef {[owner: number, kind: string, amount: number, arrow: string, colour: number]} Piece
 */

/** One place, as on the wire.
 * @typedef {[name: string, x: number, y: number, ground: string, piece: Piece | null]} Cell
 */

/** The names of players by their numbers; who is not listed is called by the number, counted from 1.
 * @typedef {ArrayLike<string | undefined> | Record<number, string | undefined>} Names
 */

const COLOURS = new Set(["red", "blue", "green", "yellow"]);
const BREEDS = ["red", "blue", "green"]; // those beetles and eggs that are drawn
export const TOKENS = 10; // owners without a breed, each by an outline and a colour
const ARROWS = /** @type {Record<string, [sign: string, word: string]>} */ ({
  "^": ["n", "up"],
  v: ["s", "down"],
  "<": ["w", "left"],
  ">": ["e", "right"],
});

/** Where several of a kind stand on one square: the middle of each and its size.
 * @type {readonly (readonly [x: number, y: number, size: number])[][]}
 */
const SLOTS = [
  [[50, 50, 92]],
  [[29, 32, 58], [71, 68, 58]],
  [[50, 27, 54], [26, 73, 54], [74, 73, 54]],
  [[27, 27, 53], [73, 27, 53], [27, 73, 53], [73, 73, 53]],
];

/** @param {number} number @param {Names} names */
export function nameOf(number, names) {
  return /** @type {Record<number, string | undefined>} */ (names)[number] ?? String(number + 1);
}

/** The colour of a player, as a value of CSS.
 * @param {number} number @param {Names} names
 */
export function colourOf(number, names) {
  const name = nameOf(number, names);
  return COLOURS.has(name) ? `var(--${name})` : `var(--owner-${number % TOKENS})`;
}

/** @param {Piece} piece @param {Names} names */
export function paintOf([owner, , , , colour], names) {
  return owner < 0 ? `var(--chip-${((colour || 1) - 1) % 10 + 1})` : colourOf(owner, names);
}

/** Which drawing shows a piece.
 * @param {Piece} piece @param {Names} names
 */
export function drawingOf([owner, kind, , , colour], names) {
  if (owner < 0) return `chip-${((colour || 1) - 1) % 10 + 1}`;
  if (kind === "piece") return `piece-${owner % 2}`;
  if (kind !== "beetle" && kind !== "egg") return `token-${owner % TOKENS}`;
  const name = nameOf(owner, names);
  return `${kind}-${BREEDS.includes(name) ? name : BREEDS[owner % BREEDS.length]}`;
}

/** A piece, or all that stand together, as a group of 100 by 100.
 * @param {Piece} piece @param {Names} names
 */
export function pieceGroup(piece, names) {
  const [, , amount, arrow] = piece;
  const drawing = drawingOf(piece, names);
  const slots = SLOTS[Math.min(amount, SLOTS.length) - 1] ?? SLOTS[0];
  const group = svg("g", { class: "piece" });
  group.append(...slots.map(([x, y, size]) => use(drawing, x - size / 2, y - size / 2, size)));
  group.style.setProperty("--piece", paintOf(piece, names));
  if (ARROWS[arrow]) group.append(use(`arrow-${ARROWS[arrow][0]}`, 4, 4, 92));
  if (amount > SLOTS.length) {
    const count = svg("text", { x: 50, y: 61, class: "count" });
    count.textContent = String(amount);
    group.append(svg("circle", { cx: 50, cy: 50, r: 17, class: "count-plate" }), count);
  }
  return group;
}

/** A piece as a drawing of its own, for panels beside the board.
 * @param {Piece} piece @param {Names} names
 */
export function pieceDrawing(piece, names) {
  return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, pieceGroup(piece, names));
}

/** What a piece is, in words: `red piece`, `3 blue beetles`, `chip B pointing up`, `token of player 2`.
 * @param {Piece} piece @param {Names} names
 */
export function pieceWords(piece, names) {
  const [owner, kind, amount, arrow, colour] = piece;
  const noun = amount > 1 ? `${kind}s` : kind;
  const many = amount > 1 ? `${amount} ` : "";
  const points = ARROWS[arrow] ? ` pointing ${ARROWS[arrow][1]}` : "";
  if (owner < 0) return `${many}${noun}${colour ? ` ${String.fromCharCode(64 + colour)}` : ""}${points}`;
  const name = nameOf(owner, names);
  return /^\d+$/.test(name) ? `${many}${noun} of player ${name}${points}` : `${many}${name} ${noun}${points}`;
}

/** What is to be seen on a cell, in words.
 * @param {Cell} cell @param {Names} names
 */
export function cellWords([, , , ground, piece], names) {
  const below = ground === "field" || ground === "margin" ? "" : ground;
  if (!piece) return below === "block" ? "block" : `${below ? `${below}, ` : ""}empty`;
  return `${pieceWords(piece, names)}${below ? `, on ${below}` : ""}`;
}
