/** The line above the board (whose turn it is) and the line below it (what the user can do now). */

import { capital } from "../../core/dom.js";
import { isHost, isMultiplayer, isPerson, isSpectator } from "../permissions.js";
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
  const mover = table.view.count === 1 ? `Move ${table.history?.ply ?? table.ply}` : table.playerTitle(player);
  return `${capital(mover)}: ${table.wordLabel(move)}`;
}

/** Whose turn it was. @param {Table} table @param {number | null} turn */
export function pastLine(table, turn) {
  if (turn === null) return "The end";
  return table.view.count === 1
    ? `Then move ${(table.history?.ply ?? 0) + 1}`
    : `Then ${table.playerTitle(turn)} to move`;
}

/** Who makes the next move. @param {Table} table */
function mover(table) {
  const player = table.view.players.find(({ number }) => number === table.view.turn);
  return player ? nameOf(table, player) : "The computer";
}

/** What the user waits for. @param {Table} table */
function waiting(table) {
  const does = table.view.getting_ready ? "is getting ready, which takes a while the first time" : "thinks";
  return `${mover(table)} ${does}; Esc makes it move ...`;
}

/** What the user can do now. @param {Table} table */
export function advice(table) {
  const { view, moveInput } = table;
  const own = table.extension.advice?.();
  if (own !== undefined) return own;
  if (table.laying) return "Choose squares to block, or to free again; B goes on to the game.";
  if (view.ending) return "The game is over. N begins a new one.";
  if (view.vacant) return "The game begins when all seats are taken.";
  if (view.paused) return "Paused. P goes on.";
  if (!view.begun && !moveInput) return isHost(table) ? "Start lets the game begin." : "The game has not begun yet.";
  if (!moveInput && view.waits) return `${mover(table)} has to move.`;
  if (!moveInput) return waiting(table);
  if (moveInput.touched.length)
    return `${moveInput.touched.map((name) => table.wordLabel(name)).join(" ")}: where to? Esc lets go.`;
  if (view.setting) return "You set moves for all players; M lets the others play.";
  const words = view.words.map((word) => `${table.needsCell(word) ? "G" : "C"}: ${table.wordLabel(word)}`);
  const parts = [choice(table), words.length ? `${words.join("; ")}.` : ""].filter(Boolean);
  return parts.join(" ") || "T types a move.";
}

/** How a move is chosen with the mouse. @param {Table} table */
function choice({ view, words, cells }) {
  if (view.paths === null || view.paths.some(([first]) => cells.get(first))) return "Choose a marked square.";
  return words.length > view.words.length ? "Choose a move below, or T types it." : "";
}
