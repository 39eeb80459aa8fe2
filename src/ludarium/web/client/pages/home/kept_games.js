/** The user's games in the house: what has happened in them, those to go on with, and those that are over. */

import { confirm } from "../../core/dialogs.js";
import { button, fill, h } from "../../core/dom.js";
import { keptList } from "../../core/kept_list.js";
import { logo } from "../../core/symbols.js";
import { ago } from "../../core/time_format.js";
import { del, get } from "../../server/http.js";

/**
 * @typedef {import("../../server/protocol.js").House} House
 * @typedef {import("../../server/protocol.js").GameTold} GameTold
 * @typedef {import("../../server/protocol.js").NewsTold} NewsTold
 */

const FIRST = 3; // games that are listed at once
/** The ended games whose result the user has seen. @type {import("../../core/kept_list.js").KeptList<string>} */
const seen = keptList("ludarium-seen");

export class KeptGames {
  /** All games of the user, the last changed first. @type {GameTold[]} */
  games = [];
  /** What is told of games with others, by their ids. @type {Map<string, NewsTold>} */
  told = new Map();

  /** @param {House} house @param {HTMLElement} foot of the list @param {(games: GameTold[]) => void} loaded */
  constructor(house, foot, loaded) {
    this.house = house;
    this.foot = foot;
    this.loaded = loaded;
    this.news = h("ul", { class: "news", "aria-label": "News of your games", hidden: true });
    this.latest = h("p", { class: "latest", hidden: true });
    this.element = h("section", { class: "kept card-like", "aria-labelledby": "kept" }, foot);
  }

  async load() {
    /** @type {[GameTold[], NewsTold[]]} */
    const [games, news] = await Promise.all([get("games"), get("news").catch(() => [])]);
    this.games = games;
    this.told = new Map(news.map((each) => [each.id, each]));
    const open = this.#inOrder(games.filter(({ finished }) => !finished));
    const over = games.filter(({ finished }) => finished);
    this.#showLatest(open[0]);
    this.#showNews(news.filter(({ id, waits }) => !waits && id !== open[0]?.id));
    fill(
      this.element,
      h("h2", { id: "kept", text: "Continue a game" }),
      open.length
        ? this.#list(open)
        : h("p", { class: "none", text: "A game that you leave before it is over is listed here." }),
      over.length
        ? h("details", {}, h("summary", { text: `Games that are over (${over.length})` }), this.#list(over))
        : null,
      this.foot,
    );
    this.loaded(games);
  }

  /** First those in which a person waits for the user, last those in which the user waits. @param {GameTold[]} games */
  #inOrder(games) {
    const rank = (/** @type {GameTold} */ { id, vacant }) => {
      const told = this.told.get(id);
      return told ? (told.waits ? 2 : 0) : vacant ? 2 : 1;
    };
    return [...games].sort((one, other) => rank(one) - rank(other));
  }

  /** Who plays, what is to be done, and when the last move was made. @param {GameTold} game @param {number} now */
  #describe({ id, title, changed }, now) {
    const played = [title, ago(changed, now)].filter(Boolean).join(", ");
    return [played, this.told.get(id)?.text].filter(Boolean).join(" · ");
  }

  /** @param {string} kind */
  #title(kind) {
    return this.house.kinds.find(({ id }) => id === kind)?.title ?? kind;
  }

  /** @param {NewsTold[]} news */
  #showNews(news) {
    const known = seen.read();
    const fresh = news.filter(({ id, finished }) => !finished || !known.includes(id));
    fill(this.news, ...fresh.map((each) => this.#newsRow(each)));
    this.news.hidden = !fresh.length;
  }

  /** @param {NewsTold} news */
  #newsRow({ id, kind, text, finished }) {
    const found = this.house.kinds.find((each) => each.id === kind);
    const see = () => finished && seen.add(id, (other) => other === id);
    const link = h(
      "a",
      { href: `#/game/${id}`, class: finished ? "news-over" : null, on: { click: see } },
      found ? logo(found) : null,
      h("span", {}, h("strong", { text: `${this.#title(kind)}:` }), ` ${text}`),
    );
    return h("li", {}, link);
  }

  /** The game to go on with, at the top. @param {GameTold | undefined} game */
  #showLatest(game) {
    this.latest.hidden = !game;
    if (!game) return;
    const href = `#/game/${game.id}`;
    const link = h("a", { class: "button primary", href, text: `Continue ${this.#title(game.kind)}` });
    fill(this.latest, link, h("small", { text: this.#describe(game, Date.now()) }));
  }

  /** @param {GameTold[]} games */
  #list(games) {
    const now = Date.now();
    const rows = games.map((game) => this.#row(game, now));
    const element = h("ul", { class: "rows" }, ...rows.slice(0, FIRST));
    if (rows.length > FIRST) {
      const more = h("li");
      more.append(button(`Show ${rows.length - FIRST} more`, () => more.replaceWith(...rows.slice(FIRST))));
      element.append(more);
    }
    return element;
  }

  /** @param {GameTold} game @param {number} now */
  #row(game, now) {
    const kind = this.house.kinds.find(({ id }) => id === game.kind);
    const title = this.#title(game.kind);
    const link = h(
      "a",
      { href: `#/game/${game.id}` },
      kind ? logo(kind) : null,
      h("span", {}, h("strong", { text: title }), h("small", { text: this.#describe(game, now) })),
    );
    const forget = button("Forget", async () => {
      if (!(await confirm("Forget this game?", `${title}: ${game.title}. This cannot be undone.`, "Forget it")))
        return;
      // If it was deleted already, the next list does not have it
      await del(`games/${game.id}`).catch(() => {});
      this.load().catch(() => {});
    });
    forget.setAttribute("aria-label", `Forget ${title}, ${game.title}`);
    return h("li", {}, link, forget);
  }
}
