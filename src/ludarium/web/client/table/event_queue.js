/** The events of a game, shown one after the other: each waits until the film before it has ended. */

import { describeChanges } from "../board/drawing/descriptions.js";
import { announce } from "../core/announcer.js";
import { sentence } from "../core/dom.js";
import { get } from "../server/http.js";
import { currentUser, fetchUser, setHome, userEvents } from "../core/identity.js";
import { LOST } from "./layout.js";
import { moveLine, turnLine } from "./panels/status.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("../server/protocol.js").Moved} Moved
 * @typedef {import("../server/protocol.js").Changed} Changed
 */

const MOST_WAITING = 3; // moves that wait for their film; with more of them films are left out
const EVENTS = ["state", "moved", "changed", "ready"];

export class EventQueue {
  /** Whether a move is being shown, until the board is as after it. */
  filming = false;
  /** What the last move has brought besides what the board shows, in sentences. */
  news = "";
  /** @type {({say: string} & any)[]} events not shown yet */
  #waiting = [];
  #working = false;
  #closed = false;
  #isShown = false;
  /** @type {string | null} the user as whom the socket is connected */
  #person = null;
  /** Resolved when the page knows this user too: until then it would show a player the game as a spectator's. */
  #identified = Promise.resolve();
  // Another user needs another socket
  #renew = () => (currentUser()?.id ?? null) !== this.#person && this.table.socket.renew();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Promise<void>} resolved when the game is shown; rejected if it does not exist */
    this.ready = new Promise((resolve, reject) => this.#listen(resolve, reject));
  }

  close() {
    this.#closed = true;
    userEvents.removeEventListener("changed", this.#renew);
  }

  /** The server says who the user is. @param {{person: string | null, home: boolean}} you */
  async #identify({ person, home }) {
    this.#person = person;
    setHome(home);
    if (person !== (currentUser()?.id ?? null)) await fetchUser().catch(() => {});
    if (this.table.state && !this.#closed) this.table.take(this.table.view);
  }

  /** @param {() => void} resolve @param {(error: Error) => void} reject */
  #listen(resolve, reject) {
    const { board, socket, parts } = this.table;
    for (const say of EVENTS) {
      socket.addEventListener(say, (event) => {
        this.#waiting.push(/** @type {CustomEvent} */ (event).detail);
        this.#work().then(() => this.#isShown && resolve(), (error) => {
          if (this.table.state) reportError(error);
          reject(error);
        });
      });
    }
    socket.addEventListener("lost", async () => {
      parts.lost.hidden = false;
      // Before the first state: the game may not exist, and HTTP says so in a sentence
      if (!this.table.state) await get(`games/${this.table.id}`).catch(reject);
    });
    socket.addEventListener("refused", (event) => {
      const reason = /** @type {CustomEvent} */ (event).detail;
      parts.lost.textContent = reason ? `${reason} The page will try again by itself.` : LOST;
    });
    socket.addEventListener("gone", () => {
      parts.lost.hidden = true;
      if (this.table.state) this.table.refuse("This game no longer exists: its host has deleted it.");
    });
    socket.addEventListener("limit", (event) => {
      const sentence = /** @type {CustomEvent} */ (event).detail;
      parts.lost.hidden = true;
      if (this.table.state) this.table.refuse(sentence);
      reject(new Error(sentence));
    });
    board.addEventListener("frame", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.isLong) this.table.input.adviseInFilm();
    });
    socket.addEventListener("you", (event) => {
      this.#identified = this.#identify(/** @type {CustomEvent} */ (event).detail);
    });
    userEvents.addEventListener("changed", this.#renew);
    socket.addEventListener("back", () => {
      parts.lost.hidden = true;
      parts.lost.textContent = LOST;
      if (this.table.state) this.table.advise();
    });
  }

  async #work() {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let event = this.#waiting.shift(); event && !this.#closed; event = this.#waiting.shift()) {
        if (event.say === "state") await this.#begin(event);
        else if (event.say === "moved") await this.#moved(event);
        else if (event.say === "ready") this.#ready(event.getting_ready);
        else this.#changed(event);
      }
    } finally {
      this.#working = false;
    }
  }

  /** @param {import("../server/protocol.js").State} state */
  async #begin(state) {
    await this.#identified;
    if (this.#closed) return;
    this.news = "";
    await this.table.begin(state);
    this.#isShown = true;
  }

  /** @param {Moved} moved */
  async #moved(moved) {
    const { table } = this;
    const { move, frames } = moved;
    const changed = new Map(frames.flatMap(([cells]) => cells).map((cell) => [cell[0], cell]));
    table.curtain.follow(moved.view);
    const isCovered = table.curtain.isDown;
    const changes = isCovered ? "" : describeChanges(table.cells, [...changed.values()], table.names);
    table.cells.put(changed.values());
    table.state.moves.splice(moved.ply - 1, Infinity, move);
    table.clearInput();
    table.marks = { hint: [], last: move[2] };
    table.extension.moved?.(moved);
    if (!table.isPast) await this.#film(moved);
    if (this.#closed) return;
    this.news = moved.news;
    table.take(moved.view);
    announce([`${moveLine(table, move)}.`, changes, moved.news, sentence(turnLine(table))].filter(Boolean).join(" "));
  }

  /** @param {Moved} moved */
  async #film({ frames, move, view }) {
    const { table } = this;
    const late = this.#waiting.filter(({ say }) => say === "moved").length > MOST_WAITING;
    const speed = late ? "off" : table.speed;
    // Without a film the marks are set after it
    if (speed !== "off") {
      table.mark();
      table.write(""); // what could be chosen before the move
    }
    this.filming = true;
    table.input.foresee(view);
    table.unfold(move);
    const unfolded = await table.board.film(frames, speed, move[2]);
    table.unfold(null);
    this.filming = false;
    table.input.foresee(null);
    if (unfolded) table.input.calm();
    if (!table.isPast) table.clearPast();
  }

  /** Show whether the computers are still being compiled. @param {boolean} getting */
  #ready(getting) {
    const { table } = this;
    table.view.getting_ready = getting;
    if (table.isThinking && !table.isPast) table.advise();
  }

  /** @param {Changed} changed */
  #changed(changed) {
    const { table } = this;
    if (changed.cells.length || changed.ply !== table.ply) table.clearInput();
    table.cells.put(changed.cells);
    const back = changed.ply < table.ply;
    table.state.moves.length = Math.min(changed.ply, table.ply);
    table.marks = { hint: [], last: table.state.moves.at(-1)?.[2] ?? [] };
    if (back) this.news = "";
    if (!table.isPast) table.board.show(changed.cells);
    table.take(changed.view);
    if (back) announce(`Taken back. ${sentence(turnLine(table))}`);
  }
}
