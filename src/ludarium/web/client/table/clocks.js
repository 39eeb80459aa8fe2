/** Clocks: they run down here from what the server has told last, which alone decides. */

import { tell } from "../core/dom.js";
import { isMine } from "./permissions.js";
import { speak } from "../core/announcer.js";

/** @typedef {import("./table.js").Table} Table */

const TICK = 200; // milliseconds
const SPOKEN = [10, 30]; // seconds that are left
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A time as clocks show it. @param {number} milliseconds */
export function shown(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60)];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** What was agreed on about time, in a few words. @param {import("../core/socket.js").Clock | null | undefined} clock */
export function terms(clock) {
  if (!clock) return "";
  if (clock.days) return `${clock.days} ${clock.days === 1 ? "day" : "days"} a move`;
  const seconds = clock.seconds ?? 0;
  return `${seconds % 60 ? `${seconds} s` : `${seconds / 60} min`}${clock.increment ? ` + ${clock.increment} s` : ""}`;
}

export class Clocks {
  #timer = 0;
  #spoken = Infinity; // the last number of seconds that was told to whoever's clock runs

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The game has gone on. */
  refresh() {
    const { view } = this.table;
    clearInterval(this.#timer);
    this.#spoken = Infinity;
    this.#show();
    if (view.running !== null && !view.ending) this.#timer = setInterval(() => this.#show(), TICK);
  }

  close() {
    clearInterval(this.#timer);
  }

  /** The milliseconds that a player has now. @param {number} number */
  #left(number) {
    const { view } = this.table;
    const gone = number === view.running && !view.ending ? performance.now() - view.heard : 0;
    return Math.max(0, (view.clocks[number] ?? 0) - gone);
  }

  #show() {
    const { view, parts } = this.table;
    for (const { number } of view.players) {
      if (!(number in view.clocks)) continue;
      const left = this.#left(number);
      for (const place of parts.page.querySelectorAll(`[data-clock="${number}"]`)) {
        tell(place, shown(left));
        place.classList.toggle("runs", number === view.running);
        place.classList.toggle("short", left < 1000 * SPOKEN[1]);
      }
      if (number === view.running) this.#speak(number, left);
    }
  }

  /** @param {number} number @param {number} left */
  #speak(number, left) {
    const player = this.table.view.players.find((each) => each.number === number);
    const limit = SPOKEN.find((seconds) => left <= 1000 * seconds);
    if (!player || !isMine(this.table, player) || !limit || limit >= this.#spoken) return;
    // Who comes back to a clock that runs short is told once, too
    this.#spoken = limit;
    speak(`You have ${Math.ceil(left / 1000)} seconds left.`, true);
  }
}
