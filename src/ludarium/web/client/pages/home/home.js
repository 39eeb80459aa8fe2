/** The home page: the games with what can be played at once, the user's games, and the lobby. */

import { button, h, pause, sentence, showProblem } from "../../core/dom.js";
import { fetchHouse } from "../../core/house.js";
import { chooseFile, importGame, readFile } from "../../core/files.js";
import { drawWhenSeen, GameCard } from "./game_card.js";
import { KeptGames } from "./kept_games.js";
import { Lobby } from "./lobby.js";

/**
 * @typedef {import("../../server/protocol.js").House} House
 * @typedef {import("../../server/protocol.js").KindTold} KindTold
 */

const PATIENCE = 300; // milliseconds
const LATER = 1000; // milliseconds until games that were not ready are asked for again
const DROP = "Or drop a file here, to continue it or to watch it again.";

/** Folders of games that cannot be played, for who runs the server. @param {string[]} problems */
const wrongGames = (problems) =>
  problems.length
    ? h(
        "section",
        { class: "wrong-games" },
        h("h2", { text: "Games that cannot be played" }),
        h("ul", {}, ...problems.map((text) => h("li", { text: `${text}.` }))),
      )
    : null;

/**
 * Ask for games that are not ready until they are, and add their cards where they belong.
 * @param {House} house
 * @param {(kind: KindTold) => void} add
 * @returns {() => void} stops it
 */
function awaitGames(house, add) {
  let timer = 0;
  const ask = async () => {
    const known = new Set(house.kinds.map(({ id }) => id));
    Object.assign(house, await fetchHouse().catch(() => ({})));
    house.kinds.filter(({ id }) => !known.has(id)).forEach(add);
    wait();
  };
  const wait = () => {
    if (house.loading.length) timer = setTimeout(ask, LATER);
  };
  wait();
  return () => clearTimeout(timer);
}

/** @param {(page: HTMLElement) => void} show @param {House} house */
export async function showHome(show, house) {
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Promise<unknown>} work */
  const report = (work) => work.catch((error) => showProblem(problem, sentence(error.message)));
  const cards = house.kinds.map((kind) => new GameCard(house, kind));
  const load = () => report(chooseFile().then((text) => (text === null ? null : importGame(text))));
  const file = h("div", { class: "file" }, button("A game from a file", load), h("small", { text: DROP }));
  const kept = new KeptGames(house, file, (games) => cards.forEach((card) => card.fit(games)));
  const lobby = house.is_alone ? null : new Lobby(house);
  const shelf = h("ul", { class: "cards" }, ...cards.map(({ element }) => element));
  const page = h(
    "div",
    { class: "page house" },
    h("h1", {}, h("span", { class: "unseen", text: "Ludarium: " }), "A house for abstract board games"),
    kept.news,
    kept.latest,
    problem,
    h("h2", { class: "unseen", text: "Games" }),
    h("div", { class: "shelf" }, shelf, kept.element),
    lobby?.element ?? null,
    wrongGames(house.problems),
    h("p", { class: "soft", text: `Ludarium ${house.version}` }),
  );
  page.addEventListener("dragover", (event) => event.preventDefault());
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) report(readFile(file).then((text) => importGame(text)));
  });
  // The games are shown at once where the user's own take long to come
  await Promise.race([Promise.all([report(kept.load()), lobby?.load()]), pause(PATIENCE)]);
  show(page);
  const observer = drawWhenSeen(cards);
  const stop = awaitGames(house, (kind) => {
    const card = new GameCard(house, kind);
    const next = cards.find((other) => other.kind.id > kind.id);
    cards.push(card);
    shelf.insertBefore(card.element, next?.element ?? null);
    observer.observe(card.element);
  });
  return {
    title: "",
    close: () => {
      stop();
      observer.disconnect();
      lobby?.close();
    },
  };
}
