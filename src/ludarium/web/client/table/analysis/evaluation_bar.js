/** The bar beside the board: how the chances of the first player and of the others compare. */

import { colourOf } from "../../board/drawing/pieces.js";
import { capital, h } from "../../core/dom.js";
import { own } from "../permissions.js";

/** @typedef {import("../types.js").Table} Table */

export class EvaluationBar {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.number = h("span", { "aria-hidden": "true" });
    this.element = h(
      "div",
      {
        class: "evaluation",
        role: "meter",
        "aria-label": "Chances to win",
        "aria-valuemin": "0",
        "aria-valuenow": "50",
        "aria-valuemax": "100",
      },
      h("i", { "aria-hidden": "true" }),
      this.number,
    );
  }

  open() {
    this.clear();
    if (this.table.view.count > 1) this.table.slots.evaluation.append(this.element);
  }

  close() {
    this.element.remove();
  }

  /** Show that the chances are not known. */
  clear() {
    this.wait();
    this.element.classList.add("unknown");
  }

  /** Show that what is shown was of another position. */
  wait() {
    this.element.classList.add("old");
    this.element.setAttribute("aria-valuetext", "not known yet");
    this.element.title = "";
    this.number.textContent = "";
  }

  /** @param {number} chance of the first player */
  show(chance) {
    const { table, element } = this;
    const { count } = table.view;
    element.classList.remove("unknown", "old");
    const [first, other] = [table.playerTitle(0), count === 2 ? table.playerTitle(1) : "others"];
    const part = Math.round(100 * chance);
    const text = `${capital(first)} ${part} %, ${other} ${100 - part} %`;
    // The player at this device stands below, and so does that player's part
    const [mine] = own(table);
    element.classList.toggle("turned", count === 2 && mine?.number === 1 && own(table).length === 1);
    element.classList.toggle("ahead", part >= 50);
    element.setAttribute("aria-valuenow", String(part));
    element.setAttribute("aria-valuetext", text);
    element.title = `Chances to win. ${text}`;
    this.number.textContent = String(Math.max(part, 100 - part)); // at the end of the side that is ahead
    element.style.setProperty("--part", `${part}%`);
    element.style.setProperty("--first", colourOf(0, table.names));
    element.style.setProperty("--other", count === 2 ? colourOf(1, table.names) : "var(--panel)");
  }
}
