/** The page of one game: it puts the board and the parts together, and keeps the state that they share. */

import "../board/board.js";
import { Pieces } from "../board/pieces.js";
import { announce } from "../core/announcer.js";
import { cellsOf } from "../core/cells.js";
import { sentence, setText } from "../core/dom.js";
import { filmSpeed } from "../core/preferences.js";
import { GameSocket } from "../server/socket.js";
import { play as sound } from "../core/sound.js";
import { fileUrl } from "../core/symbols.js";
import { ActionBar } from "./action_bar.js";
import { actions } from "./actions.js";
import { Analysis } from "./panels/analysis.js";
import { Clocks } from "./panels/clocks.js";
import { EventQueue } from "./event_queue.js";
import { History } from "./panels/history.js";
import { InputController } from "./input_controller.js";
import { handleKey } from "./keys.js";
import { makeParts, makeSlots } from "./layout.js";
import { OpponentsPanel } from "./panels/opponents.js";
import { isMine, may, own } from "./permissions.js";
import { playerTitle } from "./player_names.js";
import { enterScore, showResults } from "./panels/results.js";
import { drawFacts, drawPlayers } from "./panels/side_panel.js";
import { advice, hasPeople, moveLine, pastLine, turnLine } from "./panels/status.js";

/**
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../core/menu.js").Entry} Entry
 * @typedef {import("../server/protocol.js").House} House
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").Panel} Panel
 * @typedef {import("../server/protocol.js").State} State
 * @typedef {import("../server/protocol.js").View} View
 * @typedef {import("./types.js").Table} TableInterface
 * @typedef {import("./types.js").Tone} Tone
 */

const MOST_BUTTONS = 12; // moves that are offered as buttons, where they are not made of cells

/** @implements {TableInterface} */
export class Table {
  /** @type {State} */
  state = /** @type {any} */ (null);
  /** @type {import("../core/cells.js").Cells} */
  cells = cellsOf({ cells: [] });
  /** @type {string[]} */
  names = [];
  laying = false;
  /** @type {import("../server/protocol.js").Made | null} the move whose film is running */
  unfolding = null;
  /** @type {{hint: string[], last: string[]}} */
  marks = { hint: [], last: [] };
  /** @type {import("./types.js").PageExtension} */
  extension = {};
  /** @type {Entry[]} */
  menu = [];
  /** @type {History | undefined} */
  history;
  /** @type {Analysis | undefined} */
  analysis;

