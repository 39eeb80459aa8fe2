/** Games that begin with one click: against the usual opponent, or with a friend who gets a link. */

import { LAST, preferred } from "../core/preferences.js";
import { get } from "../server/http.js";

/**
 * @typedef {import("../server/protocol.js").House} House
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").GameTold} GameTold
 */

const LEVEL = /^level (\d+)$/;
export const FIRST = "3"; // before the first game, as in line mode and on the full screen

/**
 * The level of the usual opponent: the one in the preferences, or else of the last computer that the user played
 * against, in this game or in any.
 * @param {KindTold} kind
 * @param {GameTold[]} games of the user, the last changed first
 */
export function usualLevel(kind, games) {
  const chosen = preferred("level");
  if (chosen !== LAST) return chosen;
  const own = games.filter((game) => game.kind === kind.id);
  for (const { seats } of [...own, ...games]) {
    const found = seats.map((seat) => LEVEL.exec(seat)?.[1]).find(Boolean);
    if (found) return found;
  }
  return FIRST;
}

/** The same, of a user whose games were not fetched yet. @param {KindTold} kind */
export const fetchUsualLevel = async (kind) => usualLevel(kind, await get("games").catch(() => []));

/** The address that begins a game against the usual opponent at once. @param {KindTold} kind */
export const playUrl = (kind) => `#/quick/${kind.id}`;

/**
 * The address that begins a game with free seats for others, or on one device where no others can be reached.
 * @param {House} house
 * @param {KindTold} kind
 */
export function friendUrl(house, kind) {
  const seats = ["human", ...Array(kind.players - 1).fill(house.is_alone ? "human" : "open")];
  return `#/quick/${kind.id}?${new URLSearchParams(seats.map((seat) => ["seat", seat]))}`;
}
