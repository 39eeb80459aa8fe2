/** Who may do what at a table, as the server sees it: what would be refused is not offered. */

import { isHome, me } from "../core/identity.js";

/**
 * @typedef {import("../core/socket.js").Player} Player
 * @typedef {import("./table.js").Table} Table
 */

const HUMAN = "human";

/** @param {{who: string}} player */
export const isPerson = ({ who }) => who === HUMAN;

/** Whether one has set the game up; one that nobody has set up was begun at home. @param {Table} table */
export function hosts({ state }) {
  return state.owner ? state.owner === me()?.id : isHome();
}

/**
 * Whether one plays for a player; for one beside the host, the host does.
 * @param {Table} table
 * @param {Player} player
 */
export function isMine(table, player) {
  return isPerson(player) && (player.person ? player.person === me()?.id : hosts(table));
}

/** The players that one plays for. @param {Table} table */
export const own = (table) => table.view.players.filter((player) => isMine(table, player));

/** Whether people play who are not all at one place. @param {Table} table */
export function playsOthers({ view }) {
  return new Set(view.players.filter(isPerson).map(({ person }) => person ?? "")).size > 1;
}

/** Whether one can move now, if the game waits for a person. @param {Table} table */
export function mayMove(table) {
  const { view } = table;
  if (view.setting) return hosts(table);
  if (!view.begun && playsOthers(table)) return false;
  const player = view.players.find(({ number }) => number === view.turn);
  return player !== undefined && isMine(table, player);
}

/** Whether moves can be taken back without asking anybody. @param {Table} table */
export const mayUndo = (table) => !playsOthers(table) && !looksOn(table);

/** Whether a computer may be asked: nobody is helped against others. @param {Table} table */
export const mayBeHelped = (table) => !playsOthers(table) || table.view.ending !== null;

/** Whether one only looks on. @param {Table} table */
export const looksOn = (table) => own(table).length === 0 && !hosts(table);
