/** What is agreed on with others before a game: who finds it, its name, how long one may think, whether it counts. */

import { h } from "../core/dom.js";

const CLOCKS = /** @type {Record<string, {text: string, clock: import("../core/socket.js").Clock | null}>} */ ({
  none: { text: "none", clock: null },
  "5+3": { text: "5 minutes, 3 seconds more a move", clock: { seconds: 300, increment: 3 } },
  "10+5": { text: "10 minutes, 5 seconds more a move", clock: { seconds: 600, increment: 5 } },
  "30+0": { text: "30 minutes for all moves", clock: { seconds: 1800 } },
  days1: { text: "a day for each move", clock: { days: 1 } },
  days3: { text: "3 days for each move", clock: { days: 3 } },
  days7: { text: "a week for each move", clock: { days: 7 } },
});

/** The part of a form that is shown when somebody from elsewhere is to play. */
export class Terms {
  constructor() {
    this.listed = h("select", {}, h("option", { value: "", text: "whoever has the link" }), lobby());
    this.alias = h("input", { type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false" });
    this.clock = h("select", {}, ...Object.entries(CLOCKS).map(([value, { text }]) => h("option", { value, text })));
    this.rated = h("input", { type: "checkbox" });
    this.element = h(
      "fieldset",
      { class: "who terms", hidden: true },
      h("legend", { text: "With others" }),
      row("Who may come", this.listed),
      row("Name to join by", this.alias, "Not needed. Letters, digits and . _ -, without blanks."),
      row("Clock", this.clock),
      row("Rated", this.rated, "It counts for the ratings of all, if people alone play."),
    );
  }

  /** What a new game is asked for with. */
  read() {
    if (this.element.hidden) return {};
    return {
      listed: this.listed.value !== "",
      alias: this.alias.value.trim() || null,
      clock: CLOCKS[this.clock.value]?.clock ?? null,
      rated: this.rated.checked,
    };
  }
}

const lobby = () => h("option", { value: "lobby", text: "anybody, from the lobby" });

/** @param {string} label @param {HTMLElement} field @param {string} [note] */
const row = (label, field, note) =>
  h("label", { class: "asked" }, h("span", { text: label }), field, note ? h("small", { text: note }) : null);
