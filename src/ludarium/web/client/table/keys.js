/** The keys: what they do, and the page that tells of them. */

import { openDialog } from "../core/dialogs.js";
import { h } from "../core/dom.js";
import { preferred } from "../core/preferences.js";

/**
 * @typedef {import("../core/dom.js").Entry} Entry
 * @typedef {import("./table.js").Table} Table
 */

const BOARD = [
  ["arrows", "move the cursor; Home, End, Page up and Page down go further"],
  ["space, Enter, a click", "choose the square under the cursor"],
  ["Esc", "let go of half a move; make a thinking opponent play the best it has found; close a window"],
  ["G", "the golden move: on the field under the cursor if it can be made there"],
  ["C", "skip the turn, or pass"],
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
  "Squares that you cannot choose are greyed out, those that you can are bright.",
].join(" ");

/** @param {Entry[]} menu what else has a key */
export function showKeys(menu) {
  const told = new Set(["Esc", "G", "C", ...PAST.map(([key]) => key)]);
  const others = menu
    .filter(({ key }) => key && !told.has(key))
    .map(({ key, label }) => [key ?? "", label.toLowerCase()]);
  const rows = [...BOARD, ...others, ["Ctrl-D", "how it stands"], ...PAST];
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
 * A key was pressed at a table.
 * @param {Table} table
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it meant anything
 */
function pressed(table, event) {
  const letter = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (letter === "Escape") table.person.escape();
  else if (event.ctrlKey && letter === "D") table.run("results");
  else if (event.ctrlKey || (preferred("keys") === "off" && letter !== "?")) return false;
  else {
    const entry = table.menu.find(({ key, shown }) => key === letter && (shown?.() ?? true));
    if (entry) (entry.press ?? entry.run)();
    return entry !== undefined;
  }
  return true;
}

/**
 * A key was pressed somewhere on the page of a table.
 * @param {Table} table
 * @param {KeyboardEvent} event
 */
export function hearKey(table, event) {
  const at = event.target;
  if (event.defaultPrevented || event.altKey || event.metaKey || !table.state) return;
  if (at instanceof HTMLInputElement || at instanceof HTMLSelectElement || at instanceof HTMLTextAreaElement) return;
  if (table.turns.filming) {
    table.board.skip();
    if (!PASSING.includes(event.key)) {
      event.preventDefault();
      return;
    }
  }
  if (table.furniture.key?.(event) || table.history?.key(event)) event.preventDefault();
  else if (pressed(table, event)) event.preventDefault();
}
