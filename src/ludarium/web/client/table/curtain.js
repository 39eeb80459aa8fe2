/**
 * Where people at one device see different things, the device is passed on: a curtain lies over the board until the
 * next player says to be there.
 */

import { capital, h, setText } from "../core/dom.js";
import { own } from "./permissions.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("../server/protocol.js").View} View
 */

export class Curtain {
  /** @type {number | null} the player who is at the device */
  #at = null;
  #text = h("p");
  #button = h("button", { class: "primary", type: "button" });

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "curtain", role: "group", "aria-label": "Pass the device", hidden: true });
    this.element.append(this.#text, this.#button);
    this.#button.addEventListener("click", () => this.#lift());
    table.slots.stage.append(this.element);
  }

  get isDown() {
    return !this.element.hidden;
  }

  /** Let it down if the device goes to another player. @param {View} view as it will be shown */
  follow(view) {
    const { table } = this;
    const people = view.hides ? own(table).map(({ number }) => number) : [];
    const passes = people.length > 1 && view.turn !== null && people.includes(view.turn) && view.turn !== this.#at;
    this.element.hidden = !passes;
    table.board.classList.toggle("covered", passes);
    if (!passes || view.turn === null) return;
    const name = capital(table.playerTitle(view.turn));
    setText(this.#text, `Pass the device to ${name}.`);
    setText(this.#button, `I am ${name}: show the board`);
    this.#button.focus();
  }

  #lift() {
    this.#at = this.table.view.turn;
    this.follow(this.table.view);
    this.table.board.focusBoard();
  }
}
