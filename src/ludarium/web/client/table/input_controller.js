/** A person at a table: what is touched on the board, said in a word, or asked for. */

import { advice, wordLabel } from "./side_panel.js";
import { Feeler, Hand } from "../board/move_input.js";
import { mayMove } from "./permissions.js";

/** @typedef {import("./table.js").Table} Table */

const LOOKED_AT = 2048; // cells that the server is asked about at a time
const PROMPT = 60; // milliseconds in which a move is usually there

export class Person {
  /** @type {Hand | Feeler | null} what has been touched of a move; null where no person is to move */
  hand = null;
  /** @type {string[]} the cells of a large board that are to be seen */
  #seen = [];
  #early = ""; // what was touched while a move unfolded
  #sent = -1; // the moves made before the one that was sent and is not answered yet

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { board } = table;
    board.addEventListener("touch", (event) => this.touch(/** @type {CustomEvent} */ (event).detail.name));
    board.addEventListener("view", (event) => {
      this.#seen = /** @type {CustomEvent} */ (event).detail.names;
      // From afar nothing is marked, nor what was marked from nearby
      if (!this.#seen.length && !table.isPast) table.mark();
      this.look();
    });
  }

  /** See what can be done, now that the game has gone on. */
  takeTurn() {
    const { waits, ending, paths, words, leads } = this.table.view;
    const may = waits && !ending && mayMove(this.table);
    const held = this.hand?.touched ?? [];
    this.hand = !may ? null : paths ? new Hand(paths, words) : new Feeler(words, leads);
    // What happens beside the board leaves half a move in the hand
    for (const name of held) if (this.hand?.may(name)) this.hand.touch(name);
  }

  /** A cell was touched. @param {string} name */
  touch(name) {
    const { table } = this;
    if (table.turns.filming) {
      this.#early = name;
      table.board.skip();
    } else if (this.#sent === table.ply) {
      // Whoever clicks twice means one move
    } else if (table.isPast) {
      table.history?.refuse();
    } else if (table.furniture.touch?.(name)) {
      // The game has done what it means
    } else if (table.laying) {
      table.ask("lay", { name });
    } else if (this.hand) {
      this.#go(this.hand.touch(name), name);
    } else {
      table.refuse(advice(table));
    }
  }

  /** A move was shown; whoever could not wait for it has touched what they meant. */
  touchAgain() {
    const name = this.#early;
    this.#early = "";
    if (name && this.hand) this.touch(name);
  }

  /** What was touched was a move, half of one, or none. @param {string[] | null} path @param {string} name */
  #go(path, name) {
    const { table } = this;
    if (path) {
      this.play(path);
      return;
    }
    table.mark();
    this.look();
    if (this.hand?.touched.length) table.say(advice(table));
    else table.refuse(`${wordLabel(name)} cannot be chosen now.`);
  }

  /** Make the move that a path points at. @param {string[]} path */
  async play(path) {
    const { table } = this;
    const at = (this.#sent = table.ply);
    // To draw what was touched would only hold up the move, unless that is long in coming
    const late = setTimeout(() => at === table.ply && table.board.take(path), PROMPT);
    const answer = await table.ask("play", { at, path });
    clearTimeout(late);
    this.#sent = -1;
    if (answer) return;
    this.hand?.letGo();
    table.mark();
  }

  /** A word is said instead: with a cell, if that makes a move. @param {string} word @param {string} [name] */
  word(word, name = "") {
    const { table, hand } = this;
    if (table.isPast) table.history?.refuse();
    if (table.isPast || !hand || !table.words.includes(word)) return;
    hand.letGo();
    const path = [word, name];
    if (table.leadsOn(word) && hand.means(path)) this.play(path);
    else this.#go(hand.touch(word), word);
  }

  /** Let go of half a move; else stop what is thought about. */
  escape() {
    const { table, hand } = this;
    if (hand?.touched.length) {
      hand.letGo();
      table.mark();
      this.look();
      table.say(advice(table));
    } else if (table.thinks) {
      table.ask("stop");
    } else {
      table.say("Q leaves; the game is kept.");
    }
  }

  /** Ask for a good move, and point at it. */
  async hint() {
    const { table } = this;
    if (!this.hand) {
      table.refuse(advice(table));
      return;
    }
    table.say("Looking for a good move ...", "busy");
    const at = table.ply;
    const told = await table.ask("hint");
    if (!told || at !== table.ply) return;
    table.marks.hint = told.path;
    table.mark();
    table.say(`A good move: ${wordLabel(told.move)}`);
  }

  /** Ask which cells of a large board may be touched, of those that are to be seen. */
  async look() {
    const { table, hand } = this;
    const names = this.#seen;
    if (!(hand instanceof Feeler) || !names.length || table.isPast) return;
    const touched = [...hand.touched];
    for (let from = 0; from < names.length; from += LOOKED_AT) {
      const some = names.slice(from, from + LOOKED_AT);
      const told = await table.wire.ask("look", { names: some, touched }).catch(() => null);
      if (!told || hand !== this.hand || names !== this.#seen) return;
      hand.learn(some, told.names, touched);
    }
    if (!table.isPast) table.mark();
  }
}
