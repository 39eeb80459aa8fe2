/** Commands about the game as a whole: begin another one, save it, leave it. */

import { openDialog } from "../core/dialogs.js";
import { sentence } from "../core/dom.js";
import { saveFile } from "../core/files.js";
import { fetchRecord } from "../core/record_seats.js";
import { post } from "../server/http.js";
import { isHost, isMultiplayer, own } from "./permissions.js";

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

/** Save the game as a file. @param {Table} table */
export async function saveGame(table) {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()];
  const when = parts.map((part) => String(part).padStart(2, "0")).join("-");
  try {
    await saveFile(() => fetchRecord(table.id, table.seats), `${table.kind.id} ${when}.csv`);
  } catch (error) {
    table.refuse(`The game could not be saved: ${sentence(/** @type {Error} */ (error).message)}`);
  }
}

/**
 * Go from a game in which others wait for the user: ask first, then tell them by resigning, or by leaving the seat of a
 * game that has not begun.
 * @param {Table} table
 * @returns {Promise<boolean>} whether the user goes
 */
export async function partFromOthers(table) {
  const { view } = table;
  const [mine] = own(table);
  if (view.ending || !mine || !isMultiplayer(table)) return true;
  const isGuest = !view.begun && !isHost(table);
  const goes = isGuest ? "Leave the seat" : "Resign and leave";
  const clock = Object.keys(view.clocks).length ? " Your clock does not wait." : "";
  const text = `The others wait for you. You find the game on the home page when you come back.${clock}`;
  const buttons = [
    { label: "Come back later", value: "later", primary: true },
    { label: goes, value: isGuest ? "leave" : "resign" },
    { label: "Stay", value: "" },
  ];
  const answer = await openDialog({ title: "Leave the game?", body: text, buttons });
  if (!answer) return false;
  // Another may have ended it while the question was open
  if (answer === "later" || table.view.ending) return true;
  return (await table.request(answer, { player: mine.number })) !== null;
}

/** Leave the page of the game. @param {Table} table @param {string} [to] where the user goes */
export async function leaveGame(table, to = "#/") {
  if (await partFromOthers(table)) location.hash = to;
}
