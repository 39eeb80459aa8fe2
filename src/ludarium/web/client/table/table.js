/** The page of one game: a board, those who play, and everything that can be done. */

import "../board/board.js";
import { actions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { Bar } from "./action_bar.js";
import { advice, drawFacts, drawPlayers, hasPeople, pastLine, turnLine } from "./side_panel.js";
import { Clocks } from "./clocks.js";
import { Company } from "./opponents_panel.js";
import { h, sentence, tell } from "../core/dom.js";
import { History } from "./history.js";
import { hearKey } from "./keys.js";
import { playerTitle } from "./player_names.js";
import { Person } from "./input_controller.js";
import { parts, slots } from "./layout.js";
import { speed } from "../core/preferences.js";
import { endDialog, enterScore } from "./results.js";
import { isMine, mayBeHelped, own } from "./permissions.js";
import { play as sound } from "../core/sound.js";
import { speak } from "../core/announcer.js";
import { Turns } from "./event_queue.js";
import { address, post, Wire } from "../core/socket.js";
import { fileUrl } from "../core/symbols.js";

/**
 * @typedef {import("../core/socket.js").Cell} Cell
 * @typedef {import("../core/socket.js").Panel} Panel
 * @typedef {import("../core/socket.js").State} State
 * @typedef {import("../core/socket.js").View} View
 * @typedef {import("../core/socket.js").Moved} Moved
 * @typedef {import("../core/socket.js").House} House
 * @typedef {import("../core/socket.js").KindTold} KindTold
 * @typedef {import("../core/dom.js").Entry} Entry
 * @typedef {import("../board/board.js").Board} Board
 *
 * @typedef {object} Furniture what a game has of its own
 * @property {(view: View, panels: Panel[], turn: number | null) => void} [refresh] what is shown, be it of the past
 * @property {(moved: Moved) => void} [moved]
 * @property {(panels: Panel[]) => void} [frame]
 * @property {(view: View) => unknown} [ended] in the place of the dialog at the end
 * @property {(event: KeyboardEvent) => boolean | void} [key] true when the key was the game's
 * @property {(sentence: string) => void} [refused]
 * @property {(name: string) => boolean | void} [touch] true when the touch was the game's
 * @property {() => Set<string> | null | undefined} [open]
 * @property {() => string | undefined} [advice] what a person can do now, in its own words
 * @property {() => void} [close]
 */

const FEW = 12; // moves that buttons are offered for, where no cell can be touched

export class Table {
  /** @type {State} */
  state = /** @type {any} */ (null);
  /** @type {Map<string, Cell>} the cells as they are now */
  cells = new Map();
  /** @type {string[]} the players' names, by number */
  names = [];
  /** Whether a touch lays something on a cell. */
  laying = false;
  /** @type {{hint: string[], last: string[]}} the cells of good advice, and of the last move */
  marks = { hint: [], last: [] };
  /** @type {Furniture} */
  furniture = {};
  /** @type {Entry[]} */
  menu = [];

  #announced = false;
  #closed = false;
  /** @type {Panel[] | null} what is told beside the board while a film runs, or of the past */
  #told = null;
  /** @type {number | null | undefined} */
  #toldTurn = undefined;
  /** @param {KeyboardEvent} event */
  #keys = (event) => hearKey(this, event);

  /**
   * @param {HTMLElement} main
   * @param {House} house
   * @param {string} id
   */
  constructor(main, house, id) {
    this.main = main;
    this.house = house;
    this.id = id;
    this.board = /** @type {Board} */ (document.createElement("ludarium-board"));
    this.parts = parts(this);
    this.slots = slots(this.parts, this.board);
    this.wire = new Wire(id);
    /** @type {KindTold} */
    this.kind = house.kinds[0];
    this.person = new Person(this);
    this.clocks = new Clocks(this);
    this.turns = new Turns(this);
    this.#listen();
  }

  get view() {
    return this.state.view;
  }

  /** How many moves have been made. */
  get ply() {
    return this.state.moves.length;
  }

  /** Who sits where, for another game; somebody from elsewhere has to be asked again. */
  get seats() {
    const others = this.view.players.filter((player) => player.person && !isMine(this, player));
    const numbers = new Set(others.map(({ number }) => number));
    return this.state.seats.map((seat, number) => (numbers.has(number) ? "open" : seat));
  }

  /** Whether a computer thinks about its move. */
  get thinks() {
    const { waits, begun, paused, ending, vacant } = this.view;
    return begun && !waits && !paused && !ending && !vacant;
  }

  get speed() {
    return speed();
  }

  /** Whether one looks at the past. */
  get isPast() {
    return (this.history?.ply ?? null) !== null;
  }

  #listen() {
    const { board } = this;
    board.addEventListener("frame", (event) => this.#frame(/** @type {CustomEvent} */ (event).detail.panels));
    board.addEventListener(
      "cursor",
      (event) => (this.parts.here.textContent = /** @type {CustomEvent} */ (event).detail.name),
    );
    document.addEventListener("keydown", this.#keys);
  }

  // What is played

  /** Show a game, from here on or anew. @param {State} state */
  async begin(state) {
    const first = !this.state;
    this.state = state;
    this.cells = new Map(state.cells.map((cell) => [cell[0], cell]));
    this.names = [];
    for (const { number, name } of state.view.players) this.names[number] = name;
    this.marks.last = state.moves.at(-1)?.[2] ?? [];
    if (first) await this.#furnish(state);
    if (this.#closed) return;
    this.board.lay({ columns: state.columns, rows: state.rows, cells: state.cells, players: this.names });
    if (first && state.view.ending && state.view.place === null) this.#announced = true;
    this.take(state.view);
    if (first) {
      speak(`${this.kind.title}. ${sentence(turnLine(this))} ${advice(this)}`);
      if (document.activeElement === document.body || document.activeElement === this.main) this.board.focusBoard();
    }
  }

  /** Put the page together, with what this game has of its own. @param {State} state */
  async #furnish(state) {
    this.kind = this.house.kinds.find(({ id }) => id === state.kind) ?? this.kind;
    this.parts.page.dataset.kind = state.kind;
    this.parts.name.textContent = this.kind.title;
    const own = this.kind.own ? await import(fileUrl(`games/${state.kind}.js`)) : null;
    if (this.#closed) return;
    this.menu = actions(this);
    this.history = new History(this);
    this.analysis = new Analysis(this, this.history);
    this.slots.right.append(this.history.element);
    this.slots.right.append(this.analysis.element);
    this.bar = new Bar(this);
    this.company = new Company(this);
    this.main.replaceChildren(this.parts.page);
    this.furniture = own?.furnish(this) ?? {};
  }

  /** What a page knows whenever nothing moves. @param {View} view */
  take(view) {
    this.state.view = view;
    for (const { number, name } of view.players) this.names[number] = name;
    this.laying = this.laying && view.laying;
    this.person.takeTurn();
    this.refresh();
    this.advise();
    this.person.look();
    this.company?.refresh(view);
    this.clocks.refresh();
    this.parts.page.dataset.ply = String(this.ply);
    if (!view.ending) this.#announced = false;
    else if (!this.#announced) this.#end(view);
  }

  /** The game is over: say how, and ask what comes next. @param {View} view */
  async #end(view) {
    this.#announced = true;
    const won = own(this).some((player) => player.won);
    sound(won || !hasPeople(view) || !own(this).length || view.count === 1 ? "win" : "lose");
    if (view.ending) speak(`${view.ending.sentence} ${sentence(view.ending.reason)}`, true);
    if (this.furniture.ended) {
      this.furniture.ended(view);
      return;
    }
    await this.enterScore();
    await this.endDialog();
  }

  // What is shown

  /** All that stands beside the board, anew. */
  refresh() {
    const view = this.view;
    const panels = this.#told ?? view.panels;
    const turn = this.#toldTurn === undefined ? view.turn : this.#toldTurn;
    const line = turnLine(this);
    tell(this.parts.turn, this.isPast ? pastLine(this, turn) : line);
    document.title = `${line} · ${this.kind.title}`;
    drawPlayers(this, panels, turn);
    drawFacts(this, panels);
    this.bar?.refresh();
    if (!this.isPast) this.mark();
    this.furniture.refresh?.(view, panels, turn);
    this.history?.refresh();
    this.analysis?.refresh();
    if (this.analysis) this.analysis.element.hidden = !mayBeHelped(this);
  }

  /** Show on the board what may be touched, and what is pointed out. */
  mark() {
    const own = this.furniture.open?.();
    const open = own !== undefined ? own : this.laying || !this.hand ? null : this.hand.open();
    this.board.mark({ open, taken: this.hand?.touched ?? [], ...this.marks });
  }

  /** What the board tells while a move unfolds. @param {Panel[]} panels */
  #frame(panels) {
    if (this.isPast) return;
    this.#told = panels;
    drawPlayers(this, panels, this.view.turn);
    drawFacts(this, panels);
    this.furniture.frame?.(panels);
  }

  /** Beside the board stands what is told of the game as it is now. */
  tellNow() {
    this.#told = null;
    this.#toldTurn = undefined;
  }

  /** Show the game as it stands now. */
  showNow() {
    this.tellNow();
    this.board.show([...this.cells.values()]);
    this.refresh();
    this.advise();
    this.person.look();
  }

  /** Tell beside the board how it stood then. @param {{panels: Panel[], turn: number | null, ply: number}} past */
  showPast({ panels, turn, ply }) {
    this.#told = panels;
    this.#toldTurn = turn;
    this.refresh();
    this.write(`After move ${ply} of ${this.ply}. Esc goes back to the game.`);
  }

  /**
   * Tell people something: they see it and hear it.
   * @param {string} text
   * @param {"" | "wrong" | "busy"} [tone]
   */
  say(text, tone = "") {
    this.write(text, tone);
    speak(text, tone === "wrong");
  }

  /** Tell something that need not be heard. @param {string} text @param {"" | "wrong" | "busy"} [tone] */
  write(text, tone = "") {
    tell(this.parts.say, text);
    this.parts.say.dataset.tone = tone;
  }

  /** Say what a person can do now. */
  advise() {
    this.write(advice(this), this.thinks ? "busy" : "");
  }

  /** A player by number, such as "red" or "player 3". @param {number} number */
  playerTitle(number) {
    return playerTitle({ name: this.names[number] ?? String(number + 1) });
  }

  // What can be done

  /** An entry of the menu. @param {string} id */
  entry(id) {
    return this.menu.find((entry) => entry.id === id);
  }

  /**
   * Do what an entry of the menu does.
   * @param {string} id
   * @param {...any} given
   */
  run(id, ...given) {
    const entry = this.entry(id);
    if (entry && (entry.shown?.() ?? true)) entry.run(...given);
  }

  // What people do

  /** What has been touched of a move; null where no person is to move. */
  get hand() {
    return this.person.hand;
  }

  /** What can be said instead of touching a cell: the game's words, and moves that are not made of cells, if few. */
  get words() {
    const { words, paths } = this.view;
    const moves = (paths ?? []).flatMap(([first]) => (words.includes(first) || this.cells.has(first) ? [] : [first]));
    return moves.length > FEW ? words : [...words, ...new Set(moves)];
  }

  /** Whether a word leads on to a cell, and is no move alone. @param {string} word */
  leadsOn(word) {
    return this.view.leads.includes(word);
  }

  /** Say a word instead of touching a cell. @param {string} word @param {string} [name] the cell that is meant */
  word(word, name) {
    this.person.word(word, name);
  }

  /**
   * Ask the server for something.
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>} the answer, or null when it was refused, and people were told why
   */
  async ask(what, fields = {}) {
    try {
      return await this.wire.ask(what, fields);
    } catch (error) {
      this.refuse(sentence(/** @type {Error} */ (error).message));
      return null;
    }
  }

  /** Say why something cannot be done. @param {string} text */
  refuse(text) {
    sound("refuse");
    this.say(text, "wrong");
    this.furniture.refused?.(text);
  }

  // Before and after

  enterScore() {
    return enterScore(this);
  }

  endDialog() {
    return endDialog(this);
  }

  /** Save the game as a file, under the name that the server gives it. */
  download() {
    h("a", { href: address(`games/${this.id}/record`), download: true }).click();
  }

  /**
   * Begin another game of this kind, and go there.
   * @param {Record<string, string>} options
   * @param {string[]} seats
   * @param {{begun?: boolean, position?: string}} [more]
   */
  async newGame(options, seats, more = {}) {
    try {
      const game = await post("games", { kind: this.kind.id, options, seats, ...more });
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      this.refuse(sentence(/** @type {Error} */ (error).message));
    }
  }

  /** Leave the game; it is kept, and can be gone on with. */
  leave() {
    location.hash = "#/";
  }

  /** Nobody looks any more. */
  close() {
    this.#closed = true;
    this.turns.close();
    document.removeEventListener("keydown", this.#keys);
    this.furniture.close?.();
    this.history?.close();
    this.analysis?.close();
    this.company?.close();
    this.clocks.close();
    this.wire.close();
  }
}
