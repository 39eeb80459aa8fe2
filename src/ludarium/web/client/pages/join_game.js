/** Hosting a game and joining one, by a name: ID here, or ID@HOST[:PORT] elsewhere. */

import { copied, linkTo } from "../table/opponents_panel.js";
import { ask, openDialog } from "../core/dialogs.js";
import { h } from "../core/dom.js";
import { introduce } from "../core/identity.js";
import { del, get, post, Wire } from "../core/socket.js";

/** @typedef {import("../table/table.js").Table} Table */

const HOW = "Write the name of the game, or the name and where it is, as in ID@HOST or ID@HOST:PORT.";
const PORT = 8190; // where a house is found if nobody says otherwise

/**
 * Go to the game of a name, to take a seat there.
 * @param {string} text
 * @returns {Promise<string>} what is wrong, if anything
 */
export async function join(text) {
  const found = /^([^@\s/]+)(?:@([^@\s/:]+|\[[^\]\s]+\])(?::(\d{1,5}))?)?$/.exec(text);
  if (!found) return HOW;
  const [, id, host, port] = found;
  if (host) {
    const there = new URL(location.href);
    try {
      there.host = `${host}:${port ?? PORT}`;
    } catch {
      return HOW;
    }
    if (there.host !== location.host && !(host === location.hostname && !port)) {
      location.href = `http://${there.host}/#/join/${encodeURIComponent(id)}`;
      return "";
    }
  }
  return get(`join/${encodeURIComponent(id)}`).then(
    (game) => {
      location.hash = `#/sit/${game.id}`;
      return "";
    },
    (error) => error.message,
  );
}

/** Ask which game to join. */
export function askToJoin() {
  return ask({ title: "Join a game", label: "ID@ADDRESS", hint: HOW, button: "Join", check: join });
}

/**
 * Host the game that is set up on a table: it waits in a window until somebody has come, or one does not wait any more.
 * @param {Table} table
 * @param {number} player whom the host plays
 */
export async function host(table, player) {
  if (!(await introduce())) return;
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
  const hint = "Others join it by this name.";
  const alias = await ask({ title: "Host a game", label: "A name for the game", hint, button: "Host", check });
  if (alias) await wait(table, id, alias, player);
}

/** @param {Table} table @param {string} id @param {string} alias @param {number} player */
async function wait(table, id, alias, player) {
  const wire = new Wire(id);
  let come = false;
  const look = (/** @type {Event} */ event) => {
    come = /** @type {CustomEvent} */ (event).detail.view.vacant === 0;
    // All windows close with it
    if (come) location.hash = `#/game/${id}`;
  };
  wire.addEventListener("state", async () => {
    // What was set up so far
    const record = await get(`games/${table.id}/record`);
    await wire.ask("set up", { record, player }).catch((error) => table.refuse(error.message));
  }, { once: true });
  wire.addEventListener("state", look);
  wire.addEventListener("changed", look);
  const body = [
    h("p", { text: `Waiting for somebody to join ${alias}@${location.host} ...` }),
    copied(linkTo(id)),
  ];
  await openDialog({ title: "Host a game", body, buttons: [{ label: "Cancel", value: "" }] });
  wire.close();
  // The window closes when somebody has come; else nobody is waited for any more
  if (!come) await del(`games/${id}`).catch(() => {});
}
