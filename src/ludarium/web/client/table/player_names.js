/** The names of players, and who plays for them. */

import { capital } from "../core/dom.js";
import { isMine, isPerson, own } from "./permissions.js";

export { playerTitle } from "../core/player_title.js";

/**
 * @typedef {import("../server/protocol.js").Player} Player
 * @typedef {import("./types.js").Table} Table
 */

/** Who plays for a player, in a word or two. @param {Table} table @param {Player} player */
export function occupant(table, player) {
  if (!isPerson(player)) return player.title;
  if (isMine(table, player)) return own(table)[0]?.number === player.number ? "you" : "a friend";
  return player.person ? player.title : "a person";
}

/**
 * A player as messages name them: by the name of the user or character, or as `You`.
 * @param {Table} table
 * @param {Player} player
 */
export const nameOf = (table, player) =>
  player.person || !isPerson(player) ? player.title : capital(occupant(table, player));

/** The symbol of who plays. @param {Player} player */
export const portrait = (player) => (isPerson(player) || player.who === "open" ? "person" : player.title.toLowerCase());

/**
 * What a number on a player's card counts; empty where the game tells more than a number.
 * @param {import("./types.js").Table} table @param {string} value
 */
export function unitOf({ extension }, value) {
  const unit = extension.unit ?? "point";
  return !/^\d+$/.test(value) ? "" : value === "1" ? unit : `${unit}s`;
}
