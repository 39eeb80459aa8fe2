/** The players' clocks, which run on from the last view; the server alone decides when time is over. */

import { announce } from "../../core/announcer.js";
import { setText } from "../../core/dom.js";
import { arrivalOf } from "../../server/socket.js";
import { clockTime } from "../../core/time_format.js";
import { isMine } from "../permissions.js";

/** @typedef {import("../types.js").Table} Table */

const TICK = 200; // milliseconds
const ANNOUNCED = [10, 30]; // seconds left at which the player is warned

export class Clocks {
  #timer = 0;
  #announced = Infinity; // the last warning, in seconds

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Start again from the current view. */
  refresh() {
    const { view } = this.table;
    clearInterval(this.#timer);
    this.#announced = Infinity;
    this.#show();
    if (view.running !== null && !view.ending) this.#timer = setInterval(() => this.#show(), TICK);
  }

  close() {
    clearInterval(this.#timer);
  }

  /** The milliseconds that a player has now. @param {number} number */
  #left(number) {
    const { view } = this.table;
    const gone = number === view.running && !view.ending ? performance.now() - arrivalOf(view) : 0;
    return Math.max(0, (view.clocks[number] ?? 0) - gone);
  }

  #show() {
    const { view, parts } = this.table;
    for (const { number } of view.players) {
      if (!(number in view.clocks)) continue;
      const left = this.#left(number);
      for (const place of parts.page.querySelectorAll(`[data-clock="${number}"]`)) {
        setText(place, clockTime(left));
        place.classList.toggle("runs", number === view.running);
        place.classList.toggle("short", left < 1000 * ANNOUNCED[1]);
      }
      if (number === view.running) this.#warn(number, left);
    }
  }

  /** @param {number} number @param {number} left */
  #warn(number, left) {
    const player = this.table.view.players.find((each) => each.number === number);
    const limit = ANNOUNCED.find((seconds) => left <= 1000 * seconds);
    if (!player || !isMine(this.table, player) || !limit || limit >= this.#announced) return;
    this.#announced = limit;
    announce(`You have ${Math.ceil(left / 1000)} seconds left.`, true);
  }
}
