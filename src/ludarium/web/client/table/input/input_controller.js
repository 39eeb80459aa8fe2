/** The user's input at a table: clicks and drags on the board, words, hints, Escape. */

import { MoveInput, QueriedMoveInput, beginFirst } from "../../board/move_input.js";
import { sentence } from "../../core/dom.js";
import { AutomaticPass } from "./automatic_pass.js";
import { BoardSide } from "./board_side.js";
import { isPerson, may } from "../permissions.js";
import { advice } from "../panels/status.js";
import { CANCELLED, Premove } from "./premove.js";
import { Previews } from "./previews.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../../server/protocol.js").View} View
 */

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
  #skips = false; // whether the last click ended a film, or was meant to: so is the rest of a double click
  #sent = -1; // the ply of a move that was sent and is not answered yet
  #made = { name: "", at: -Infinity, ply: -1 }; // the last click that made a move
  /** A move that one click means, after the first click on it. @type {string[] | null} */
  #offered = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.automaticPass = new AutomaticPass(table);
    this.previews = new Previews(table);
    this.side = new BoardSide(table);
    this.premove = new Premove(table, { play: (path) => this.play(path), objects: (path) => this.#dropPlan(path) });
    const { board } = table;
    board.addEventListener("touch", (event) => {
      const { name, clicks } = /** @type {CustomEvent} */ (event).detail;
      this.touch(name, clicks);
    });
    board.addEventListener("look", (event) => this.#look(/** @type {CustomEvent} */ (event).detail.name));
    board.addEventListener("cursor", (event) => this.#look(/** @type {CustomEvent} */ (event).detail.name));
    board.grip = {
      mayLift: (name) => this.#mayLift(name),
      lift: (name) => this.#lift(name),
      drop: (from, to) => this.#drop(from, to),
      release: () => this.#release(),
    };
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
    this.side.refresh();
    this.#offered = null;
    this.previews.forget();
    if (!this.table.isFilming) this.premove.refresh();
    if (this.moveInput?.touched.length) this.#showChoice();
    this.automaticPass.refresh();
  }

  /** What is marked besides what may be chosen now. */
  get marks() {
    const input = this.moveInput;
    if (!(input instanceof MoveInput)) return this.premove.marks;
    const goals = input.touched.length ? input.goals() : [];
    return { leaves: goals.filter((path) => this.previews.of(path)?.leaves).map((path) => path[path.length - 1]) };
  }

  close() {
    this.automaticPass.close();
  }

  /** A film has ended. */
  calm() {
    this.#calm = performance.now();
  }

  /** The view that a film leads to; null when it has ended. @param {View | null} view */
  foresee(view) {
    this.premove.coming = view;
  }

  /** Show what the user can do while a long film runs. */
  adviseInFilm() {
    const { premove, table } = this;
    if (table.parts.say.textContent) return; // it says what is planned, or that a plan is cancelled
    table.write(premove.isPossibleInFilm ? "Click to skip the film, or choose your next move." : "Click to skip the film.");
  }

  /** Forget a planned move, and say so; returns whether there was one. */
  cancelPlan() {
    const had = this.premove.cancel();
    if (had) this.table.say(CANCELLED);
    return had;
  }

  /**
   * A cell was clicked.
   * @param {string} name
   * @param {number} [clicks] the number of this click, where the system takes several for a double click
   */
  touch(name, clicks = 1) {
    const { table } = this;
    if (clicks > 1 && (this.#skips || this.#isAgain(name))) return;
    if (!this.#isAgain(name) && this.premove.touchInFilm(name)) {
      this.#made = { name, at: performance.now(), ply: table.ply };
      return;
    }
    this.#skips = this.#endsFilm(name);
    if (this.#skips || this.#sent === table.ply) return;
    if (table.isPast) {
      table.history?.touch(name);
    } else if (table.extension.touch?.(name)) {
      // The page module has handled it
    } else if (table.laying) {
      table.request("lay", { name });
    } else if (this.moveInput) {
      this.#choose(this.moveInput, name);
    } else if (!this.premove.isPossible) {
      table.refuse(advice(table), name);
    } else if (!this.#isAgain(name)) {
      this.premove.touch(name);
    }
  }

  // Drags

  /** @param {string} name */
  #mayLift(name) {
    const { table, moveInput } = this;
    if (table.isFilming || table.laying || this.#sent === table.ply) return false;
    if (table.isPast) return table.history?.explorer.mayLift(name) ?? false;
    return moveInput ? moveInput instanceof MoveInput && moveInput.begins(name) : this.premove.mayLift(name);
  }

  /** @param {string} name */
  #lift(name) {
    const { moveInput, table } = this;
    if (table.isPast) table.history?.explorer.lift(name);
    else if (!moveInput) this.premove.lift(name);
    else if (moveInput.touched[0] !== name) {
      moveInput.clear();
      this.#choose(moveInput, name);
    }
  }

  /** A piece was released; returns whether that makes a move. @param {string} from @param {string} to */
  #drop(from, to) {
    const { moveInput: input, table } = this;
    if (to === from) return false;
    if (table.isPast) return table.history?.explorer.drop(to) ?? false;
    if (!input && this.premove.isPossible && to) this.premove.drag(from, to);
    else if (!input) this.premove.cancel();
    else if (to && input.touched[0] === from && input.may(to)) return this.#choose(input, to);
    else {
      if (to) this.#object([...input.touched, to]);
      input.clear();
      this.#showChoice();
    }
    if (!to) table.say(advice(table));
    return false;
  }

  /** A right click ends what is half chosen or planned; returns whether there was such. */
  #release() {
    const half = !!this.moveInput?.touched.length;
    if (half) this.escape();
    return half || this.cancelPlan();
  }

  // Reasons and previews

  /** Say why a path cannot be chosen. @param {string[]} path @param {string} [before] */
  async #object(path, before = "") {
    const { table } = this;
    const name = path[path.length - 1];
    const words = path.map((each) => table.wordLabel(each));
    const why = await this.previews.objection(path);
    const half = words.slice(0, -1).join(" ");
    const isLater = !half && this.moveInput instanceof MoveInput && this.moveInput.comesLater(name);
    const plain = isLater
      ? beginFirst(name)
      : `${words[words.length - 1]} cannot be chosen ${half ? `after ${half}` : "now"}`;
    const told = !why ? plain : why.includes(name) ? why : `${words.join(" to ")}: ${why}`;
    table.refuse(before ? `${before}${told}.` : sentence(told), name);
  }

  /** A planned move is not legal. @param {string[]} path */
  #dropPlan(path) {
    this.#object(path, "Your planned move cannot be made: ");
  }

  /** Show what the move that a cell means would do. @param {string} name */
  #look(name) {
    const { moveInput: input, table } = this;
    const idle = !input || table.isPast || table.isFilming || table.laying;
    // A finger that has left the board leaves what it has offered
    const path = name ? (input?.whole(name) ?? input?.means([...(input?.touched ?? []), name])) : this.#offered;
    this.previews.look(idle ? null : (path ?? null));
  }

  /** Mark what may be chosen next, and learn what it would do. */
  async #showChoice() {
    const { table, moveInput: input } = this;
    table.mark();
    this.query();
    table.board.reach([]);
    if (!(input instanceof MoveInput) || !input.touched.length) return;
    const touched = input.touched;
    const goals = input.goals();
    await this.previews.learn(goals);
    if (input !== this.moveInput || touched !== input.touched || table.isPast) return;
    const ways = goals.map((path) => this.previews.of(path)?.way ?? []);
    table.board.reach(ways.filter((way) => way.length > 2));
    table.mark();
  }

  /** Whether the choice of a cell or word only ends a film, or was meant to. @param {string} name */
  #endsFilm(name) {
    const { table } = this;
    if (table.isFilming) table.board.skip();
    // In a game for one player it is the next move, whether it comes before the film's end or after it
    const isNext = table.view.count === 1 && !!this.moveInput?.may(name);
    return table.isFilming || (performance.now() - this.#calm < MOMENT && !isNext);
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

  /** Choose a cell or a word; returns whether that makes a move. @param {MoveInput | QueriedMoveInput} input @param {string} name */
  #choose(input, name) {
    const { table } = this;
    if (!input.canTouch(name)) {
      this.#offered = null;
      this.#object([...input.touched, name]);
      return false;
    }
    const whole = input.may(name) ? null : input.whole(name);
    if (whole && !this.#isSeen(whole)) {
      this.#offer(whole);
      return false;
    }
    const { touched } = input;
    const path = input.touch(name);
    // So soon after a computer's move, no click can have been meant as a move
    if (path && this.#isAgain(name) && this.#wasAnswered()) {
      input.touched = touched;
      return false;
    }
    if (path) {
      this.#made = { name, at: performance.now(), ply: table.ply };
      this.play(path);
      return true;
    }
    this.#offered = null;
    this.#showChoice();
    table.say(advice(table));
    return false;
  }

  /** Whether the user has seen that one click makes this move: below the pointer, or by a click before. @param {string[]} path */
  #isSeen(path) {
    return this.previews.isShown(path) || path.join() === this.#offered?.join();
  }

  /** Show a move that one click means, where the user has not seen it yet. @param {string[]} path */
  #offer(path) {
    this.#offered = path;
    this.previews.look(path);
    this.table.say(`${path.join(" to ")}: choose ${path[path.length - 1]} again to make this move.`);
  }

  /** Make the move of a path. @param {string[]} path */
  async play(path) {
    const { table } = this;
    const at = (this.#sent = table.ply);
    // Marking the chosen cells would delay the move, so it is done only if the answer is slow
    const late = setTimeout(() => {
      if (at !== table.ply) return;
      table.board.take(path);
      table.write("");
    }, PROMPT);
    const answer = await table.request("play", { at, path });
    clearTimeout(late);
    this.#sent = -1;
    if (answer) return;
    table.board.letGo();
    this.moveInput?.clear();
    table.mark();
  }

  /** Choose a word, with a cell if that makes a move. @param {string} word @param {string} [name] */
  word(word, name = "") {
    const { table, moveInput } = this;
    if (table.isPast) table.history?.word(word, name);
    if (table.isPast || !moveInput || !table.words.includes(word) || this.#endsFilm(word)) return;
    moveInput.clear();
    const path = [word, name];
    if (table.needsCell(word) && moveInput.means(path)) this.play(path);
    else this.#choose(moveInput, word);
  }

  /** Clear what was chosen, or make a computer move now. */
  escape() {
    const { table, moveInput } = this;
    table.board.letGo();
    this.#offered = null;
    if (moveInput?.touched.length) {
      moveInput.clear();
      this.#showChoice();
      table.say(advice(table));
    } else if (this.cancelPlan()) {
      // The message says so
    } else if (table.isThinking) {
      table.request("stop");
    } else {
      table.say("Q leaves; the game is kept.");
    }
  }

  /** A legal move as it is written. */
  async example() {
    const { moveInput: input } = this;
    const path = input instanceof MoveInput ? input.goals()[0] : [...(input?.open() ?? [])].slice(0, 1);
    return path?.length ? this.previews.written(path) : "";
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
