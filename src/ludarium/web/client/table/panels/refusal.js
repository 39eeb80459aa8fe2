/** A short message beside the cell that was touched: why that cannot be done. The line below the headline says it all. */

import { h } from "../../core/dom.js";

const STAYS = 2600; // milliseconds
const EDGE = 4; // pixels between the message and the edge of the board

export class Refusal {
  #timer = 0;

  /** @param {HTMLElement} stage around the board, within which the message stands */
  constructor(stage) {
    this.stage = stage;
    // Read aloud by the announcer, which says the same
    this.element = h("p", { class: "refusal", "aria-hidden": "true", hidden: true });
    stage.append(this.element);
    // The next touch looks at what lies below it
    stage.addEventListener("pointerdown", () => this.hide());
  }

  /** @param {string} text whose first words say why @param {DOMRect} cell on the screen */
  show(text, cell) {
    const { element } = this;
    const room = this.stage.getBoundingClientRect();
    element.textContent = text.replace(/;.*/s, ".");
    element.hidden = false;
    const { width, height } = element.getBoundingClientRect();
    const x = cell.x + cell.width / 2 - width / 2 - room.x;
    const above = cell.y - height - room.y;
    const y = above < 0 ? cell.bottom - room.y : above;
    element.style.setProperty("left", `${Math.max(EDGE, Math.min(x, room.width - width - EDGE))}px`);
    element.style.setProperty("top", `${y}px`);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.hide(), STAYS);
  }

  hide() {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }
}
