/** A move that is chosen while another player thinks: made at once when the turn comes, if it is legal then. */

import { MoveInput, QueriedMoveInput } from "../../board/move_input.js";
import { tellsKeys } from "../../core/preferences.js";
import { advice } from "../panels/status.js";
import { own } from "../permissions.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {MoveInput | QueriedMoveInput} Input
 */

export class Premove {
  /** The moves that the player would have now. @type {Input | null} */
  #input = null;
  /** @type {string[] | null} */
  #path = null;
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
    if (this.#input && this.#ply === ply && this.#player === player) return this.#input;
    const answer = player < 0 ? null : await table.socket.ask("premoves", { player }).catch(() => null);
    // Meanwhile the turn may have come: then this was not meant as a move
    if (!answer || ply !== table.ply || player !== this.#next) return null;
    const { paths, words, leads } = answer;
    if (paths && !paths.length) return null;
    this.#player = player;
    this.#ply = ply;
    return (this.#input = paths ? new MoveInput(paths, words) : new QueriedMoveInput(words, leads));
  }

  /** A cell was touched. @param {string} name */
  async touch(name) {
    const { table } = this;
    const had = this.cancel();
    const input = await this.#candidates();
    if (!input) return;
    if (input.canTouch(name)) this.#take(input.touch(name));
    else if (had) table.say("The planned move is cancelled.");
    else table.refuse(advice(table), name);
  }

  /** A piece was dragged. @param {string} from @param {string} to */
  async drag(from, to) {
    this.cancel();
    const input = await this.#candidates();
    if (!input) return;
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
    if (path) table.say(`Planned: ${words}. It is made when your turn comes; ${tellsKeys() ? "Esc" : "a touch elsewhere"} cancels it.`);
    else if (words) table.say(`${words}: where to, when your turn comes?${tellsKeys() ? " Esc lets go." : ""}`);
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
