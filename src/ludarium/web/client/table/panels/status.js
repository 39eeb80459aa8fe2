/** The line above the board (whose turn it is) and the line below it (what the user can do now). */

import { isFree } from "../../board/marks.js";
import { capital, setText } from "../../core/dom.js";
import { tellsKeys } from "../../core/preferences.js";
import { isHost, isMultiplayer, isPerson, isSpectator, may } from "../permissions.js";
import { nameOf, occupant, playerTitle } from "../player_names.js";

/**
 * @typedef {import("../../server/protocol.js").View} View
 * @typedef {import("../types.js").Table} Table
 */

/** Whether any person plays. @param {View} view */
export const hasPeople = (view) => view.setting || view.players.some(isPerson);

/** Whose turn it is, or how it ended. @param {Table} table */
export function turnLine(table) {
  const { view, ply } = table;
  if (view.ending) return view.ending.sentence;
  if (view.vacant) return "Waiting for a player";
  if (view.count === 1) return `Move ${ply + 1}`;
  const player = view.players.find(({ number }) => number === view.turn);
  if (!player) return "";
  const line = `${capital(playerTitle(player))} to move`;
  const short = view.setting || (isPerson(player) && !isMultiplayer(table) && !isSpectator(table));
  return short ? line : `${line}: ${occupant(table, player)}`;
}

/** The move that is being shown. @param {Table} table @param {import("../../server/protocol.js").Made} move */
export function moveLine(table, [player, move]) {
  const mover = table.view.count === 1 ? `Move ${table.history?.count ?? table.ply}` : table.playerTitle(player);
  return `${capital(mover)}: ${table.wordLabel(move)}`;
}

/** Whose turn it was. @param {Table} table @param {number | null} turn */
function pastLine(table, turn) {
  if (turn === null) return "The end";
  return table.view.count === 1
    ? `Then move ${(table.history?.count ?? 0) + 1}`
    : `Then ${table.playerTitle(turn)} to move`;
}

/** Show in the headline what happens now. @param {Table} table @param {number | null} turn */
export function showLine(table, turn) {
  const { unfolding, isPast } = table;
  const line = unfolding ? moveLine(table, unfolding) : isPast ? pastLine(table, turn) : turnLine(table);
  setText(table.parts.turn, line);
  document.title = `${line} · ${table.kind.title}`;
}

/** Who makes the next move. @param {Table} table */
function mover(table) {
  const player = table.view.players.find(({ number }) => number === table.view.turn);
  return player ? nameOf(table, player) : "The computer";
}

/** What the user waits for. @param {Table} table */
function waiting(table) {
  const does = table.view.getting_ready ? "is getting ready, which takes a while the first time" : "thinks";
  const hurries = !may(table, "stop") ? "" : tellsKeys() ? "; Esc makes it move" : "; Move now makes it move";
  return `${mover(table)} ${does}${hurries} ...`;
}

/** How what is half chosen is let go, after the words that say what it is. */
export const whereTo = (/** @type {string} */ chosen) =>
  `${chosen}: where to? ${tellsKeys() ? "Esc lets go." : "Choose it again to let go."}`;

/** The word that is the only legal move, as a pass; empty if there is a choice. @param {View} view */
export function onlyWord({ paths, words }) {
  const [path, ...others] = paths ?? [];
  return path?.length === 1 && !others.length && words.includes(path[0]) ? path[0] : "";
}

/** What the user can do now. @param {Table} table */
export function advice(table) {
  const { view, moveInput } = table;
  const own = table.extension.advice?.();
  if (own !== undefined) return own;
  const keys = tellsKeys();
  if (table.laying)
    return `Choose ${table.state.cell_word}s to block, or to free again; ${keys ? "B" : "Set blocks, in More,"} goes on to the game.`;
  if (view.ending) return keys ? "The game is over. N begins a new one." : "The game is over.";
  if (view.vacant) return "The game begins when all seats are taken.";
  if (view.paused) return keys ? "Paused. P goes on." : "Paused.";
  if (!view.begun && !moveInput) return isHost(table) ? "Start lets the game begin." : "The game has not begun yet.";
  if (!moveInput && view.waits) return `${mover(table)} has to move.`;
  if (!moveInput) return waiting(table);
  if (moveInput.touched.length) return whereTo(moveInput.touched.map((name) => table.wordLabel(name)).join(" "));
  if (view.setting) return keys ? "You set moves for all players; M lets the others play." : "You set moves for all players.";
  const only = onlyWord(view);
  if (only) return `You can only ${table.wordLabel(only)}${keys ? ": C" : ""}.`;
  const words = (keys ? view.words : []).map((word) => `${table.needsCell(word) ? "G" : "C"}: ${table.wordLabel(word)}`);
  const parts = [choice(table), words.length ? `${words.join("; ")}.` : ""].filter(Boolean);
  if (parts.length) return parts.join(" ");
  if (view.words.length) return `Choose below: ${view.words.map((word) => table.wordLabel(word)).join(" or ")}.`;
  return keys ? "T types a move." : "Type a move.";
}

/** How a move is chosen with the mouse. @param {Table} table */
function choice({ state, view, words, cells }) {
  if (view.paths === null) return `Choose a ${state.cell_word}.`;
  const open = new Set(view.paths.map(([first]) => first).filter((first) => cells.get(first)));
  if (open.size) return isFree(open.size, cells.count) ? `Choose a ${state.cell_word}.` : `Choose a marked ${state.cell_word}.`;
  return words.length > view.words.length ? "Choose a move below, or type it." : "";
}
