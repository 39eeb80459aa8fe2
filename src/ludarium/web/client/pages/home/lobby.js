/** The lobby: games with a free seat, games to watch, and a field to join a game by name. */

import { button, fill, h, sentence, showProblem } from "../../core/dom.js";
import { get } from "../../server/http.js";
import { logo } from "../../core/symbols.js";
import { timeControl } from "../../core/time_format.js";
import { join } from "../join_game.js";

/**
 * @typedef {import("../../server/protocol.js").House} House
 * @typedef {import("../../server/protocol.js").GameTold} GameTold
 */

const PAUSE = 4000; // milliseconds between two requests

export class Lobby {
  #timer = 0;
  #shown = "";
  #closed = false;
  #visible = () => this.load();

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    const kinds = house.kinds.filter(({ players }) => players > 1);
    this.filter = h(
      "select",
      { on: { change: () => this.load() } },
      h("option", { value: "", text: "all games" }),
      ...kinds.map(({ id, title }) => h("option", { value: id, text: title })),
    );
    this.place = h("div", { class: "kept" });
    this.element = h(
      "section",
      { class: "lobby kept", "aria-labelledby": "lobby" },
      h(
        "div",
        { class: "lobby-head" },
        h("h2", { id: "lobby", text: "With others" }),
        h("label", {}, h("span", { class: "unseen", text: "Show" }), this.filter),
      ),
      this.#joining(),
      this.place,
    );
    document.addEventListener("visibilitychange", this.#visible);
  }

  close() {
    clearTimeout(this.#timer);
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#visible);
  }

  #joining() {
    const problem = h("p", { class: "problem", role: "alert" });
    const field = h("input", { type: "text", placeholder: "ID or ID@HOST", autocomplete: "off", spellcheck: "false" });
    const form = h(
      "form",
      { class: "joining" },
      h("label", {}, h("span", { text: "Join by name " }), field),
      h("button", { type: "submit", text: "Join" }),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wrong = await join(field.value.trim());
      showProblem(problem, wrong ? sentence(wrong) : "");
    });
    return h("div", {}, form, problem);
  }

  /** Load the lists, and again as long as the page is visible. */
  async load() {
    clearTimeout(this.#timer);
    if (this.#closed || document.hidden) return;
    const kind = this.filter.value ? `&kind=${this.filter.value}` : "";
    try {
      const [open, taken] = await Promise.all([get(`lobby?seats=open${kind}`), get(`lobby?seats=taken${kind}`)]);
      this.#show(open, taken);
    } catch {
      // The next request may succeed
    }
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.load(), PAUSE);
  }

  /** @param {GameTold[]} open @param {GameTold[]} taken */
  #show(open, taken) {
    const shown = JSON.stringify([open, taken]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.game;
    const playing = taken.filter(({ finished }) => !finished);
    const none =
      "No game waits for a player right now. To offer one, choose A player elsewhere for a seat of a new game.";
    fill(
      this.place,
      open.length
        ? h("ul", { class: "rows" }, ...open.map((game) => this.#row(game, "sit", "Sit down")))
        : h("p", { class: "none", text: none }),
      playing.length ? h("h3", { text: "Being played" }) : null,
      playing.length ? h("ul", { class: "rows" }, ...playing.map((game) => this.#row(game, "game", "Watch"))) : null,
    );
    if (focused) /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-game="${focused}"]`))?.focus();
  }

  /** @param {GameTold} game @param {string} page @param {string} label */
  #row(game, page, label) {
    const kind = this.house.kinds.find(({ id }) => id === game.kind);
    const title = kind?.title ?? game.kind;
    const details = [game.title, timeControl(game.clock), game.rated ? "rated" : ""].filter(Boolean).join(", ");
    const go = button(label, () => (location.hash = `#/${page}/${game.id}`));
    go.setAttribute("aria-label", `${label}: ${title}, ${game.title}`);
    go.dataset.game = game.id;
    const text = h("span", {}, h("strong", { text: title }), " ", h("small", { text: details }));
    return h("li", { class: "listed" }, kind ? logo(kind) : null, text, go);
  }
}
