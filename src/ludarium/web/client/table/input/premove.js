/**
 * A move that is chosen while another player thinks, or in a game for one player while a film runs: made at once when
 * the turn comes, if it is legal then.
 */

import { MoveInput, QueriedMoveInput } from "../../board/move_input.js";
import { tellsKeys } from "../../core/preferences.js";
import { advice } from "../panels/status.js";
import { may, own } from "../permissions.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../../server/protocol.js").View} View
 * @typedef {MoveInput | QueriedMoveInput} Input
 */

export const CANCELLED = "The planned move is cancelled.";

export class Premove {
  /** The moves that the player would have now. @type {Input | null} */
  #input = null;
  /** @type {string[] | null} */
  #path = null;
  /** The view that a film leads to. @type {View | null} */
  coming = null;
  #player = -1;
  #ply = -1;

  /** @param {Table} table @param {{play: (path: string[]) => unknown, objects: (path: string[]) => unknown}} input */
  constructor(table, input) {
    this.table = table;
    this.input = input;
  }

  /** The player of the user's who moves next, though not now; -1 where no move can be chosen in advance. */
  get #next() {
    const { view, isPast, isFilming, laying } = this.table;
    const { turn, begun, ending, paused, vacant, setting, count } = view;
    if (turn === null || !begun || ending || paused || vacant || setting || isPast || isFilming || laying) return -1;
    const mine = own(this.table).map(({ number }) => number);
    if (mine.includes(turn) || count < 2) return -1;
    const later = mine.map((number) => (number - turn + count) % count);
    return mine[later.indexOf(Math.min(...later))] ?? -1;
  }

  get isPossible() {
    return this.#next >= 0;
  }

  /** Whether a move can be chosen during the film: in a game for one player, where no other turn can come between. */
  get isPossibleInFilm() {
    const { coming, table } = this;
    return !!coming?.paths && coming.count === 1 && coming.waits && !coming.ending && !table.isPast && may(table, "play");
  }

  /** Whether a piece can be dragged in advance. @param {string} name */
  mayLift(name) {
    return this.isPossible && this.table.cells.get(name)?.[4]?.[0] === this.#next;
  }

  /** What is marked because of it. */
  get marks() {
    const input = this.#input;
    if (this.#path) return { planned: this.#path };
    return input?.touched.length ? { taken: input.touched, open: input.open(), again: input.again() } : {};
  }

  /** The moves that could be chosen now. @returns {Promise<Input | null>} */
  async #candidates() {
    const { table } = this;
    const [player, ply] = [this.#next, table.ply];
    const isKnown = () => this.#input && this.#ply === ply && this.#player === player;
    if (isKnown()) return this.#input;
    const answer = player < 0 ? null : await table.socket.ask("premoves", { player }).catch(() => null);
    // Meanwhile the turn may have come: then this was not meant as a move
    if (!answer || ply !== table.ply || player !== this.#next) return null;
    // A click before this one has asked too, and has chosen a cell
    if (isKnown()) return this.#input;
    const { paths, words, leads } = answer;
    if (paths && !paths.length) return null;
    this.#player = player;
    this.#ply = ply;
    return (this.#input = paths ? new MoveInput(paths, words) : new QueriedMoveInput(words, leads));
  }

  /** A cell was touched during a film; returns whether that plans a move or cancels it. @param {string} name */
  touchInFilm(name) {
    const { table } = this;
    if (!this.isPossibleInFilm) return false;
    const had = this.cancel();
    const { turn, paths, words } = /** @type {View} */ (this.coming);
    const input = new MoveInput(paths ?? [], words);
    if (!input.may(name)) {
      if (had) table.say(CANCELLED);
      return had;
    }
    // The list has the move of the film already
    [this.#input, this.#player, this.#ply] = [input, turn ?? -1, table.ply - 1];
    this.#take(input.touch(name));
    return true;
  }

  /** A cell was touched. @param {string} name */
  async touch(name) {
    const { table } = this;
    const had = this.#path !== null && this.cancel();
    const input = await this.#candidates();
    if (!input) return;
    if (input.canTouch(name)) this.#take(input.touch(name));
    else if (had || this.cancel()) table.say(CANCELLED);
    else table.refuse(advice(table), name);
  }

  /** A piece is about to be dragged. @param {string} name */
  lift(name) {
    if (this.#path || this.#input?.touched[0] !== name) {
      this.cancel();
      this.touch(name);
    }
  }

  /** A piece was dragged. @param {string} from @param {string} to */
  async drag(from, to) {
    const input = await this.#candidates();
    if (!input) return;
    this.cancel();
    input.touch(from);
    if (input.may(to)) this.#take(input.touch(to));
    else {
      this.cancel();
      this.table.refuse(`${from} to ${to} cannot be planned.`, to);
    }
  }

  /** @param {string[] | null} path */
  #take(path) {
    const { table } = this;
    this.#path = path;
    table.mark();
    const words = (path ?? this.#input?.touched ?? []).map((each) => table.wordLabel(each)).join(" to ");
    const then = table.isFilming ? "the film has ended" : "your turn comes";
    if (path) table.say(`Planned: ${words}. It is made when ${then}; ${tellsKeys() ? "Esc" : "a touch elsewhere"} cancels it.`);
    else if (words) table.say(`${words}: where to, when ${then}?${tellsKeys() ? " Esc lets go." : ""}`);
    else table.say(advice(table));
  }

  /** Forget it; returns whether there was one. */
  cancel() {
    const had = this.#path !== null || !!this.#input?.touched.length;
    this.#path = null;
    this.#input?.clear();
    if (had) this.table.mark();
    return had;
  }

  /** After an event: make the move if it is the user's turn. */
  refresh() {
    const { table } = this;
    const { moveInput, view } = table;
    const [path, half] = [this.#path, this.#input?.touched ?? []];
    if (!path && !half.length) return;
    if (!moveInput && !view.ending && table.ply >= this.#ply) return; // still waiting
    this.#path = this.#input = null;
    if (!moveInput || view.turn !== this.#player || table.ply <= this.#ply) return;
    if (!path) {
      if (moveInput instanceof MoveInput && half.length === 1 && moveInput.begins(half[0])) moveInput.touch(half[0]);
    } else if (moveInput instanceof QueriedMoveInput || moveInput.means(path)) this.input.play(path);
    else this.input.objects(path);
  }
}