  #announced = false;
  #closed = false;
  /** @type {Panel[] | null} the panels of a frame or of the past, which are shown instead of those of the view */
  #shownPanels = null;
  /** @type {number | null | undefined} */
  #shownTurn = undefined;
  /** @param {KeyboardEvent} event */
  #keys = (event) => handleKey(this, event);

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
    this.parts = makeParts(this);
    this.slots = makeSlots(this.parts, this.board);
    this.socket = new GameSocket(id);
    /** @type {KindTold} */
    this.kind = house.kinds[0];
    this.pieces = new Pieces(this.kind, this.names);
    this.input = new InputController(this);
    this.clocks = new Clocks(this);
    this.events = new EventQueue(this);
    this.#listen();
  }

  get view() {
    return this.state.view;
  }

  get ply() {
    return this.state.moves.length;
  }

  /** The seats for a new game; remote players have to be invited again. @returns {string[]} */
  get seats() {
    const others = this.view.players.filter((player) => player.person && !isMine(this, player));
    const numbers = new Set(others.map(({ number }) => number));
    return this.state.seats.map((seat, number) => (numbers.has(number) ? "open" : seat));
  }

  get isThinking() {
    const { waits, begun, paused, ending, vacant } = this.view;
    return begun && !waits && !paused && !ending && !vacant;
  }

  get speed() {
    return filmSpeed();
  }

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

  get isFilming() {
    return this.events.filming;
  }

  // The game

  /** Show a whole game: the first time, or after a reconnect. @param {State} state */
  async begin(state) {
    const first = !this.state;
    this.state = state;
    this.cells = cellsOf(state);
    this.#takeNames(state.view);
    this.marks.last = state.moves.at(-1)?.[2] ?? [];
    if (first) await this.#assemble(state);
    if (this.#closed) return;
    this.board.lay({ columns: state.columns, rows: state.rows, cells: this.cells, pieces: this.pieces });
    if (first && state.view.ending && state.view.place === null) this.#announced = true;
    this.take(state.view);
    if (first) {
      announce(`${this.kind.title}. ${sentence(turnLine(this))} ${advice(this)}`);
      if (document.activeElement === document.body || document.activeElement === this.main) this.board.focusBoard();
    }
  }

  /** Put the page together, with what the game's page module adds. @param {State} state */
  async #assemble(state) {
    this.kind = this.house.kinds.find(({ id }) => id === state.kind) ?? this.kind;
    this.parts.page.dataset.kind = state.kind;
    this.parts.page.dataset.game = this.id;
    this.parts.name.textContent = this.kind.title;
    this.pieces = new Pieces(this.kind, this.names);
    const own = this.kind.own ? await import(fileUrl(`games/${state.kind}/page.js`)) : null;
    if (this.#closed) return;
    this.menu = actions(this);
    this.history = new History(this);
    this.analysis = new Analysis(this, this.history);
    this.slots.right.append(this.history.element);
    this.slots.right.append(this.analysis.element);
    this.bar = new ActionBar(this);
    this.opponents = new OpponentsPanel(this);
    this.main.replaceChildren(this.parts.page);
    this.extension = own?.extend(this) ?? {};
  }

  /** Keep the list itself: drawings refer to it. @param {View} view */
  #takeNames(view) {
    for (const { number, name } of view.players) this.names[number] = name;
  }

  /** Show the view that came with an event, after its film. @param {View} view */
  take(view) {
    this.state.view = view;
    this.#takeNames(view);
    this.laying = this.laying && view.laying;
    this.input.takeTurn();
    this.refresh();
    this.advise();
    this.input.query();
    this.opponents?.refresh(view);
    this.clocks.refresh();
    this.parts.page.dataset.ply = String(this.ply);
    if (!view.ending) this.#announced = false;
    else if (!this.#announced) this.#end(view);
  }

  /** Announce the end of the game, and offer what comes next. @param {View} view */
  async #end(view) {
    this.#announced = true;
    const won = own(this).some((player) => player.won);
    sound(won || !hasPeople(view) || !own(this).length || view.count === 1 ? "win" : "lose");
    if (view.ending) announce(`${view.ending.sentence} ${sentence(view.ending.reason)}`, true);
    if (this.extension.ended) {
      this.extension.ended(view);
      return;
    }
    await enterScore(this);
    await showResults(this);
  }

  // Display

  /** Update everything beside the board. */
  refresh() {
    const view = this.view;
    const panels = this.#shownPanels ?? view.panels;
    const turn = this.#shownTurn === undefined ? view.turn : this.#shownTurn;
    this.#showLine(turn);
    drawPlayers(this, panels, turn);
    drawFacts(this, panels);
    this.bar?.refresh();
    if (!this.isPast) this.mark();
    this.extension.refresh?.(view, panels, turn);
    this.history?.refresh();
    this.analysis?.refresh();
    if (this.analysis) this.analysis.element.hidden = !may(this, "analyse");
  }

  /** Show above the board what happens now. @param {number | null} turn */
  #showLine(turn) {
    const line = this.unfolding
      ? moveLine(this, this.unfolding)
      : this.isPast
        ? pastLine(this, turn)
        : turnLine(this);
    setText(this.parts.turn, line);
    document.title = `${line} · ${this.kind.title}`;
  }

  /** The film of a move begins, of the game or of its past; null: it has ended. @param {Table["unfolding"]} move */
  unfold(move) {
    this.unfolding = move;
    if (!move) return;
    this.#showLine(null);
    this.history?.refresh();
  }

  /** Mark on the board what may be chosen, the hint, and the last move. */
  mark() {
    const own = this.extension.open?.();
    const input = this.moveInput;
    const open = own !== undefined ? own : this.laying || !input ? null : input.open();
    this.board.mark({ open, again: input?.again(), taken: input?.touched, ...this.marks });
  }

  /** A film shows a frame. @param {Panel[]} panels */
  #frame(panels) {
    if (this.isPast) return;
    this.#shownPanels = panels;
    drawPlayers(this, panels, this.view.turn);
    drawFacts(this, panels);
    this.extension.frame?.(panels);
  }

  /** Show the panels of the game as it is now. */
  clearPast() {
    this.unfolding = null;
    this.#shownPanels = null;
    this.#shownTurn = undefined;
  }

  /** Show the current position again. */
  showNow() {
    this.clearPast();
    this.board.show(this.cells);
    this.refresh();
    this.advise();
    this.input.query();
  }

  /** Show the panels of a past position. @param {{panels: Panel[], turn: number | null}} past */
  showPast({ panels, turn }) {
    this.unfolding = null;
    this.#shownPanels = panels;
    this.#shownTurn = turn;
    this.refresh();
  }

  /**
   * Show a message under the board, and have it read aloud.
   * @param {string} text
   * @param {Tone} [tone]
   */
  say(text, tone = "") {
    this.write(text, tone);
    announce(text, tone === "wrong");
  }

  /** Show a message that is not read aloud. @param {string} text @param {Tone} [tone] */
  write(text, tone = "") {
    setText(this.parts.say, text);
    this.parts.say.dataset.tone = tone;
  }

  /** Show what the user can do now. */
  advise() {
    this.write(`${this.events.news} ${advice(this)}`.trim(), this.isThinking ? "busy" : "");
  }

  /** A player by number, such as "red" or "player 3". @param {number} number */
  playerTitle(number) {
    return playerTitle({ name: this.names[number] ?? String(number + 1) });
  }

  // Actions

  /** An entry of the menu. @param {string} id */
  entry(id) {
    return this.menu.find((entry) => entry.id === id);
  }

  /**
   * Run an entry of the menu, if it is listed.
   * @param {string} id
   * @param {...any} given
   */
  run(id, ...given) {
    const entry = this.entry(id);
    if (entry && (entry.shown?.() ?? true)) entry.run(...given);
  }

  // Input

  get moveInput() {
    return this.input.moveInput;
  }

  /** Forget a move that is half chosen. */
  clearInput() {
    this.input.moveInput = null;
  }

  /** What a word is called on buttons. @param {string} word */
  wordLabel(word) {
    return this.kind.word_labels[word] ?? word;
  }

  /** What can be chosen instead of a cell: the game's words, and moves that are not made of cells, if they are few. */
  get words() {
    const { words, paths } = this.view;
    const moves = (paths ?? []).flatMap(([first]) => (words.includes(first) || this.cells.get(first) ? [] : [first]));
    return moves.length > MOST_BUTTONS ? words : [...words, ...new Set(moves)];
  }

  /** Whether a cell has to follow a word. @param {string} word */
  needsCell(word) {
    return this.view.leads.includes(word);
  }

  /** Choose a word. @param {string} word @param {string} [name] the cell to go with it, if that makes a move */
  chooseWord(word, name) {
    this.input.word(word, name);
  }

  /**
   * Send a request to the server.
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>} the answer; null if it was refused, and the message shows why
   */
  async request(what, fields = {}) {
    try {
      return await this.socket.ask(what, fields);
    } catch (error) {
      this.refuse(sentence(/** @type {Error} */ (error).message));
      return null;
    }
  }

  /** Show why something cannot be done. @param {string} text */
  refuse(text) {
    sound("refuse");
    this.say(text, "wrong");
    this.extension.refused?.(text);
  }

  close() {
    this.#closed = true;
    this.events.close();
    document.removeEventListener("keydown", this.#keys);
    this.extension.close?.();
    this.history?.close();
    this.analysis?.close();
    this.opponents?.close();
    this.clocks.close();
    this.input.close();
    this.socket.close();
  }
}
