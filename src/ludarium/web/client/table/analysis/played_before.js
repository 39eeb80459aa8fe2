/** What others have played in the position that the board shows, where the server has a collection of games. */

import { fill, h } from "../../core/dom.js";
import { get } from "../../server/http.js";
import { may } from "../permissions.js";

/**
 * @typedef {import("../../server/protocol.js").PlayedBefore} Answer
 * @typedef {import("../../server/protocol.js").PlayedMoveTold} Move
 * @typedef {import("../types.js").HistoryControl} HistoryControl
 * @typedef {import("../types.js").Table} Table
 */

const HEADS = ["Move", "Games", "Score", "By"];

export class PlayedBefore {
  #run = 0; // answers for earlier positions are ignored
  #isHere = true; // whether the server has a collection, as far as is known

  /** @param {Table} table @param {HistoryControl} history */
  constructor(table, history) {
    this.table = table;
    this.history = history;
    this.element = h("section", { class: "played-before", "aria-label": "Played before", hidden: true });
  }

  /** Ask for the moves of another position. @param {number} ply */
  async refresh(ply) {
    this.#run += 1;
    if (!this.#isHere) return;
    const mine = this.#run;
    const { line, node } = this.history;
    const asked = new URLSearchParams({ ply: String(ply), moves: line.join(" ") });
    /** @type {Answer | null} */
    const answer = await get(`games/${this.table.id}/played-before?${asked}`).catch(() => null);
    if (mine !== this.#run) return;
    this.#isHere = answer === null || answer.moves !== null;
    const moves = answer?.moves ?? [];
    this.element.hidden = !moves.length;
    const head = h("tr", {}, ...HEADS.map((text) => h("th", { scope: "col", text })));
    const rows = moves.map((move) => this.#row(move, ply, node));
    const title = h("caption", { text: "Played before" });
    fill(this.element, h("table", {}, title, h("thead", {}, head), h("tbody", {}, ...rows)));
  }

  /** @param {Move} move @param {number} ply @param {import("../types.js").Variation | null} node */
  #row({ move, games, score, players }, ply, node) {
    const follow = () => this.history.follow(ply, [move], node);
    const disabled = !may(this.table, "explore");
    return h(
      "tr",
      {},
      h("td", {}, h("button", { type: "button", disabled, title: `Try ${move}`, text: move, on: { click: follow } })),
      h("td", { text: String(games) }),
      h("td", { text: `${Math.round(100 * score)} %` }),
      h("td", { text: players.join(", ") }),
    );
  }
}
