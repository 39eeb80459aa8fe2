/**
 * The wire: HTTP for what stands still, a socket a game for what happens. What the messages mean stands in
 * `protocol/messages.py` and `protocol/games.py`; cells, pieces, panels, moves and frames are arrays.
 *
 * @typedef {[owner: number, kind: string, amount: number, arrow: string, colour: number]} Piece
 * @typedef {[name: string, x: number, y: number, ground: string, piece: Piece | null]} Cell
 * @typedef {[label: string, value: string]} Panel
 * @typedef {[player: number, text: string, path: string[]]} Made
 * @typedef {[cells: Cell[], panels: Panel[]]} Frame
 * @typedef {{seconds?: number, increment?: number, days?: number}} Clock
 * @typedef {object} Player
 * @property {number} number
 * @property {string} name
 * @property {string} who
 * @property {string} title
 * @property {number} score
 * @property {boolean} won
 * @property {string | null} person
 * @property {boolean} here
 *
 * @typedef {{sentence: string, reason: string, winner: string | null}} Ending
 * @typedef {object} View
 * @property {number | null} turn
 * @property {boolean} waits
 * @property {number} count
 * @property {Player[]} players
 * @property {Panel[]} panels
 * @property {string[]} words
 * @property {string[]} leads
 * @property {string[][] | null} paths
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {boolean} begun
 * @property {boolean} paused
 * @property {boolean} laying
 * @property {boolean} setting
 * @property {boolean} getting_ready
 * @property {Ending | null} ending
 * @property {number | null} place
 * @property {number} vacant
 * @property {Record<number, number>} clocks
 * @property {number | null} running
 * @property {Record<string, number[]>} offers
 * @property {string} next
 * @property {number} heard when it was told, by the time of this page
 *
 * @typedef {object} State
 * @property {number} version
 * @property {string} id
 * @property {string} kind
 * @property {Record<string, string>} options
 * @property {string[]} seats
 * @property {number} columns
 * @property {number} rows
 * @property {Cell[]} cells
 * @property {Made[]} moves
 * @property {View} view
 * @property {string | null} owner
 * @property {boolean} listed
 * @property {string | null} alias
 * @property {Clock | null} clock
 * @property {boolean} rated
 *
 * @typedef {{version: number, ply: number, move: Made, frames: Frame[], view: View}} Moved
 * @typedef {{version: number, ply: number, cells: Cell[], view: View}} Changed
 *
 * @typedef {object} OptionTold
 * @property {string} name
 * @property {"whole" | "seed" | "choice" | "flag" | "span" | "text"} sort
 * @property {string} default
 * @property {string} help
 * @property {string} takes
 * @property {number | null} low
 * @property {number | null} high
 * @property {string[]} choices
 *
 * @typedef {object} KindTold
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {number} players
 * @property {string[]} names
 * @property {OptionTold[]} options
 * @property {boolean} has_scores
 * @property {boolean} can_lay
 * @property {boolean} own whether the page has a module of its own for it
 *
 * @typedef {{number: number, name: string, seat: string}} LevelTold
 * @typedef {{version: string, kinds: KindTold[], levels: LevelTold[]}} House
 * @typedef {object} GameTold
 * @property {string} id
 * @property {string} kind
 * @property {string} title
 * @property {boolean} finished
 * @property {string} changed
 * @property {string[]} seats
 * @property {number} vacant
 * @property {Clock | null} clock
 * @property {boolean} rated
 * @property {string | null} alias
 *
 * @typedef {{name: string, points: number, extra: Record<string, number>, entered: string}} ScoreTold
 * @typedef {{facts: Panel[], results: Panel[]}} Statistics
 */

const API = "/api/";
const FIRST_PAUSE = 400; // milliseconds before a lost connection is tried again; doubled every time
const LONGEST_PAUSE = 10000;
const GONE = 4404; // why a socket is closed: there is no such game
const NO_CONNECTION = "The house cannot be reached right now; try again in a moment.";

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} what JSON says, or the text
 */
