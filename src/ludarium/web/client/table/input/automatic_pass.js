/** A side that can only pass does so by itself, a moment after the board shows why, if the user wants that. */

import { preferred } from "../../core/preferences.js";
import { onlyWord } from "../panels/status.js";

/** @typedef {import("../types.js").Table} Table */

const PAUSE = 900; // milliseconds in which the user sees that there is no move

export class AutomaticPass {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Pass soon if the user to move has no choice; to be called after every event. */
  refresh() {
    this.close();
    if (this.#word()) this.#timer = setTimeout(() => this.#pass(), PAUSE);
  }

  close() {
    clearTimeout(this.#timer);
  }

  /** The word of the only move; empty if there is a choice, or the user decides. */
  #word() {
    const { view, moveInput, isFilming } = this.table;
    if (!moveInput || isFilming || preferred("pass") === "off") return "";
    // After an undo, the pass would bring back what was taken back; in set-up the user makes every move
    if (view.can_redo || !view.begun || view.setting) return "";
    return onlyWord(view);
  }

  async #pass() {
    const { table } = this;
    const word = this.#word();
    if (word && table.isPast) {
      this.refresh(); // the user looks at the past, and is waited for
      return;
    }
    // Another window of the user may have passed already, so nothing is said if this is refused
    if (word) await table.socket.ask("play", { at: table.ply, path: [word] }).catch(() => {});
  }
}
