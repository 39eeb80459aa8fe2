/** Files: a game that was saved. */

import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { currentVisit } from "./visit.js";
import { post } from "../server/http.js";
import { largestFile, limits } from "../server/limits.js";

const KEPT = 60_000; // milliseconds that a downloaded text is kept

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
 * Import a game, and go to it. A file of commands may load others, which the user is asked for.
 * @param {string} text
 * @param {string} [kind] the game that a file of commands is for
 */
export async function importGame(text, kind = "") {
  /** @type {Record<string, string>} */
  const files = {};
  const visit = currentVisit();
  for (;;) {
    try {
      const game = await post("games/import", { text, kind, files });
      if (visit === currentVisit()) location.hash = `#/loaded/${game.id}`;
      return;
    } catch (error) {
      const { needs } = /** @type {{needs?: string}} */ (error);
      const content = needs && !(needs in files) ? await askForFile("Another file", needText(needs)) : null;
      if (!needs || content === null) throw error;
      files[needs] = content;
    }
  }
}

/** @param {string} name */
const needText = (name) => `The file loads ${name}. Choose that one too.`;

/**
 * Ask for a file in a dialog, which stays open as long as its content is not accepted.
 * @param {string} title
 * @param {string} label
 * @param {{hint?: string, take?: (text: string) => Promise<unknown>}} [more]
 * @returns {Promise<string | null>} its text
 */
export async function askForFile(title, label, { hint, take } = {}) {
  const field = h("input", { type: "file", autofocus: true });
  let content = "";
  const check = async () => {
    const file = field.files?.[0];
    if (!file) return "Choose a file first.";
    try {
      content = await readFile(file);
      await take?.(content);
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  };
  const body = [
    h("label", { class: "asked" }, h("span", { text: label }), field),
    hint ? h("small", { text: hint }) : null,
  ];
  const buttons = [
    { label: "OK", value: "ok", primary: true },
    { label: "Cancel", value: "" },
  ];
  return (await openDialog({ title, body, buttons, check })) ? content : null;
}

/** Let the browser download a text as a file. @param {string} text @param {string} name @param {string} [type] */
export function download(text, name, type = "text/plain;charset=utf-8") {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href, download: name }).click();
  // Not at once: some browsers read it a moment after the click
  setTimeout(() => URL.revokeObjectURL(href), KEPT);
}

/**
 * Save a text as a file: the user chooses its name and place where the browser lets them, else it is downloaded.
 * @param {() => Promise<string>} fetchText
 * @param {string} name that is suggested
 * @returns {Promise<boolean>} whether it was saved
 */
export async function saveFile(fetchText, name) {
  const { showSaveFilePicker } = /** @type {any} */ (window);
  if (!showSaveFilePicker) {
    download(await fetchText(), name);
    return true;
  }
  let target;
  try {
    target = await showSaveFilePicker({ suggestedName: name });
  } catch (error) {
    // Closed without a choice
    if (/** @type {Error} */ (error).name === "AbortError") return false;
    throw error;
  }
  const content = new Blob([await fetchText()]);
  const stream = await target.createWritable();
  await stream.write(content);
  await stream.close();
  return true;
}