async function request(method, path, body) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_HEADERS };
  const answer = await fetch(API + path, init).catch(() => {
    throw new Error(NO_CONNECTION);
  });
  const text = await answer.text();
  const told = (answer.headers.get("content-type") ?? "").includes("json") && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Error(told?.message ?? `The house answered ${answer.status}, and did not say why.`);
  return told;
}

const JSON_HEADERS = { "content-type": "application/json" };

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {unknown} body */
export const post = (path, body) => request("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => request("PUT", path, body);
/** @param {string} path */
export const del = (path) => request("DELETE", path);

/** The address of something of a game that a browser fetches by itself, such as a file. @param {string} path */
export const address = (path) => API + path;

/**
 * What happens to one game. Events `you`, `state`, `moved`, `changed`, `thinking`, `ready` and `judged` have the
 * message as their detail; `lost` and `back` tell of the connection, which mends itself; `gone` that it is no more.
 */
export class Wire extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, {keep: (told: any) => void, refuse: (error: Error) => void}>} */
  #waiting = new Map();
  #number = 0;
  #version = -1;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #closed = false;
  /** @type {Promise<void> | null} */
  #renewal = null;
  #online = () => this.#mend();

  /** @param {string} id of the game */
  constructor(id) {
    super();
    this.id = id;
    addEventListener("online", this.#online);
    this.#open();
  }

  /** Whether the connection is there now. */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Ask for something.
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<any>} the answer; rejected with the sentence that says why not
   */
  ask(what, fields = {}) {
    return new Promise((keep, refuse) => {
      if (!this.isOpen) {
        refuse(new Error(NO_CONNECTION));
        return;
      }
      const id = ++this.#number;
      this.#waiting.set(id, { keep, refuse });
      this.#socket?.send(JSON.stringify({ do: what, id, ...fields }));
    });
  }

  /** Connect anew, as whoever one is by now. @returns {Promise<void>} when one is known */
  renew() {
    this.#renewal ??= new Promise((known) => {
      this.addEventListener("you", () => known(), { once: true });
      // What was asked is answered nowhere any more; the socket is mended as one that was lost, but at once
      this.#pause = 0;
      this.#socket?.close();
    });
    return this.#renewal.finally(() => (this.#renewal = null));
  }

  /** Hear no more of the game. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
    this.#socket?.close();
  }

  #open() {
    const after = this.#version < 0 ? "" : `?after=${this.#version}`;
    const url = new URL(`${API}games/${encodeURIComponent(this.id)}/socket${after}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.#socket = new WebSocket(url));
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      this.dispatchEvent(new Event("back"));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = ({ code }) => (code === GONE ? this.#end() : this.#lose());
  }

  /** @param {any} told */
  #hear(told) {
    if (told.view) told.view.heard = performance.now();
    if (told.version !== undefined) {
      // A connection that was mended may tell what is known already
      if (told.say !== "state" && told.version <= this.#version) return;
      this.#version = told.version;
    }
    const asked = this.#waiting.get(told.re);
    if (asked && told.say !== "judged") {
      this.#waiting.delete(told.re);
      if (told.say === "error") asked.refuse(new Error(told.message));
      else asked.keep(told);
    } else {
      this.dispatchEvent(new CustomEvent(told.say, { detail: told }));
    }
  }

  /** There is no such game, or not any more; before anything was told, HTTP is asked why. */
  #end() {
    if (this.#version < 0) this.#lose();
    else this.dispatchEvent(new Event("gone"));
  }

  #lose() {
    for (const { refuse } of this.#waiting.values()) refuse(new Error(NO_CONNECTION));
    this.#waiting.clear();
    if (this.#closed) return;
    this.dispatchEvent(new Event("lost"));
    this.#timer = setTimeout(() => this.#mend(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause || FIRST_PAUSE, LONGEST_PAUSE);
  }

  #mend() {
    clearTimeout(this.#timer);
    if (!this.#closed && this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }
}
