/** The lobby: games with a free seat, games to be watched, and the way to one whose name one was told. */

import { terms } from "../table/clocks.js";
import { button, fill, h, logo, sentence } from "../core/dom.js";
import { join } from "./join_game.js";
import { get } from "../core/socket.js";

/**
 * @typedef {import("../core/socket.js").House} House
 * @typedef {import("../core/socket.js").GameTold} GameTold
 */

const PAUSE = 4000; // milliseconds until it is looked at again

export class Lobby {
  #timer = 0;
  #shown = "";
  #closed = false;
  #visible = () => this.look();

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    const kinds = house.kinds.filter(({ players }) => players > 1);
    this.filter = h(
      "select",
      { on: { change: () => this.look() } },
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
      problem.textContent = wrong ? sentence(wrong) : "";
    });
    return h("div", {}, form, problem);
  }

  /** Look who is there, and again as long as somebody sees it. */
  async look() {
    clearTimeout(this.#timer);
    if (this.#closed || document.hidden) return;
    const kind = this.filter.value ? `&kind=${this.filter.value}` : "";
    try {
      const [open, taken] = await Promise.all([get(`lobby?seats=open${kind}`), get(`lobby?seats=taken${kind}`)]);
      this.#show(open, taken);
    } catch {
      // The next look may be luckier
    }
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.look(), PAUSE);
  }

  /** @param {GameTold[]} open @param {GameTold[]} taken */
  #show(open, taken) {
    const shown = JSON.stringify([open, taken]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.game;
    const playing = taken.filter(({ finished }) => !finished);
    const none = "Nobody waits here right now. In the form of a new game, a seat can be for somebody elsewhere.";
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

  /** @param {GameTold} game @param {string} room @param {string} label */
  #row(game, room, label) {
    const kind = this.house.kinds.find(({ id }) => id === game.kind);
    const title = kind?.title ?? game.kind;
    const told = [game.title, terms(game.clock), game.rated ? "rated" : ""].filter(Boolean).join(", ");
    const go = button(label, () => (location.hash = `#/${room}/${game.id}`));
    go.setAttribute("aria-label", `${label}: ${title}, ${game.title}`);
    go.dataset.game = game.id;
    const text = h("span", {}, h("strong", { text: title }), " ", h("small", { text: told }));
    return h("li", { class: "listed" }, kind ? logo(kind) : null, text, go);
  }
}
