/** What the user may do at a table, by the server's own table: actions that it would refuse are not offered. */

import { currentUser, isHome } from "../core/identity.js";
import { AUDIENCES, STATES, TABLE, TELLING } from "./permission_table.js";

/**
 * @typedef {import("../server/protocol.js").Player} Player
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

/** Whether the user plays for the player to move. @param {Table} table */
function moves(table) {
  const { view } = table;
  const player = view.players.find(({ number }) => number === view.turn);
  if (!player || view.ending) return false;
  // While moves are set, the host moves for all; before that, no one moves in a game between rivals
  if (view.setting) return isHost(table);
  return isMine(table, player) && (view.begun || !isMultiplayer(table));
}

/** The user's role in the words of the server's table. @param {Table} table */
function role(table) {
  const turn = moves(table);
  if (!turn && own(table).length === 0) return isHost(table) ? "host without a seat" : "spectator";
  return `${isHost(table) ? "host" : "player"} ${turn ? "to move" : "not to move"}`;
}

/** The state of the game in the words of the server's table. @param {Table} table */
function state(table) {
  const { begun, ending, setting } = table.view;
  const stage = ending ? "over" : !begun || setting ? "set-up" : "in play";
  return isMultiplayer(table) ? `${stage}, rivals` : stage;
}

/**
 * Whether the server lets the user do something now.
 * @param {Table} table
 * @param {string} action as the server's table calls it
 */
export function may(table, action) {
  if (table.view.hides && TELLING.includes(action)) return false;
  return AUDIENCES[TABLE[action][STATES.indexOf(state(table))]].includes(role(table));
}

/** Whether the user only watches. @param {Table} table */
export const isSpectator = (table) => own(table).length === 0 && !isHost(table);
