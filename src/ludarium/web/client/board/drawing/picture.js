/** A board as a picture: on cards and in rules, where nothing is played. */

import { ListedCells } from "../../core/cells.js";
import { svg } from "../../core/symbols.js";
import { PlacedCells } from "../geometry.js";
import { describePiece } from "./descriptions.js";
import { lineNames } from "./line_labels.js";
import { Pieces } from "./pieces.js";

/**
 * @typedef {import("../../server/protocol.js").BoardTold} BoardTold
 * @typedef {import("../../core/symbols.js").Artwork} Artwork
 */

const EDGE = 60; // for the names of lines, where a cell is 100 wide

/**
 * The picture of a board; decoration, unless it shows what a text speaks of.
 * @param {Artwork} game whose drawings and colours it has
 * @param {BoardTold} board
 * @param {boolean} [speaks] whether it has the names of lines, and words for screen readers
 */
export function boardPicture(game, board, speaks = false) {
  const pieces = new Pieces(game, board.names);
  const placed = board.geometry ? new PlacedCells(new ListedCells(board.cells), board.geometry, false) : null;
  const [columns, rows] = board.geometry ?? [board.columns, board.rows];
  const cells = placed ? [...placed] : board.cells;
  const edge = speaks && !placed ? EDGE : 0;
  const box = `${-edge} 0 ${columns * 100 + edge} ${rows * 100 + edge}`;
  const picture = svg("svg", { class: "board-picture", viewBox: box, focusable: "false" });
  picture.dataset.kind = game.id;
  if (placed) picture.append(...pieces.lines(placed), ...pieces.labels(placed));
  for (const [name, x, y, ground] of cells) picture.append(pieces.tile(x, y, ground, placed?.spot(name)?.form));
  for (const [, x, y, , piece] of cells)
    if (piece) picture.append(svg("g", { transform: `translate(${x * 100} ${y * 100})` }, pieces.group(piece)));
  if (!speaks) {
    picture.setAttribute("aria-hidden", "true");
    return picture;
  }
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", describeBoard(board));
  if (placed) return picture;
  const listed = new ListedCells(cells);
  const names = lineNames(columns, rows, (x, y) => listed.at(x, y));
  names.columns.forEach((name, x) => picture.append(label(name, x * 100 + 50, rows * 100 + 42)));
  names.rows.forEach((name, y) => picture.append(label(name, -EDGE / 2, y * 100 + 62)));
  return picture;
}

/** The name of a line. @param {string} name @param {number} x @param {number} y */
function label(name, x, y) {
  const text = svg("text", { x, y, class: "line-name" });
  text.textContent = name;
  return text;
}

/** What stands where, in words. @param {BoardTold} board */
function describeBoard({ cells, names, columns, rows }) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [name, , , ground, piece] of cells) {
    if (ground === "margin") continue;
    const what = piece ? describePiece(piece, names) : ground === "block" ? ground : "";
    if (what) groups.set(what, [...(groups.get(what) ?? []), name]);
  }
  const parts = [...groups].map(([what, where]) => `${what} on ${where.join(" ")}`);
  return `Board, ${columns} by ${rows}: ${parts.join("; ") || "empty"}`;
}
