/** The bar under the board: buttons for frequent actions, and the menu with all of them. */

import { button, capital, setText } from "../core/dom.js";
import { menuButton } from "../core/menu.js";
import { symbol } from "../core/symbols.js";
import { isMultiplayer } from "./permissions.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("../core/menu.js").Entry} Entry
 */

const FIRST = {
  start: "icon-play",
  undo: "icon-undo",
  redo: "icon-redo",
  hint: "icon-hint",
  pause: "icon-pause",
  stop: "icon-stop",
  draw: "",
  takeback: "",
  resign: "",
  rematch: "",
};
const MULTIPLAYER_ONLY = ["resign"]; // buttons that only multiplayer games have; the menu has them always

export class ActionBar {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = table.parts.bar;
    this.more = menuButton("More", () => table.menu.filter((entry) => entry.shown?.() ?? true), { class: "more" });
    this.element.append(this.more);
    for (const [id, drawing] of Object.entries(FIRST)) this.#add(id, drawing);
  }

  /** @param {string} id @param {string} [drawing] @param {string} [before] the id of the button that it stands before */
  #add(id, drawing, before = "") {
    const entry = this.table.entry(id);
    if (!entry) return;
    const made = button(entry.label, () => this.table.run(id), { key: entry.key });
    if (drawing) made.prepend(symbol(drawing, this.table.kind));
    made.dataset.id = id;
    this.#buttons.set(id, made);
    this.element.insertBefore(made, this.#buttons.get(before) ?? this.more);
  }

  /** Update the buttons. */
  refresh() {
    const words = this.table.words.map((word) => `word:${word}`);
    for (const [i, id] of words.entries()) {
      if (this.#buttons.has(id)) continue;
      // In the order of the game's words, whichever could be chosen first
      const next = words.slice(i + 1).find((other) => this.#buttons.has(other));
      this.#addWord(this.table.words[i], next);
    }
    for (const [id, made] of this.#buttons) {
      const entry = this.table.entry(id);
      const isSpare = MULTIPLAYER_ONLY.includes(id) && (!isMultiplayer(this.table) || this.table.view.ending !== null);
      made.hidden = isSpare || !(entry?.shown?.() ?? true);
      // Not `disabled`: a disabled button would lose the focus
      made.setAttribute("aria-disabled", String(!(entry?.may?.() ?? true)));
      if (entry) setText(made.querySelector("span"), entry.label);
    }
  }

  /** @param {string} word @param {string} [before] the id of the entry that it stands before */
  #addWord(word, before) {
    const { table } = this;
    const place = table.menu.findIndex(({ id }) => id === before);
    table.menu.splice(place < 0 ? table.menu.length : place, 0, {
      id: `word:${word}`,
      label: capital(table.wordLabel(word)),
      key: table.needsCell(word) ? "G" : table.view.words.includes(word) ? "C" : undefined,
      run: () => table.chooseWord(word),
      press: () => table.chooseWord(word, table.board.cursor),
      shown: () => table.moveInput !== null && table.words.includes(word),
    });
    this.#add(`word:${word}`, table.extension.words?.[word]?.symbol, before);
  }
}
