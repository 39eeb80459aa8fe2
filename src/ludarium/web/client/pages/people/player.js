/** A user's page with ratings and games, and the best players of a game. */

import { capital, fill, h } from "../../core/dom.js";
import { get } from "../../server/http.js";
import { currentUser } from "../../core/identity.js";

/**
 * @typedef {import("../../server/protocol.js").House} House
 * @typedef {import("../../server/protocol.js").KindTold} KindTold
 * @typedef {import("../../server/protocol.js").GameTold} GameTold
 * @typedef {import("../../server/protocol.js").PersonTold} PersonTold
 * @typedef {import("../../server/protocol.js").RankTold} RankTold
 */

/** @param {string[]} heads @param {(Node | string)[][]} rows */
function table(heads, rows) {
  const line = (/** @type {(Node | string)[]} */ cells) => h("tr", {}, ...cells.map((cell) => h("td", {}, cell)));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map(line)),
  );
}

/** @param {(page: HTMLElement) => void} show @param {House} house @param {string} id */
export async function showPlayer(show, house, id) {
  /** @type {PersonTold} */
  const person = await get(`people/${encodeURIComponent(id)}`);
  const title = (/** @type {string} */ kind) => house.kinds.find((each) => each.id === kind)?.title ?? kind;
  const sort = `${currentUser()?.id === id ? "You, " : ""}${person.guest ? "a guest" : "with an account"}`;
  const ratings = person.ratings.map(({ kind, rating, games }) => [
    h("a", { href: `#/best/${kind}`, text: title(kind) }),
    String(rating),
    String(games),
  ]);
  /** @param {string} head @param {GameTold[]} games */
  const list = (head, games) => [
    h("h2", { text: head }),
    games.length
      ? h("ul", { class: "rows" }, ...games.map(row))
      : h("p", { class: "none", text: "There are none that you may see." }),
  ];
  /** @param {GameTold} game */
  const row = (game) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `#/game/${game.id}` },
        h("span", {}, h("strong", { text: title(game.kind) }), h("small", { text: game.title })),
      ),
    );
  show(
    h(
      "div",
      { class: "page narrow" },
      h("h1", { text: person.name }),
      h("p", { class: "soft", text: `${capital(sort)}, here since ${person.since.slice(0, 10)}` }),
      h("h2", { text: "Ratings" }),
      ratings.length
        ? table(["game", "rating", "games"], ratings)
        : h("p", { class: "none", text: "No rated game has been played yet." }),
      ...list("Going on", person.games.filter(({ finished }) => !finished)),
      ...list("Over", person.games.filter(({ finished }) => finished)),
    ),
  );
  return { title: person.name };
}

/** The best players of a game. @param {(page: HTMLElement) => void} show @param {House} house @param {KindTold} kind */
export async function showBest(show, house, kind) {
  const place = h("div");
  /** @type {RankTold[]} */
  const ranks = await get(`ratings/${kind.id}`);
  const rows = ranks.map(({ person, name, rating, games }, i) => [
    String(i + 1),
    h("a", { href: `#/person/${person}`, text: name }),
    String(rating),
    String(games),
  ]);
  const none = "No rated game has been played yet. To play one, choose A player elsewhere for a seat of a new game.";
  fill(place, rows.length ? table(["place", "name", "rating", "games"], rows) : h("p", { class: "none", text: none }));
  const others = house.kinds.filter(({ players }) => players > 1);
  const links = others.map(({ id, title }) =>
    h("a", { href: `#/best/${id}`, text: title, "aria-current": id === kind.id ? "page" : null }),
  );
  const head = h("h1", { text: `${kind.title}: best players` });
  show(h("div", { class: "page narrow" }, head, h("p", { class: "links" }, ...links), place));
  return { title: `${kind.title}: best players` };
}
