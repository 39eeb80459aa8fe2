/** Files: a game that somebody has kept elsewhere. */

import { h } from "./dom.js";
import { post } from "./socket.js";

const LARGEST = 16_000_000; // bytes; what is longer is no game

/** Ask for a file. @returns {Promise<string | null>} its text, or null when none was chosen */
export function chooseFile() {
  const field = h("input", { type: "file", class: "unseen", "aria-label": "A file with a game" });
  document.body.append(field);
  return new Promise((chosen, fail) => {
    const done = () => field.remove();
    field.addEventListener("cancel", () => {
      done();
      chosen(null);
    });
    field.addEventListener("change", () => {
      done();
      const file = field.files?.[0];
      if (!file) chosen(null);
      else read(file).then(chosen, fail);
    });
    field.click();
  });
}

/** @param {File} file */
export async function read(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large for a game.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} is not text, so there is no game in it.`);
  }
}

/**
 * Put a game from elsewhere on a table, and go there.
 * @param {string} text
 * @param {string} [kind] the game whose commands it may be
 */
export async function bring(text, kind = "") {
  const game = await post("games/import", { text, kind });
  location.hash = `#/game/${game.id}`;
}
