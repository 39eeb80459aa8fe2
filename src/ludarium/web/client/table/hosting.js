/** Hosting a game: other players join it by its name. */

import { invitation } from "../core/copy_link.js";
import { ask, openDialog } from "../core/dialogs.js";
import { h } from "../core/dom.js";
import { del, get, post } from "../server/http.js";
import { ensureUser, ownName } from "../core/identity.js";
import { GameSocket } from "../server/socket.js";

/** @typedef {import("./types.js").Table} Table */

/**
 * Host the game that is set up on a table: a dialog waits until another player joins, or the user cancels.
 * @param {Table} table
 * @param {number} player that the host plays
 */
export async function hostGame(table, player) {
  if (!(await ensureUser())) return;
  let id = "";
  /** @param {string} alias */
  const check = async (alias) => {
    if (!alias) return "A game needs a name.";
    const seats = ["human", "human"].map((seat, number) => (number === player ? seat : "open"));
    try {
      id = (await post("games", { kind: table.kind.id, seats, alias, begun: false })).id;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  };
  const hint = "Other players join by this name.";
  const alias = await ask({ title: "Host a game", label: "A name for the game", hint, button: "Host", check });
  if (alias) await waitForPlayer(table, id, alias, player);
}

/** @param {Table} table @param {string} id @param {string} alias @param {number} player */
async function waitForPlayer(table, id, alias, player) {
  const socket = new GameSocket(id);
  let joined = false;
  const check = (/** @type {Event} */ event) => {
    joined = /** @type {CustomEvent} */ (event).detail.view.vacant === 0;
    // Going to another page closes all dialogs
    if (joined) location.hash = `#/game/${id}`;
  };
  socket.addEventListener("state", async () => {
    // What was set up so far
    const record = await get(`games/${table.id}/record`);
    await socket.ask("set up", { record, player }).catch((error) => table.refuse(error.message));
  }, { once: true });
  socket.addEventListener("state", check);
  socket.addEventListener("changed", check);
  const body = [
    h("p", { text: `Waiting for a player to join ${alias}@${location.host} ...` }),
    ...invitation(id),
    ownName(() => socket.ask("sit", { player }).catch((error) => table.refuse(error.message))),
  ];
  await openDialog({ title: "Host a game", body, buttons: [{ label: "Cancel", value: "" }] });
  socket.close();
  // The dialog was cancelled
  if (!joined) await del(`games/${id}`).catch(() => {});
}
