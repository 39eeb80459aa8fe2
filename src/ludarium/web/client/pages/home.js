/** The home page: the games, the lobby, and the user's saved games. */

import { confirm } from "../core/dialogs.js";
import { button, fill, h, sentence, showProblem } from "../core/dom.js";
import { chooseFile, importGame, readFile } from "../core/files.js";
import { del, get } from "../server/http.js";
import { logo, symbol } from "../core/symbols.js";
import { Lobby } from "./lobby.js";

/**
 * @typedef {import("../server/protocol.js").House} House
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").GameTold} GameTold
 */

/** @type {[number, string][]} */
const UNITS = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
];
const FIRST = 6; // games that are listed at once

/** Who plays, and when the last move was made. @param {GameTold} game @param {number} now */
function describe(game, now) {
  return [game.title, ago(game.changed, now)].filter(Boolean).join(", ");
}

/** How long ago something was. @param {string} then @param {number} now */
function ago(then, now) {
  const seconds = (now - Date.parse(then)) / 1000;
  for (const [length, name] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count > 0) return `${count} ${name}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}

/** @param {(page: HTMLElement) => void} show @param {House} house */
export async function showHome(show, house) {
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Promise<unknown>} work */
  const report = (work) => work.catch((error) => showProblem(problem, sentence(error.message)));
  const kept = h("section", { class: "kept", "aria-labelledby": "kept" });
  const load = () => report(chooseFile().then((text) => (text === null ? null : importGame(text))));
  const lobby = new Lobby(house);
  const page = h(
    "div",
    { class: "page" },
    h(
      "div",
      { class: "sign" },
      symbol("logo"),
      h("div", {}, h("h1", { text: "Ludarium" }), h("p", { text: "A house for abstract board games" })),
    ),
    h("h2", { class: "unseen", text: "Games" }),
    h("ul", { class: "cards" }, ...house.kinds.map(card), fileCard(load)),
    problem,
    lobby.element,
    kept,
    h("p", { class: "soft", text: `Ludarium ${house.version}` }),
  );
  page.addEventListener("dragover", (event) => event.preventDefault());
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) report(readFile(file).then((text) => importGame(text)));
  });
  await Promise.all([report(showKept(kept, page, house)), lobby.load()]);
  show(page);
  return { title: "", close: () => lobby.close() };
}

/** @param {KindTold} kind */
function card(kind) {
  const play = h("a", { class: "play", href: `#/new/${kind.id}`, text: kind.title });
  const others = [h("a", { href: `#/rules/${kind.id}`, "aria-label": `Rules of ${kind.title}`, text: "Rules" })];
  if (kind.players > 1)
    others.push(
      h("a", { href: `#/best/${kind.id}`, "aria-label": `Best players of ${kind.title}`, text: "Best players" }),
    );
  if (kind.has_scores)
    others.push(
      h("a", { href: `#/scores/${kind.id}`, "aria-label": `High scores of ${kind.title}`, text: "High scores" }),
    );
  return h(
    "li",
    { class: "card" },
    logo(kind),
    h("div", {}, h("h3", {}, play), h("p", { text: kind.about }), h("p", { class: "others" }, ...others)),
  );
}

/** The card that loads a saved game. @param {() => void} load */
function fileCard(load) {
  const opener = h("button", { type: "button", class: "play", text: "A game from a file", on: { click: load } });
  const text = "Load a saved game to continue it or to watch it again. A file can also be dropped here.";
  return h("li", { class: "card file" }, h("div", {}, h("h3", {}, opener), h("p", { text })));
}

/**
 * The user's games: those to be continued, and those that are over.
 * @param {HTMLElement} place
 * @param {HTMLElement} page that offers the last one at the top
 * @param {House} house
 */
async function showKept(place, page, house) {
  /** @type {[GameTold[], GameTold[]]} */
  const [open, over] = await Promise.all([get("games?finished=false"), get("games?finished=true")]);
  const again = () => showKept(place, page, house);
  page.querySelector(".latest")?.remove();
  if (open.length) page.firstElementChild?.after(latest(open[0], house));
  fill(
    place,
    h("h2", { id: "kept", text: "Continue a game" }),
    open.length
      ? list(open, house, again)
      : h("p", { class: "none", text: "A game that you leave before it is over is listed here." }),
    over.length
      ? h("details", {}, h("summary", { text: `Games that are over (${over.length})` }), list(over, house, again))
      : null,
  );
}

/** A link to the game that was played last. @param {GameTold} game @param {House} house */
function latest(game, house) {
  const title = house.kinds.find(({ id }) => id === game.kind)?.title ?? game.kind;
  const link = h("a", { class: "button primary", href: `#/game/${game.id}`, text: `Go on with ${title}` });
  return h("p", { class: "latest" }, link, h("small", { text: describe(game, Date.now()) }));
}

/** @param {GameTold[]} games @param {House} house @param {() => void} changed */
function list(games, house, changed) {
  const now = Date.now();
  const rows = games.map((game) => keptRow(game, house, now, changed));
  const element = h("ul", { class: "rows" }, ...rows.slice(0, FIRST));
  if (rows.length > FIRST) {
    const more = h("li");
    more.append(button(`Show ${rows.length - FIRST} more`, () => more.replaceWith(...rows.slice(FIRST))));
    element.append(more);
  }
  return element;
}

/** @param {GameTold} game @param {House} house @param {number} now @param {() => void} changed */
function keptRow(game, house, now, changed) {
  const kind = house.kinds.find(({ id }) => id === game.kind);
  const title = kind?.title ?? game.kind;
  const link = h(
    "a",
    { href: `#/game/${game.id}` },
    kind ? logo(kind) : null,
    h("span", {}, h("strong", { text: title }), h("small", { text: describe(game, now) })),
  );
  const forget = button("Forget", async () => {
    if (!(await confirm("Forget this game?", `${title}: ${game.title}. This cannot be undone.`, "Forget it")))
      return;
    // If it was deleted already, the next list does not have it
    await del(`games/${game.id}`).catch(() => {});
    changed();
  });
  forget.setAttribute("aria-label", `Forget ${title}, ${game.title}`);
  return h("li", {}, link, forget);
}
