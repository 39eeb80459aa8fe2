/** What the players are called, and who they are. */

import { capital } from "../core/dom.js";
import { isMine, isPerson, own } from "./permissions.js";

/**
 * @typedef {import("../core/socket.js").Player} Player
 * @typedef {import("./table.js").Table} Table
 */

/** A player by name; those whose name is a number are called so. @param {{name: string}} player */
export const playerTitle = ({ name }) => (/^\d+$/.test(name) ? `player ${name}` : name);

/** Who plays for a player, in a word or two. @param {Table} table @param {Player} player */
export function whoIs(table, player) {
  if (!isPerson(player)) return player.title;
  if (isMine(table, player)) return own(table)[0]?.number === player.number ? "you" : "a friend";
  return player.person ? player.title : "somebody";
}

/** Somebody as they are spoken of: by name, or by the side they play. @param {Table} table @param {Player} player */
export const nameOf = (table, player) =>
  player.person || !isPerson(player) ? player.title : capital(whoIs(table, player));

/** The drawing of who plays. @param {Player} player */
export const portrait = (player) => (isPerson(player) || player.who === "open" ? "person" : player.title.toLowerCase());
