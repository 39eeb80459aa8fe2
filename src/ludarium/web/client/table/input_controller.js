/** The user's input at a table: clicks on the board, words, hints, Escape. */

import { MoveInput, QueriedMoveInput } from "../board/move_input.js";
import { AutomaticPass } from "./automatic_pass.js";
import { isPerson, may } from "./permissions.js";
import { advice } from "./panels/status.js";

/** @typedef {import("./types.js").Table} Table */

const BATCH = 2048; // cells of one query
const PROMPT = 60; // milliseconds in which the server usually answers a move
const MOMENT = 250; // milliseconds after a film, in which a click was meant for the film
const DOUBLE = 500; // milliseconds after a click that made a move, in which a click on the same cell belongs to it

export class InputController {
  /** @type {MoveInput | QueriedMoveInput | null} */
  moveInput = null;
  /** @type {string[]} the visible cells of a large board */
  #visible = [];
  #calm = -Infinity; // when the last film had ended
  #sent = -1; // the ply of a move that was sent and is not answered yet
  #made = { name: "", at: -Infinity, ply: -1 }; // the last click that made a move

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.automaticPass = new AutomaticPass(table);
    const { board } = table;
    board.addEventListener("touch", (event) => {
      const { name, clicks } = /** @type {CustomEvent} */ (event).detail;
      this.touch(name, clicks);
    });
    board.addEventListener("view", (event) => {
      this.#visible = /** @type {CustomEvent} */ (event).detail.names;
      // Cells too small for marks lose those they had
      if (!this.#visible.length && !table.isPast) table.mark();
      this.query();
    });
  }

  /** Prepare for the next choice, after an event. */
  takeTurn() {
    const { waits, ending, paths, words, leads } = this.table.view;
    const mayPlay = waits && !ending && may(this.table, "play");
    const chosen = this.moveInput?.touched ?? [];
    this.moveInput = !mayPlay ? null : paths ? new MoveInput(paths, words) : new QueriedMoveInput(words, leads);
    // An event that changes no cell keeps what was chosen
    for (const name of chosen) if (this.moveInput?.may(name)) this.moveInput.touch(name);
    this.automaticPass.refresh();
  }

  close() {
    this.automaticPass.close();
  }

  /** A film has ended. */
  calm() {
    this.#calm = performance.now();
  }

  /**
   * A cell was clicked.
   * @param {string} name
   * @param {number} [clicks] the number of this click, where the system takes several for a double click
   */
  touch(name, clicks = 1) {
    const { table } = this;
    if (this.#endsFilm() || this.#sent === table.ply || (clicks > 1 && this.#isAgain(name))) return;
    if (table.isPast) {
      table.history?.refuse();
    } else if (table.extension.touch?.(name)) {
      // The page module has handled it
    } else if (table.laying) {
      table.request("lay", { name });
    } else if (this.moveInput) {
      this.#choose(this.moveInput, name);
    } else {
      table.refuse(advice(table));
    }
  }

  /** Whether what was pressed only ends a film, or was meant to. */
  #endsFilm() {
    const { table } = this;
    if (table.isFilming) table.board.skip();
    return table.isFilming || performance.now() - this.#calm < MOMENT;
  }

  /** Whether a click may be the rest of a double click that has made a move already. @param {string} name */
  #isAgain(name) {
    return name === this.#made.name && performance.now() - this.#made.at < DOUBLE;
  }

  /** Whether a computer has moved since the last click that made a move. */
  #wasAnswered() {
    const { state, view } = this.table;
    const movers = new Set(state.moves.slice(this.#made.ply + 1).map(([player]) => player));
    return view.players.some((player) => movers.has(player.number) && !isPerson(player));
  }

  /** @param {MoveInput | QueriedMoveInput} input @param {string} name */
  #choose(input, name) {
    const { table } = this;
    if (!input.canTouch(name)) {
      const half = input.touched.map((each) => table.wordLabel(each)).join(" ");
      table.refuse(`${table.wordLabel(name)} cannot be chosen ${half ? `after ${half}; Esc lets go` : "now"}.`);
      return;
    }
    const { touched } = input;
    const path = input.touch(name);
    // So soon after a computer's move, no click can have been meant as a move
    if (path && this.#isAgain(name) && this.#wasAnswered()) {
      input.touched = touched;
      return;
    }
    if (path) {
      this.#made = { name, at: performance.now(), ply: table.ply };
      this.play(path);
      return;
    }
    table.mark();
    this.query();
    table.say(advice(table));
  }

  /** Make the move of a path. @param {string[]} path */
  async play(path) {
    const { table } = this;
    const at = (this.#sent = table.ply);
    // Marking the chosen cells would delay the move, so it is done only if the answer is slow
    const late = setTimeout(() => at === table.ply && table.board.take(path), PROMPT);
    const answer = await table.request("play", { at, path });
    clearTimeout(late);
    this.#sent = -1;
    if (answer) return;
    this.moveInput?.clear();
    table.mark();
  }

  /** Choose a word, with a cell if that makes a move. @param {string} word @param {string} [name] */
  word(word, name = "") {
    const { table, moveInput } = this;
    if (table.isPast) table.history?.refuse();
    if (table.isPast || !moveInput || !table.words.includes(word) || this.#endsFilm()) return;
    moveInput.clear();
    const path = [word, name];
    if (table.needsCell(word) && moveInput.means(path)) this.play(path);
    else this.#choose(moveInput, word);
  }

  /** Clear what was chosen, or make a computer move now. */
  escape() {
    const { table, moveInput } = this;
    if (moveInput?.touched.length) {
      moveInput.clear();
      table.mark();
      this.query();
      table.say(advice(table));
    } else if (table.isThinking) {
      table.request("stop");
    } else {
      table.say("Q leaves; the game is kept.");
    }
  }

  /** Ask for a good move, and mark it. */
  async hint() {
    const { table } = this;
    if (!this.moveInput) {
      table.refuse(advice(table));
      return;
    }
    table.say("Looking for a good move ...", "busy");
    const at = table.ply;
    const hint = await table.request("hint");
    if (!hint || at !== table.ply) return;
    table.marks.hint = hint.path;
    table.mark();
    table.say(`A good move: ${table.wordLabel(hint.move)}`);
  }

  /** Ask which of the visible cells of a large board may be chosen. */
  async query() {
    const { table, moveInput } = this;
    const names = this.#visible;
    if (!(moveInput instanceof QueriedMoveInput) || !names.length || table.isPast) return;
    const touched = [...moveInput.touched];
    for (let from = 0; from < names.length; from += BATCH) {
      const some = names.slice(from, from + BATCH);
      const answer = await table.socket.ask("look", { names: some, touched }).catch(() => null);
      if (!answer || moveInput !== this.moveInput || names !== this.#visible) return;
      moveInput.learn(some, answer.names, touched);
    }
    if (!table.isPast) table.mark();
  }
}
