/** Commands about the game as a whole: begin another one, save it, leave it. */

import { h, sentence } from "../core/dom.js";
import { apiUrl, post } from "../core/http.js";

/** @typedef {import("./types.js").Table} Table */

/**
 * Begin another game of this kind, and go to it.
 * @param {Table} table
 * @param {Record<string, string>} options
 * @param {string[]} seats
 * @param {{begun?: boolean, position?: string}} [more]
 */
export async function newGame(table, options, seats, more = {}) {
  try {
    const game = await post("games", { kind: table.kind.id, options, seats, ...more });
    location.hash = `#/game/${game.id}`;
  } catch (error) {
    table.refuse(sentence(/** @type {Error} */ (error).message));
  }
}

/** Save the game as a file, under the name that the server gives it. @param {Table} table */
export function saveGame(table) {
  h("a", { href: apiUrl(`games/${table.id}/record`), download: true }).click();
}

/** Leave the page of the game; the game is kept and can be continued. */
export function leaveGame() {
  location.hash = "#/";
}
