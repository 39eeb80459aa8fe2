/** Joining a game by its name: ID on this server, or ID@HOST[:PORT] on another one. */

import { ask } from "../core/dialogs.js";
import { get } from "../server/http.js";

const HOW = "Enter the name of the game, or the name and the server, as in ID@HOST or ID@HOST:PORT.";
const PORT = 8190; // of a server, unless the address has another one

/**
 * Go to the game of this name, to take a seat.
 * @param {string} text
 * @returns {Promise<string>} what is wrong, or an empty text
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
