/** The bar under the board: buttons for what is done most, and the menu with everything. */

import { wordLabel } from "./side_panel.js";
import { button, capital, menuButton, tell } from "../core/dom.js";
import { playsOthers } from "./permissions.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("../core/dom.js").Entry} Entry
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
const WITH_OTHERS = ["resign"]; // what only those need at hand who play with others

export class Bar {
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

  /** @param {string} id @param {string} [drawing] */
  #add(id, drawing) {
    const entry = this.table.entry(id);
    if (!entry) return;
    const made = button(entry.label, () => this.table.run(id), { key: entry.key, symbol: drawing });
    made.dataset.id = id;
    this.#buttons.set(id, made);
    this.element.insertBefore(made, this.more);
  }

  /** Show what can be done now. */
  refresh() {
    for (const word of this.table.words) if (!this.#buttons.has(`word:${word}`)) this.#addWord(word);
    for (const [id, made] of this.#buttons) {
      const entry = this.table.entry(id);
      const spare = WITH_OTHERS.includes(id) && (!playsOthers(this.table) || this.table.view.ending !== null);
      made.hidden = spare || !(entry?.shown?.() ?? true);
      // It stays where the focus is, so it is not disabled in the browser's sense
      made.setAttribute("aria-disabled", String(!(entry?.may?.() ?? true)));
      if (entry) tell(made.querySelector("span"), entry.label);
    }
  }

  /** @param {string} word */
  #addWord(word) {
    const { table } = this;
    table.menu.push({
      id: `word:${word}`,
      label: capital(wordLabel(word)),
      key: table.leadsOn(word) ? "G" : table.view.words.includes(word) ? "C" : undefined,
      run: () => table.word(word),
      press: () => table.word(word, table.board.cursor),
      shown: () => table.hand !== null && table.words.includes(word),
    });
    this.#add(`word:${word}`, table.leadsOn(word) ? "icon-gold" : undefined);
  }
}
