/** The page: it opens the rooms by the address behind the #. */

import { meButton } from "./pages/account.js";
import { button, fill, h, sentence } from "./core/dom.js";
import { showForm } from "./pages/new_game.js";
import { showHouse } from "./pages/home.js";
import { fetchMe } from "./core/identity.js";
import { showBest, showPlayer } from "./pages/player.js";
import { apply, fetchPreferences, preferred, prefer, showPreferences } from "./core/preferences.js";
import { showRules } from "./pages/rules.js";
import { showScores } from "./pages/scores.js";
import { unpack } from "./core/share_link.js";
import { Table } from "./table/table.js";
import { get, post } from "./core/socket.js";
import { symbol } from "./core/symbols.js";

/**
 * @typedef {import("./core/socket.js").House} House
 * @typedef {{title: string, close?: () => void, focus?: HTMLElement, silent?: boolean}} Room
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {Room | null} */
let room = null;
let entered = 0; // rooms, so that one that was slow to open does not open over another
/** @type {House} */
let house;

/** @type {Record<string, (rest: string, query: string) => Room | Promise<Room>>} */
const ROOMS = {
  "": () => showHouse(stage(), house),
  new: (id) => showForm(main, house, kind(id)),
  play: begin,
  game: (id) => openGame(id),
  share: async (data) => {
    const number = entered;
    return go(await post("games/import", { text: await unpack(data) }), number);
  },
  join: async (alias) => {
    const number = entered;
    return go(await get(`join/${encodeURIComponent(alias)}`), number, true);
  },
  sit: (id) => go({ id }, entered, true),
  person: (id) => showPlayer(stage(), house, id),
  best: (id) => showBest(stage(), house, kind(id)),
  scores: (id) => showScores(stage(), kind(id)),
  rules: (id) => showRules(stage(), kind(id)),
  preferences: () => showPreferences(main, house),
};

/** Shows the page of a room that is being opened, unless somebody has gone on to another in the meantime. */
function stage() {
  const number = entered;
  /** @param {HTMLElement} page */
  return (page) => {
    if (number === entered) fill(main, page);
  };
}

/** @param {string} id */
function kind(id) {
  const found = house.kinds.find((kind) => kind.id === id);
  if (!found) throw new Error(`There is no game called ${id} in this house.`);
  return found;
}

/**
 * Begin a game without asking: as the address says, and all else as usual.
 * @param {string} id
 * @param {string} query such as width=5&seat=human&seat=level%202
 * @returns {Promise<Room>}
 */
async function begin(id, query) {
  const number = entered;
  const { can_lay, players } = kind(id);
  const asked = new URLSearchParams(query);
  const named = asked.getAll("seat");
  asked.delete("seat");
  const options = Object.fromEntries(asked);
  // How many play may be among the options; who is not named is as usual there
  const usual = players < 2 || options.players ? [] : ["human", ...Array(players - 1).fill(`level ${preferred("level")}`)];
  const seats = named.length ? named : usual;
  return go(await post("games", { kind: id, options, seats, begun: !can_lay }), number);
}

/**
 * Go to a game in the place of where one is, so that going back does not begin another.
 * @param {{id: string}} game
 * @param {number} number of the room that was entered; who has gone on to another stays there
 * @param {boolean} [joins] whether one has come to take a seat
 * @returns {Promise<Room>}
 */
async function go({ id }, number, joins = false) {
  if (number !== entered) return { title: "", silent: true };
  history.replaceState(null, "", `#/game/${id}`);
  return openGame(id, joins);
}

/** @param {string} id @param {boolean} [joins] @returns {Promise<Room>} */
async function openGame(id, joins = false) {
  const table = new Table(main, house, id);
  // Whoever goes on to another room before there is anything to see closes it too
  room = { title: "", close: () => table.close(), silent: true };
  try {
    await table.turns.ready;
  } catch (error) {
    table.close();
    throw error;
  }
  if (joins) table.company?.join();
  return { title: document.title, close: () => table.close(), silent: true };
}

/** Enter the room that the address names. */
async function enter() {
  const number = ++entered;
  const [place, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = place.split("/");
  // What was asked in the room that is left has no answer any more
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  room?.close?.();
  room = null;
  let next;
  try {
    next = await (ROOMS[name] ?? nowhere)(decodeURIComponent(rest.join("/")), query);
  } catch (error) {
    next = trouble(/** @type {Error} */ (error));
  }
  if (number !== entered) {
    next.close?.();
    return;
  }
  room = next;
  scrollTo(0, 0);
  if (next.silent) return;
  document.title = next.title ? `${next.title} · Ludarium` : "Ludarium";
  if (number > 1) (next.focus ?? main).focus({ preventScroll: true });
}

/** @returns {never} */
function nowhere() {
  throw new Error("There is no such room in this house.");
}

/** @param {Error} error @returns {Room} */
function trouble(error) {
  const again = button("Try again", () => location.reload());
  const back = h("a", { class: "button primary", href: "#/", text: "To the house" });
  fill(
    main,
    h(
      "div",
      { class: "page narrow" },
      h("h1", { text: "Sorry" }),
      h("p", { text: sentence(error.message) }),
      h("div", { class: "buttons" }, back, again),
    ),
  );
  return { title: "Sorry" };
}

/** The button in the head that turns sounds on and off. */
function soundButton() {
  const toggle = /** @type {HTMLButtonElement} */ (document.getElementById("sounds"));
  const show = () => {
    const on = preferred("sounds") === "on";
    toggle.setAttribute("aria-pressed", String(on));
    fill(toggle, symbol(on ? "icon-sound" : "icon-mute"), h("span", { text: "Sounds" }));
  };
  toggle.addEventListener("click", async () => {
    await prefer("sounds", preferred("sounds") === "on" ? "off" : "on").catch(() => {});
    show();
  });
  show();
}

apply();
document.getElementById("skip")?.addEventListener("click", (event) => {
  // The address is the router's
  event.preventDefault();
  main.focus();
});
try {
  [house] = await Promise.all([get("house"), fetchPreferences().catch(() => {}), fetchMe().catch(() => {})]);
  soundButton();
  meButton();
  addEventListener("hashchange", enter);
  await enter();
} catch (error) {
  trouble(/** @type {Error} */ (error));
}
