/** Moves tried in a past position: clicks and words there make a variation, and never a move of the game. */

import { MoveInput, QueriedMoveInput } from "../../board/move_input.js";
import { capital, sentence } from "../../core/dom.js";
import { acceptsHelp } from "../input/help_question.js";
import { whereTo } from "../panels/status.js";
import { may } from "../permissions.js";
import { lineOf } from "./tree.js";

/**
 * @typedef {import("../../server/protocol.js").Explored} Explored
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variation} Variation
 * @typedef {{ply: number, node: Variation | null}} Place a position of the game, or of a variation that leaves it there
 */

const REST = 250; // milliseconds that a position has to stay before its moves are asked for
const REMEMBERED = 200; // positions

export class Explorer {
  /** @type {MoveInput | QueriedMoveInput | null} */
  input = null;
  /** @type {Map<string, Explored>} */
  #known = new Map();
  #timer = 0;

  /**
   * @param {Table} table
   * @param {() => Place | null} here the past position that is shown
   * @param {(place: Place, text: string) => unknown} played a move was tried
   */
  constructor(table, here, played) {
    this.table = table;
    this.here = here;
    this.played = played;
  }

  get isAllowed() {
    return may(this.table, "explore");
  }

  /** Words that a move may begin with here. */
  get words() {
    return this.input?.words ?? [];
  }

  /** Another position is shown. @param {boolean} rests whether the user may try moves there */
  arrive(rests) {
    clearTimeout(this.#timer);
    const place = this.here();
    const known = place && this.#known.get(this.#key(place));
    this.input = known ? this.#inputOf(known) : null;
    // In a game for points the user is asked first, with the first click
    if (place && rests && !known && this.isAllowed && !this.table.view.for_points)
      this.#timer = window.setTimeout(() => this.#learn().then(() => this.table.mark()), REST);
  }

  close() {
    clearTimeout(this.#timer);
  }

  /** A position of a variation; null if the server refuses it. @param {Place} place @returns {Promise<Explored | null>} */
  async fetch(place) {
    const key = this.#key(place);
    const known = this.#known.get(key) ?? (await this.#ask(place, {}));
    if (known) this.#keep(key, known);
    return known;
  }

  /** A cell was clicked. @param {string} name */
  async touch(name) {
    const input = await this.#ready();
    if (input) await this.#choose(input, name);
  }

  /** Whether a piece can be dragged. @param {string} name */
  mayLift(name) {
    return this.isAllowed && this.input instanceof MoveInput && this.input.begins(name);
  }

  /** A piece was lifted. @param {string} name */
  lift(name) {
    if (this.input?.touched[0] === name) return;
    this.input?.clear();
    this.input?.touch(name);
    this.table.mark();
  }

  /** A piece was released; returns whether that makes a move. @param {string} to the cell, "" beside the board */
  drop(to) {
    const { input, table } = this;
    if (!input) return false;
    if (to && input.may(to)) {
      this.touch(to);
      return true;
    }
    const from = input.touched.join(" ");
    input.clear();
    table.mark();
    if (to) table.refuse(`${from} to ${to} cannot be played here.`, to);
    return false;
  }

  /** A word was chosen, perhaps with the cell under the cursor. @param {string} word @param {string} [name] */
  async word(word, name = "") {
    const input = await this.#ready();
    if (!input?.words.includes(word)) return;
    input.clear();
    const path = input.means([word, name]);
    if (path) await this.#try({ path });
    else await this.#choose(input, word);
  }

  /** A move was typed; returns what is wrong with it. @param {string} text */
  async type(text) {
    const place = this.here();
    if (!place || !(await this.#ready())) return "Moves cannot be tried here.";
    const moves = [...lineOf(place.node).map((each) => each.text), text];
    return this.table.socket.ask("explore", { ply: place.ply, moves }).then(
      (told) => this.#found(place, told) ?? "",
      (error) => error.message,
    );
  }

  /** Forget what is half chosen; returns whether there was anything. */
  release() {
    if (!this.input?.touched.length) return false;
    this.input.clear();
    this.table.mark();
    return true;
  }

  /** What can be chosen here, once it is known. */
  async #ready() {
    const { table } = this;
    if (!this.isAllowed || !(await acceptsHelp(table, "Trying moves"))) {
      if (!this.isAllowed) table.history?.refuse();
      return null;
    }
    return this.input ?? (await this.#learn());
  }

  async #learn() {
    const place = this.here();
    const key = place && this.#key(place);
    const told = place && (await this.fetch(place));
    const now = this.here();
    if (!told || !now || this.#key(now) !== key) return null;
    return (this.input ??= this.#inputOf(told));
  }

  /** @param {MoveInput | QueriedMoveInput} input @param {string} name */
  async #choose(input, name) {
    const { table } = this;
    if (!input.canTouch(name)) {
      table.refuse(`${capital(table.wordLabel(name))} cannot be chosen here.`);
      return;
    }
    const path = input.touch(name);
    table.mark();
    if (path) await this.#try({ path });
    else if (input.touched.length) table.say(whereTo(input.touched.join(" ")));
  }

  /** @param {{path: string[]}} move */
  async #try(move) {
    const place = this.here();
    const told = place && (await this.#ask(place, move));
    this.input?.clear();
    if (place && told) this.#found(place, told);
    else {
      this.table.board.letGo();
      this.table.mark();
    }
  }

  /** @param {Place} place @param {Explored} told */
  #found(place, told) {
    const now = this.here();
    const text = told.position.move?.[1];
    if (!now || this.#key(now) !== this.#key(place) || !text) return;
    this.#keep(`${this.#key(place)} ${text}`, told);
    this.played(place, text);
  }

  /** @param {Place} place @param {object} more @returns {Promise<Explored | null>} */
  #ask({ ply, node }, more) {
    const moves = lineOf(node).map(({ text }) => text);
    return this.table.socket.ask("explore", { ply, moves, ...more }).catch((error) => {
      this.table.refuse(sentence(error.message));
      return null;
    });
  }

  /** All moves before a position. @param {Place} place */
  #key({ ply, node }) {
    const { moves } = this.table.state;
    return [...moves.slice(0, ply).map((move) => move[1]), ...lineOf(node).map(({ text }) => text)].join(" ");
  }

  /** @param {string} key @param {Explored} told */
  #keep(key, told) {
    this.#known.delete(key);
    this.#known.set(key, told);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED) this.#known.delete(oldest);
  }

  /** @param {Explored} told */
  #inputOf({ paths, words, leads, ending }) {
    if (ending) return new MoveInput([]);
    return paths ? new MoveInput(paths, words) : new QueriedMoveInput(words, leads);
  }
}
