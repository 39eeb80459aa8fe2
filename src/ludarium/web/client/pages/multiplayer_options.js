/** The options of a game with remote players: who finds it, its name, the time control, whether it is rated. */

import { h } from "../core/dom.js";
import { ownName } from "../core/identity.js";

/** @typedef {import("../server/protocol.js").Clock} Clock */

const TIME_CONTROLS = /** @type {Record<string, {text: string, clock: Clock | null}>} */ ({
  none: { text: "none", clock: null },
  "5+3": { text: "5 minutes, 3 seconds more a move", clock: { seconds: 300, increment: 3 } },
  "10+5": { text: "10 minutes, 5 seconds more a move", clock: { seconds: 600, increment: 5 } },
  "30+0": { text: "30 minutes for all moves", clock: { seconds: 1800 } },
  days1: { text: "a day for each move", clock: { days: 1 } },
  days3: { text: "3 days for each move", clock: { days: 3 } },
  days7: { text: "a week for each move", clock: { days: 7 } },
});

/** The part of the form that is shown when a seat is for a remote player. */
export class MultiplayerOptions {
  constructor() {
    this.listed = h("select", {}, h("option", { value: "", text: "anyone with the link" }), lobby());
    this.alias = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    const controls = Object.entries(TIME_CONTROLS);
    this.clock = h("select", {}, ...controls.map(([value, { text }]) => h("option", { value, text })));
    this.rated = h("input", { type: "checkbox" });
    this.element = h(
      "fieldset",
      { class: "who terms", hidden: true },
      h("legend", { text: "With others" }),
      ownName(),
      row("Who may come", this.listed),
      row("Name to join by", this.alias, "Optional. Letters, digits and . _ -, without blanks."),
      row("Clock", this.clock),
      row("Rated", this.rated, "The result counts for the ratings, if only people play."),
    );
  }

  /** The fields of the request for a new game. */
  read() {
    if (this.element.hidden) return {};
    return {
      listed: this.listed.value !== "",
      alias: this.alias.value.trim() || null,
      clock: TIME_CONTROLS[this.clock.value]?.clock ?? null,
      rated: this.rated.checked,
    };
  }
}

const lobby = () => h("option", { value: "lobby", text: "anyone, from the lobby" });

/** @param {string} label @param {HTMLElement} field @param {string} [note] */
const row = (label, field, note) =>
  h("label", { class: "asked" }, h("span", { text: label }), field, note ? h("small", { text: note }) : null);
