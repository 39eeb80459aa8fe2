/** The socket of a game: requests and their answers, and the events of the game. It reconnects by itself. */

import { get, NO_CONNECTION } from "./http.js";
import { openSocket } from "./transport.js";

/** @typedef {import("./protocol.js").View} View */

const FIRST_PAUSE = 400; // milliseconds before the first attempt to reconnect; doubled with each attempt
const LONGEST_PAUSE = 10000;
const GONE = 4404; // the close code for a game that does not exist
const OPEN_LIMIT = 4429; // the close code for a user who has too much open

/** When each view arrived, by the page's clock. @type {WeakMap<View, number>} */
const arrivals = new WeakMap();

/** When a view arrived, in the time of performance.now(). @param {View} view */
export const arrivalOf = (view) => arrivals.get(view) ?? performance.now();

/**
 * Events `you`, `state`, `moved`, `changed`, `thinking`, `ready` and `judged` carry the message as their detail; `lost`
 * and `back` report the connection, `refused` why the server refuses it (a sentence; empty if it does not answer),
 * `limit` (with a sentence) that this user has as much open as one may, and `gone` that the game was deleted.
 */
export class GameSocket extends EventTarget {
  /** @type {import("./transport.js").Socket | null} */
  #socket = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} requests not answered yet */
  #pending = new Map();
  #number = 0;
  #version = -1;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #closed = false;
  /** The last error that answers no request. */
  #reason = "";
  /** @type {Promise<void> | null} */
  #renewal = null;
  #online = () => this.#reconnect();

  /** @param {string} id of the game */
  constructor(id) {
    super();
    this.id = id;
    addEventListener("online", this.#online);
    this.#open();
  }

  /** Whether the socket is connected now. */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Send a request.
   * @param {string} what the `do` of the message
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>} the answer; rejected with the sentence that says why it was refused
   */
  ask(what, fields = {}) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Error(NO_CONNECTION));
        return;
      }
      const id = ++this.#number;
      this.#pending.set(id, { resolve, reject });
      this.#socket?.send(JSON.stringify({ do: what, id, ...fields }));
    });
  }

  /** Reconnect as the current user. @returns {Promise<void>} when the server has said who that is */
  renew() {
    this.#renewal ??= new Promise((resolve) => {
      this.addEventListener("you", () => resolve(), { once: true });
      // Pending requests are rejected; closing leads to a reconnect, here without a pause
      this.#pause = 0;
      this.#socket?.close();
    });
    return this.#renewal.finally(() => (this.#renewal = null));
  }

  /** Disconnect for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
    this.#socket?.close();
  }

  #open() {
    const socket = (this.#socket = openSocket(this.id, this.#version));
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#pause = FIRST_PAUSE;
      this.dispatchEvent(new Event("back"));
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = ({ code }) => {
      if (code === GONE) this.#end();
      else if (code === OPEN_LIMIT) this.#endAtLimit();
      else this.#lose();
      if (!wasOpen) void this.#findReason();
    };
  }

  /** @param {any} message */
  #receive(message) {
    if (message.view) arrivals.set(message.view, performance.now());
    if (message.version !== undefined) {
      // After a reconnect the server may send events that are known already
      if (message.say !== "state" && message.version <= this.#version) return;
      this.#version = message.version;
    }
    const request = this.#pending.get(message.re);
    if (request && message.say !== "judged") {
      this.#pending.delete(message.re);
      if (message.say === "error") request.reject(new Error(message.message));
      else request.resolve(message);
    } else if (message.say === "error") {
      this.#reason = message.message;
    } else {
      this.dispatchEvent(new CustomEvent(message.say, { detail: message }));
    }
  }

  #endAtLimit() {
    this.#closed = true;
    this.dispatchEvent(new CustomEvent("limit", { detail: this.#reason }));
    this.#lose();
  }

  /** The game does not exist. Before the first state this counts as a lost connection: callers then ask by HTTP why. */
  #end() {
    if (this.#version < 0) this.#lose();
    else this.dispatchEvent(new Event("gone"));
  }

  #lose() {
    for (const { reject } of this.#pending.values()) reject(new Error(NO_CONNECTION));
    this.#pending.clear();
    if (this.#closed) return;
    this.dispatchEvent(new Event("lost"));
    this.#timer = setTimeout(() => this.#reconnect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause || FIRST_PAUSE, LONGEST_PAUSE);
  }

  /** Browsers hide the status with which a socket is refused; over HTTP the same refusal comes with a sentence. */
  async #findReason() {
    const known = this.#version >= 0 && !this.#closed;
    const reason = known ? await get(`games/${encodeURIComponent(this.id)}/record`).then(() => "", (error) => error.message) : "";
    if (!known || this.#closed || this.isOpen) return;
    this.dispatchEvent(new CustomEvent("refused", { detail: reason === NO_CONNECTION ? "" : reason }));
  }

  #reconnect() {
    clearTimeout(this.#timer);
    if (!this.#closed && this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }
}
