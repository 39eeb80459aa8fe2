/** The actions: the frequent ones in a bar, others where they are used, and a short menu with the rest. */

import { button, capital, h, isNarrow, setText } from "../core/dom.js";
import { menuButton } from "../core/menu.js";
import { tellsKeys } from "../core/preferences.js";
import { symbol } from "../core/symbols.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("../core/menu.js").Entry} Entry
 */

/** The buttons of the bar in their order: those that come and go stand last, so that the others stay where they are. */
const BAR = {
  start: "icon-play",
  undo: "icon-undo",
  redo: "icon-redo",
  hint: "",
  stop: "",
  pause: "",
  resign: "",
  draw: "",
  takeback: "",
  rematch: "",
  again: "",
};
const BARE = ["redo"]; // of which the bar shows the drawing alone
const MOVES = ["flip", "type", "save", "load", "share", "picture"]; // what is done with the moves stands below them
const TITLE = ["rules", "scores"]; // beside the name of the game
/** What a player's card, the steps through the game, the tabs and the page's header do. */
const ELSEWHERE = ["level", "replay", "analysis", "about"];
const HEADER = ["preferences"];

export class ActionBar {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {Map<string, HTMLButtonElement>} the buttons that stand elsewhere */
  #tools = new Map();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.row = h("div", { class: "bar-row" });
    this.more = menuButton("More", () => this.#rest(), { class: "more" });
    table.parts.bar.append(this.row, this.more);
    for (const [id, drawing] of Object.entries(BAR)) this.#add(id, drawing);
    const tools = h("div", { class: "tools", role: "group", "aria-label": "The moves as a whole" });
    table.history?.element.append(tools);
    this.#place(MOVES, tools);
    this.#place(TITLE, table.slots.title);
  }

  /** What the menu lists: all that stands nowhere else. */
  #rest() {
    const placed = isNarrow() ? [] : [...TITLE, ...HEADER];
    const visible = [...this.#buttons].filter(([, { hidden }]) => !hidden).map(([id]) => id);
    const keys = tellsKeys() ? [] : ["keys"];
    const elsewhere = new Set([...visible, ...MOVES, ...ELSEWHERE, ...placed, ...keys, ...this.#own]);
    const usable = this.table.menu.filter(({ shown, may }) => (shown?.() ?? true) && (may?.() ?? true));
    return usable.filter(({ id }) => !elsewhere.has(id));
  }

  /** What the page module has buttons for. */
  get #own() {
    return this.table.extension.placed?.() ?? [];
  }

  /** @param {string[]} ids @param {HTMLElement} where */
  #place(ids, where) {
    for (const id of ids) {
      const made = this.#make(id);
      if (!made) continue;
      this.#tools.set(id, made);
      where.append(made);
    }
  }

  /** @param {string} id */
  #make(id) {
    const entry = this.table.entry(id);
    if (!entry) return null;
    const made = button(entry.short ?? entry.label, () => this.table.run(id), { key: entry.key });
    if (entry.short) made.title = `${entry.label} (${entry.key})`;
    made.dataset.id = id;
    return made;
  }

  /** @param {string} id @param {string} [drawing] @param {string} [before] the id of the button that it stands before */
  #add(id, drawing, before = "") {
    const made = this.#make(id);
    if (!made) return;
    if (drawing) made.prepend(symbol(drawing, this.table.kind));
    if (BARE.includes(id)) bare(made);
    this.#buttons.set(id, made);
    this.row.insertBefore(made, this.#buttons.get(before) ?? null);
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
    for (const [id, made] of [...this.#buttons, ...this.#tools]) {
      const entry = this.table.entry(id);
      made.hidden = this.#own.includes(id) || !(entry?.offered?.() ?? entry?.shown?.() ?? true);
      // Not `disabled`: a disabled button would lose the focus
      made.setAttribute("aria-disabled", String(!(entry?.may?.() ?? entry?.shown?.() ?? true)));
      if (entry && this.#buttons.has(id)) setText(made.querySelector("span"), entry.label);
      const why = entry?.why && !entry.may?.() ? entry.why() : "";
      if (why) {
        made.title = why;
        made.setAttribute("aria-description", why);
      }
    }
  }

  /** @param {string} word @param {string} [before] the id of the entry that it stands before */
  #addWord(word, before) {
    const { table } = this;
    // A word of the game stays where it is while others move
    const stays = table.view.words.includes(word);
    const shown = () => table.moveInput !== null && table.words.includes(word);
    const place = table.menu.findIndex(({ id }) => id === before);
    table.menu.splice(place < 0 ? table.menu.length : place, 0, {
      id: `word:${word}`,
      label: capital(table.wordLabel(word)),
      key: table.needsCell(word) ? "G" : table.view.words.includes(word) ? "C" : undefined,
      run: () => table.chooseWord(word),
      press: () => table.chooseWord(word, table.board.cursor),
      shown,
      offered: () => !table.view.ending && (stays || shown()),
    });
    this.#add(`word:${word}`, table.extension.words?.[word]?.symbol, before);
    table.parts.page.dataset.words = "";
  }
}

/** Show the drawing of a button alone, and keep its name. @param {HTMLButtonElement} made */
function bare(made) {
  made.classList.add("icon");
  made.ariaLabel = made.textContent;
  made.querySelector("span")?.remove();
}
