/** What the user may do at a table, by the rules of the server: actions that it would refuse are not offered. */

import { currentUser, isHome } from "../core/identity.js";

/**
 * @typedef {import("../core/protocol.js").Player} Player
 * @typedef {import("./types.js").Table} Table
 */

const HUMAN = "human";

/** @param {{who: string}} player */
export const isPerson = ({ who }) => who === HUMAN;

/** Whether the user is the host; a game without an owner belongs to the server's machine. @param {Table} table */
export function isHost({ state }) {
  return state.owner ? state.owner === currentUser()?.id : isHome();
}

/**
 * Whether the user plays for a player; the host plays for those at the same device.
 * @param {Table} table
 * @param {Player} player
 */
export function isMine(table, player) {
  return isPerson(player) && (player.person ? player.person === currentUser()?.id : isHost(table));
}

/** The players that the user plays for. @param {Table} table */
export const own = (table) => table.view.players.filter((player) => isMine(table, player));

/** Whether users at different devices play. @param {Table} table */
export function isMultiplayer({ view }) {
  return new Set(view.players.filter(isPerson).map(({ person }) => person ?? "")).size > 1;
}

/** Whether the user can move now, if the game waits for a person. @param {Table} table */
export function mayMove(table) {
  const { view } = table;
  if (view.setting) return isHost(table);
  if (!view.begun && isMultiplayer(table)) return false;
  const player = view.players.find(({ number }) => number === view.turn);
  return player !== undefined && isMine(table, player);
}

/** Whether moves can be taken back without asking another user. @param {Table} table */
export const mayUndo = (table) => !isMultiplayer(table) && !isSpectator(table);

/** Whether hints and analysis are allowed: not in a running game against other users. @param {Table} table */
export const mayUseComputer = (table) => !isMultiplayer(table) || table.view.ending !== null;

/** Whether the user only watches. @param {Table} table */
export const isSpectator = (table) => own(table).length === 0 && !isHost(table);
