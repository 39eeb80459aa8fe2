/** The card of a game in the house: a picture of its board, and what can be done with one click. */

import { boardPicture } from "../../board/drawing/picture.js";
import { fill, h, unseen } from "../../core/dom.js";
import { logo } from "../../core/symbols.js";
import { get } from "../../server/http.js";
import { friendUrl, playUrl, usualLevel } from "../quick_game.js";

/**
 * @typedef {import("../../server/protocol.js").House} House
 * @typedef {import("../../server/protocol.js").KindTold} KindTold
 * @typedef {import("../../server/protocol.js").GameTold} GameTold
 * @typedef {import("../../server/protocol.js").BoardTold} BoardTold
 */

/** What a game is, in one sentence. @param {string} text */
export const firstSentence = (text) => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

/** @type {Map<string, Promise<BoardTold>>} the pictures of this visit, by game */
const posters = new Map();

/** The board on a game's card. @param {KindTold} kind */
function poster(kind) {
  let found = posters.get(kind.id);
  if (!found) posters.set(kind.id, (found = get(`kinds/${kind.id}/poster`)));
  return found;
}

export class GameCard {
  /** @param {House} house @param {KindTold} kind */
  constructor(house, kind) {
    this.house = house;
    this.kind = kind;
    const { id, title } = kind;
    this.picture = h("div", { class: "poster" }, logo(kind));
    this.play = h("a", { class: "button primary play", href: playUrl(kind) }, "Play", unseen(` ${title}`));
    this.against = h("small", { class: "against" });
    this.friend =
      kind.players > 1
        ? h("a", { class: "button", href: friendUrl(house, kind) }, "Play with a friend", unseen(` in a game of ${title}`))
        : null;
    const links = [
      kind.has_introduction ? this.#link("learn", "Learn", " ") : null,
      this.#link("rules", "Rules"),
      kind.has_daily ? this.#link("daily", "Deal of the day") : null,
      kind.has_puzzles ? this.#link("puzzles", "Puzzles") : null,
      kind.has_scores ? this.#link("scores", "High scores") : null,
      this.#link("new", "More ways to play", " "),
    ];
    this.element = h(
      "li",
      { class: "card", data: { game: id } },
      h("a", { class: "poster-link", href: playUrl(kind), tabindex: "-1", "aria-hidden": "true" }, this.picture),
      h(
        "div",
        { class: "card-text" },
        h("h3", { text: title }),
        h("p", { text: firstSentence(kind.about) }),
        h("p", { class: "card-links" }, ...links),
      ),
      h("div", { class: "card-play" }, this.play, this.friend, this.against),
    );
    this.fit([]);
  }

  /** @param {string} page @param {string} text @param {string} [join] between the text and the game's title */
  #link(page, text, join = " of ") {
    return h("a", { href: `#/${page}/${this.kind.id}` }, text, unseen(`${join}${this.kind.title}`));
  }

  /** Tell against whom Play begins a game. @param {GameTold[]} games of the user, the last changed first */
  fit(games) {
    const level = usualLevel(this.kind, games);
    const found = this.house.levels.find(({ number }) => String(number) === level);
    const who = found ? `against ${found.name}, level ${found.number}` : "";
    fill(this.against, this.kind.players > 1 ? who : "on your own, for points");
  }

  /** Draw the board. The logo stays where the server does not answer. */
  async draw() {
    const board = await poster(this.kind).catch(() => null);
    if (board) fill(this.picture, boardPicture(this.kind, board));
  }
}

/** Draw boards when their cards come into view. @param {GameCard[]} cards @returns {IntersectionObserver} */
export function drawWhenSeen(cards) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        cards.find(({ element }) => element === target)?.draw();
      }
    },
    { rootMargin: "200px" },
  );
  for (const { element } of cards) observer.observe(element);
  return observer;
}
