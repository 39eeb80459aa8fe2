/** The page of one game: it puts the board and the parts together, and keeps the state that they share. */

import "../board/board.js";
import { Pieces } from "../board/drawing/pieces.js";
import { announce } from "../core/announcer.js";
import { cellsOf } from "../core/cells.js";
import { sentence, setText } from "../core/dom.js";
import { findKind } from "../core/house.js";
import { filmSpeed } from "../core/preferences.js";
import { GameSocket } from "../server/socket.js";
import { play as sound } from "../core/sound.js";
import { fileUrl } from "../core/symbols.js";
import { ActionBar } from "./action_bar.js";
import { actions } from "./actions.js";
import { Analysis } from "./analysis/analysis.js";
import { Clocks } from "./panels/clocks.js";
import { Curtain } from "./curtain.js";
import { EventQueue } from "./event_queue.js";
import { History } from "./variations/history.js";
import { InputController } from "./input/input_controller.js";
import { handleKey } from "./input/keys.js";
import { clearTitle, makeParts, makeSlots, showTitle } from "./layout.js";
import { OpponentsPanel } from "./panels/opponents.js";
import { isMine, may, own } from "./permissions.js";
import { playerTitle } from "./player_names.js";
import { Refusal } from "./panels/refusal.js";
import { ResultPanel } from "./panels/results.js";
import { arrange, drawFacts, drawPlayers } from "./panels/side_panel.js";
import { advice, hasPeople, showLine, turnLine } from "./panels/status.js";

/**
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
  /** @type {ResultPanel | undefined} */
  result;

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
    this.board = /** @type {import("../board/board.js").Board} */ (document.createElement("ludarium-board"));
    this.parts = makeParts(this);
    this.slots = makeSlots(this.parts, this.board);
    this.refusal = new Refusal(this.slots.stage);
    this.curtain = new Curtain(this);
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

  get isFilming() {
    return this.events.filming;
  }

  get isPast() {
    return (this.history?.ply ?? null) !== null;
  }

  #listen() {
    const detail = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail;
    this.board.addEventListener("frame", (event) => this.#frame(detail(event).panels));
    // The cell below the pointer, or below the cursor after a key; none when the pointer has left the board
    for (const where of ["cursor", "look"])
      this.board.addEventListener(where, (event) => setText(this.parts.here, detail(event).name));
    document.addEventListener("keydown", this.#keys);
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
    arrange(this);
    this.board.lay({ ...state, cells: this.cells, pieces: this.pieces });
    if (first && state.view.ending && state.view.place === null) this.#announced = true;
    this.take(state.view);
    if (first) {
      announce(`${this.kind.title}. ${sentence(turnLine(this))} ${advice(this)}`);
      if (document.activeElement === document.body || document.activeElement === this.main) this.board.focusBoard();
    }
  }

  /** Put the page together, with what the game's page module adds. @param {State} state */
  async #assemble(state) {
    this.kind = (await findKind(this.house, state.kind)) ?? this.kind;
    Object.assign(this.parts.page.dataset, { kind: state.kind, game: this.id });
    this.parts.name.textContent = this.kind.title;
    this.pieces = new Pieces(this.kind, this.names);
    const own = this.kind.own ? await import(fileUrl(`games/${state.kind}/page.js`)) : null;
    if (this.#closed) return;
    this.menu = actions(this);
    this.history = new History(this);
    this.analysis = new Analysis(this, this.history);
    this.parts.tabs.add("moves", "Moves", this.history.element);
    this.parts.tabs.add("analysis", "Analysis", this.analysis.element, () => this.analysis?.open());
    this.bar = new ActionBar(this);
    this.opponents = new OpponentsPanel(this);
    this.result = new ResultPanel(this);
    this.main.replaceChildren(this.parts.page);
    showTitle(this.parts, this.slots);
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
    this.curtain.follow(view);
    this.laying = this.laying && view.laying;
    this.input.takeTurn();
    this.refresh();
    this.advise();
    this.input.query();
    this.opponents?.refresh(view);
    this.clocks.refresh();
    this.parts.page.dataset.ply = String(this.ply);
    if (view.ending) this.result?.refresh();
    else this.result?.close();
    this.#announced &&= view.ending !== null;
    if (view.ending && !this.#announced) this.#end(view);
  }

  /** Announce the end of the game, and offer what comes next. @param {View} view */
  #end(view) {
    this.#announced = true;
    const won = own(this).some((player) => player.won);
    sound(won || !hasPeople(view) || !own(this).length || view.count === 1 ? "win" : "lose");
    if (view.ending) announce(`${view.ending.sentence} ${sentence(view.ending.reason)}`, true);
    if (!this.extension.ended?.(view)) this.result?.open();
  }

  // Display

  /** Update everything beside the board. */
  refresh() {
    const { view } = this.state;
    const panels = this.#shownPanels ?? view.panels;
    const turn = this.#shownTurn === undefined ? view.turn : this.#shownTurn;
    showLine(this, turn);
    drawPlayers(this, panels, turn);
    drawFacts(this, panels);
    this.bar?.refresh();
    if (!this.isPast) this.mark();
    this.extension.refresh?.(view, panels, turn);
    this.history?.refresh();
    this.analysis?.refresh();
    this.parts.tabs.offer("analysis", may(this, "analyse"));
  }

  /** The film of a move begins, of the game or of its past; null: it has ended. @param {Table["unfolding"]} move */
  unfold(move) {
    this.refusal.hide();
    this.unfolding = move;
    if (!move) return;
    showLine(this, null);
    this.history?.refresh();
  }

  /** Mark on the board what may be chosen, the hint, and the last move. */
  mark() {
    if (this.isPast) return this.history?.mark();
    const own = this.extension.open?.();
    const input = this.moveInput;
    const open = own !== undefined ? own : this.laying || !input ? null : input.open();
    this.board.mark({ open, again: input?.again(), taken: input?.touched, ...this.marks, ...this.input.marks });
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
    if (tone !== "wrong") this.refusal.hide();
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
    if (entry?.shown?.() ?? true) entry?.run(...given);
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

  /** Show why something cannot be done. @param {string} text @param {string} [cell] beside which it is shown too */
  refuse(text, cell = "") {
    sound("refuse");
    this.say(text, "wrong");
    const place = cell && this.board.at(cell);
    if (place) this.refusal.show(text, place);
    this.extension.refused?.(text);
  }

  close() {
    this.#closed = true;
    clearTitle(this.parts);
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
