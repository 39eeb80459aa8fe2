/** Turns: a game goes on, and what happens is shown, one thing after the other. */

import { turnLine, wordLabel } from "./side_panel.js";
import { capital, sentence } from "../core/dom.js";
import { fetchMe, me, news, setHome } from "../core/identity.js";
import { changes, speak } from "../core/announcer.js";
import { get } from "../core/socket.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("../core/socket.js").Moved} Moved
 * @typedef {import("../core/socket.js").Changed} Changed
 */

const BEHIND = 3; // moves that may wait for their film; more are shown at once
const TOLD = ["state", "moved", "changed", "ready"];

export class Turns {
  /** Whether a move unfolds on the board. */
  filming = false;
  /** @type {({say: string} & any)[]} what happened, and is still to be shown */
  #waiting = [];
  #working = false;
  #closed = false;
  /** @type {string | null} as whom one looks at the game */
  #person = null;
  // Who has become somebody else is that here, too
  #renew = () => (me()?.id ?? null) !== this.#person && this.table.wire.renew();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Promise<void>} resolved when there is something to see; rejected where there is no such game */
    this.ready = new Promise((seen, fail) => this.#listen(seen, fail));
  }

  close() {
    this.#closed = true;
    news.removeEventListener("changed", this.#renew);
  }

  /** The server tells who one is here. @param {{person: string | null, home: boolean}} told */
  async #meet({ person, home }) {
    this.#person = person;
    setHome(home);
    if (person !== (me()?.id ?? null)) await fetchMe().catch(() => {});
    if (this.table.state && !this.#closed) this.table.take(this.table.view);
  }

  /** @param {() => void} seen @param {(error: Error) => void} fail */
  #listen(seen, fail) {
    const { wire, parts } = this.table;
    for (const say of TOLD) {
      wire.addEventListener(say, (event) => {
        this.#waiting.push(/** @type {CustomEvent} */ (event).detail);
        this.#work().then(seen, (error) => {
          if (this.table.state) reportError(error);
          fail(error);
        });
      });
    }
    wire.addEventListener("lost", async () => {
      parts.lost.hidden = false;
      // Before there is anything to see: perhaps there is no such game, and HTTP says so in a sentence
      if (!this.table.state) await get(`games/${this.table.id}`).catch(fail);
    });
    wire.addEventListener("gone", () => {
      parts.lost.hidden = true;
      if (this.table.state) this.table.refuse("This game is gone: whoever had set it up has taken it away.");
    });
    wire.addEventListener("you", (event) => this.#meet(/** @type {CustomEvent} */ (event).detail));
    news.addEventListener("changed", this.#renew);
    wire.addEventListener("back", () => {
      parts.lost.hidden = true;
      if (this.table.state) this.table.advise();
    });
  }

  async #work() {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let told = this.#waiting.shift(); told && !this.#closed; told = this.#waiting.shift()) {
        if (told.say === "state") await this.table.begin(told);
        else if (told.say === "moved") await this.#moved(told);
        else if (told.say === "ready") this.#ready(told.getting_ready);
        else this.#changed(told);
      }
    } finally {
      this.#working = false;
    }
  }

  /** @param {Moved} told */
  async #moved(told) {
    const { table } = this;
    const { move, frames } = told;
    const changed = new Map(frames.flatMap(([cells]) => cells).map((cell) => [cell[0], cell]));
    const news = changes(table.cells, [...changed.values()], table.names);
    for (const [name, cell] of changed) table.cells.set(name, cell);
    table.state.moves.splice(told.ply - 1, Infinity, move);
    table.person.hand = null;
    table.marks = { hint: [], last: move[2] };
    table.furniture.moved?.(told);
    if (!table.isPast) await this.#film(told);
    if (this.#closed) return;
    table.take(told.view);
    const mover = table.view.count > 1 ? `${capital(table.playerTitle(move[0]))}: ` : "";
    speak(`${mover}${wordLabel(move[1])}. ${news} ${sentence(turnLine(table))}`);
    table.person.touchAgain();
  }

  /** @param {Moved} told */
  async #film({ frames, move }) {
    const { table } = this;
    const late = this.#waiting.filter(({ say }) => say === "moved").length > BEHIND;
    const speed = late ? "off" : table.speed;
    // What is shown at once is marked anew right away
    if (speed !== "off") table.mark();
    this.filming = true;
    await table.board.film(frames, speed, move[2]);
    this.filming = false;
    if (!table.isPast) table.tellNow();
  }

  /** Whether computers have to be compiled first, which matters to whoever waits for them. @param {boolean} getting */
  #ready(getting) {
    const { table } = this;
    table.view.getting_ready = getting;
    if (table.thinks && !table.isPast) table.advise();
  }

  /** @param {Changed} told */
  #changed(told) {
    const { table } = this;
    if (told.cells.length || told.ply !== table.ply) table.person.hand = null;
    for (const cell of told.cells) table.cells.set(cell[0], cell);
    const back = told.ply < table.ply;
    table.state.moves.length = Math.min(told.ply, table.ply);
    table.marks = { hint: [], last: table.state.moves.at(-1)?.[2] ?? [] };
    if (!table.isPast) table.board.show(told.cells);
    table.take(told.view);
    if (back) speak(`Taken back. ${sentence(turnLine(table))}`);
  }
}
