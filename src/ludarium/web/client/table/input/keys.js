/** The keys of a table: what they do, and the dialog that lists them. */

import { openDialog } from "../../core/dialogs.js";
import { h } from "../../core/dom.js";
import { preferred } from "../../core/preferences.js";

/**
 * @typedef {import("../../core/menu.js").Entry} Entry
 * @typedef {import("../types.js").Table} Table
 */

const BOARD = [
  ["arrows", "move the cursor; Home, End, Page up and Page down go further"],
  ["space, Enter, a click", "choose the square under the cursor; pieces can be dragged as well"],
  ["right button, a long press", "draw arrows and circles, which a click clears"],
  ["Esc", "clear a move that is half chosen; make a thinking opponent play the best it has found; close a window"],
];

const PAST = [
  [", .", "a move back, a move forth"],
  ["< >", "the first move, the last"],
  ["V", "play the game again, or pause"],
  ["Z", "analysis on or off"],
];

const PASSING = [
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "PageUp",
  "PageDown",
  "p",
  "P",
  "Tab",
  "Shift",
];

const FOOT = [
  "While a move unfolds any key shows how it ends.",
  "Squares that you can choose are outlined. While another side thinks, a move can be chosen in advance;",
  "in a game for one player, while a move unfolds.",
].join(" ");

/** @param {Table} table */
export function showKeys({ menu, extension }) {
  const listed = new Set(["Esc", "G", "C", ...PAST.map(([key]) => key)]);
  const others = menu
    .filter(({ key, shown }) => key && !listed.has(key) && (shown?.() ?? true))
    .map(({ key, label }) => [key ?? "", label.toLowerCase()]);
  const words = Object.values(extension.words ?? {}).flatMap(({ help }) => (help ? [help] : []));
  const rows = [...BOARD, ...words, ...others, ["Ctrl-D", "how it stands"], ...PAST];
  const table = h(
    "table",
    { class: "keys" },
    h(
      "thead",
      {},
      h("tr", {}, h("th", { scope: "col", text: "key" }), h("th", { scope: "col", text: "what it does" })),
    ),
    h(
      "tbody",
      {},
      ...rows.map(([key, what]) => h("tr", {}, h("td", {}, h("kbd", { text: key })), h("td", { text: what }))),
    ),
  );
  return openDialog({ title: "Keys", body: [table, FOOT] });
}

/**
 * Run the action of a key.
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key has an action
 */
function runKey(table, event) {
  const letter = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (letter === "Escape" && table.result?.isOpen) table.result.close();
  else if (letter === "Escape") table.input.escape();
  else if (event.ctrlKey && letter === "D") table.run("results");
  else if (event.ctrlKey || (preferred("keys") === "off" && letter !== "?")) return false;
  else {
    const entry = table.menu.find(({ key, shown }) => key === letter && (shown?.() ?? true));
    // A key that is held down makes one move
    if (entry && !(event.repeat && entry.press)) (entry.press ?? entry.run)();
    return entry !== undefined;
  }
  return true;
}

/**
 * Handle a key that was pressed on the page of a table.
 * @param {Table} table
 * @param {KeyboardEvent} event
 */
export function handleKey(table, event) {
  const at = event.target;
  if (event.defaultPrevented || event.altKey || event.metaKey || !table.state) return;
  if (at instanceof HTMLInputElement || at instanceof HTMLSelectElement || at instanceof HTMLTextAreaElement) return;
  if (table.isFilming) {
    if (event.key === "Escape" && table.input.cancelPlan()) {
      event.preventDefault();
      return;
    }
    table.board.skip();
    if (!PASSING.includes(event.key)) {
      event.preventDefault();
      return;
    }
  }
  if (table.extension.key?.(event) || table.history?.key(event)) event.preventDefault();
  else if (runKey(table, event)) event.preventDefault();
}
