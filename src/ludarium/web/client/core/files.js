/** Files: a game that was saved. */

import { h } from "./dom.js";
import { post } from "./http.js";
import { largestFile, limits } from "./limits.js";

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
      else readFile(file).then(chosen, fail);
    });
    field.click();
  });
}

/** @param {File} file */
export async function readFile(file) {
  if (file.size > limits().request_bytes)
    throw new Error(`The file ${file.name} is too large: ${largestFile()} at most.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`The file ${file.name} is not a text file, so it holds no game.`);
  }
}

/**
 * Import a game, and go to it.
 * @param {string} text
 * @param {string} [kind] the game that a file of commands is for
 */
export async function importGame(text, kind = "") {
  const game = await post("games/import", { text, kind });
  location.hash = `#/game/${game.id}`;
}
