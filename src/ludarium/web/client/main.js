/** The entry point: it opens the page that the address behind the # names. */

import { button, fill, h, pause, sentence } from "./core/dom.js";
import { get, post } from "./server/http.js";
import { watchDoubleClicks } from "./core/double_click.js";
import { fetchUser } from "./core/identity.js";
import { fetchHouse, findKind } from "./core/house.js";
import { apply, fetchPreferences, prefer, preferenceEvents, preferred } from "./core/preferences.js";
import { decompress } from "./core/share_link.js";
import { symbol } from "./core/symbols.js";
import { beginVisit, currentVisit } from "./core/visit.js";
import { accountButton } from "./pages/people/account.js";
import { showDaily } from "./pages/daily.js";
import { showHome } from "./pages/home/home.js";
import { showLearn } from "./pages/learn.js";
import { showNewGame } from "./pages/new_game.js";
import { showBest, showPlayer } from "./pages/people/player.js";
import { showPreferences } from "./pages/preferences.js";
import { showPuzzle, showPuzzles } from "./pages/puzzles.js";
import { fetchUsualLevel } from "./pages/quick_game.js";
import { showReset } from "./pages/people/reset_password.js";
import { showRules } from "./pages/rules.js";
import { showScores } from "./pages/scores.js";
import { linkToDay } from "./table/daily_try.js";
import { leaveGame } from "./table/game_commands.js";
import { Table } from "./table/table.js";
import { askWhoPlays } from "./table/who_plays.js";

/**
 * @typedef {import("./server/protocol.js").House} House
 * @typedef {{title: string, close?: () => void, focus?: HTMLElement, silent?: boolean, preferences?: () => void,
 *   leave?: (to: string) => void}} Page
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

const PROMPT = 400; // milliseconds in which a page is usually there; later the user sees that it is on its way

/** @type {Page | null} */
let current = null;
/** @type {House} */
let house;

/** @type {Record<string, (rest: string, query: string) => Page | Promise<Page>>} */
const ROUTES = {
  "": () => showHome(stage(), house),
  new: async (id) => showNewGame(stage(), house, await kind(id)),
  play: async (id, query) => begin(id, query, !(await kind(id)).can_lay),
  quick: (id, query) => begin(id, query, true),
  game: (id) => openGame(id),
  share: async (data) => {
    const number = currentVisit();
    return go(await post("games/import", { text: await decompress(data) }), number, askWhoPlays);
  },
  join: async (alias) => {
    const number = currentVisit();
    return go(await get(`join/${encodeURIComponent(alias)}`), number, join);
  },
  sit: (id) => go({ id }, currentVisit(), join),
  loaded: (id) => go({ id }, currentVisit(), askWhoPlays),
  person: (id) => showPlayer(stage(), house, id),
  best: async (id) => showBest(stage(), house, await kind(id)),
  daily: async (path) => {
    const [id, day] = path.split("/");
    return showDaily(stage(), await kind(id), day);
  },
  watch: (id) => go({ id }, currentVisit(), (table) => table.history?.play()),
  scores: async (id) => showScores(stage(), await kind(id)),
  rules: async (id) => showRules(stage(), await kind(id)),
  puzzles: async (id, query) => (id ? showPuzzle(stage(), await kind(id), query) : showPuzzles(stage(), house)),
  learn: async (id) => showLearn(stage(), await kind(id)),
  preferences: () => showPreferences(main, house),
  reset: (token) => showReset(stage(), token),
};

const PATIENCE = 300; // milliseconds

/** A function that shows the page being opened, unless the user has gone on to another one. */
function stage() {
  const number = currentVisit();
  /** @param {HTMLElement} page */
  return (page) => {
    if (number === currentVisit()) fill(main, page);
  };
}

/** @param {string} id */
async function kind(id) {
  const found = await findKind(house, id);
  if (!found) throw new Error(`There is no game called ${id} on this server.`);
  return found;
}

/**
 * Begin a game with the options of the address, and the defaults for the others.
 * @param {string} id
 * @param {string} query such as width=5&seat=human&seat=level%202
 * @param {boolean} begun whether the game begins without a set-up
 * @returns {Promise<Page>}
 */
async function begin(id, query, begun) {
  const number = currentVisit();
  const game = await kind(id);
  const given = new URLSearchParams(query);
  const named = given.getAll("seat");
  given.delete("seat");
  const options = Object.fromEntries(given);
  // Where an option sets the number of players, the server knows the default seats
  const usual = !named.length && game.players > 1 && !options.players;
  const seats = usual ? ["human", ...Array(game.players - 1).fill(`level ${await fetchUsualLevel(game)}`)] : named;
  return go(await post("games", { kind: id, options, seats, begun }), number);
}

/**
 * Go to a game, replacing the address, so that going back does not begin another one.
 * @param {{id: string}} game
 * @param {number} number of the visit; a user who has gone on to another page stays there
 * @param {(table: Table) => void} [then] what to do at the table
 * @returns {Promise<Page>}
 */
async function go({ id }, number, then) {
  if (number !== currentVisit()) return { title: "", silent: true };
  history.replaceState(null, "", `#/game/${id}`);
  return openGame(id, then);
}

/** Take a seat, if one is free. @param {Table} table */
const join = (table) => table.opponents?.join();

/** @param {string} id @param {(table: Table) => void} [then] @returns {Promise<Page>} */
async function openGame(id, then) {
  const number = currentVisit();
  const table = new Table(main, house, id);
  // Going on to another page before the game is shown closes the table too
  current = { title: "", close: () => table.close(), silent: true };
  try {
    await table.events.ready;
  } catch (error) {
    table.close();
    throw error;
  }
  linkToDay(table);
  if (number === currentVisit()) then?.(table);
  const preferences = () => table.run("preferences");
  const leave = (/** @type {string} */ to) => leaveGame(table, to);
  return { title: document.title, close: () => table.close(), silent: true, preferences, leave };
}

/** Open the page that the address names. */
async function navigate() {
  const number = beginVisit();
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/");
  // Dialogs belong to the page that is left
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  current?.close?.();
  current = null;
  const late = setTimeout(() => number === currentVisit() && main.setAttribute("aria-busy", "true"), PROMPT);
  let next;
  try {
    next = await (ROUTES[name] ?? notFound)(decodeURIComponent(rest.join("/")), query);
  } catch (error) {
    next = showError(/** @type {Error} */ (error));
  }
  clearTimeout(late);
  if (number !== currentVisit()) {
    next.close?.();
    return;
  }
  current = next;
  main.removeAttribute("aria-busy");
  main.dataset.page = path;
  scrollTo(0, 0);
  if (next.silent) return;
  document.title = next.title ? `${next.title} · Ludarium` : "Ludarium";
  if (number > 1) (next.focus ?? main).focus({ preventScroll: true });
}

/** @returns {never} */
function notFound() {
  throw new Error("There is no such page.");
}

/** @param {Error} error @returns {Page} */
function showError(error) {
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

/**
 * Give an element a class as long as a place has content. Styles could see it by themselves with :has(), but then each
 * change on the page lets the browser look at the whole page again.
 * @param {Element} element @param {string} name @param {Element} place @param {string} content a selector
 */
function mark(element, name, place, content) {
  const update = () => element.classList.toggle(name, place.querySelector(`:scope > ${content}`) !== null);
  new MutationObserver(update).observe(place, { childList: true });
  update();
}

/** The button in the header that turns sounds on and off. */
function soundButton() {
  const toggle = /** @type {HTMLButtonElement} */ (document.getElementById("sounds"));
  const show = () => {
    const on = preferred("sounds") === "on";
    toggle.setAttribute("aria-pressed", String(on));
    fill(toggle, symbol(on ? "icon-sound" : "icon-mute"), h("span", { text: "Sounds" }));
  };
  toggle.disabled = false;
  toggle.addEventListener("click", () => prefer("sounds", preferred("sounds") === "on" ? "off" : "on").catch(() => {}));
  preferenceEvents.addEventListener("changed", show);
  show();
}

apply();
mark(document.documentElement, "at-table", main, ".table");
const headline = /** @type {HTMLElement} */ (document.getElementById("headline"));
mark(/** @type {HTMLElement} */ (headline.parentElement), "has-headline", headline, "*");
document.getElementById("preferences")?.addEventListener("click", (event) => {
  if (!current?.preferences) return;
  // A game is not left for its preferences
  event.preventDefault();
  current.preferences();
});
watchDoubleClicks();
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey; // in another window
  if (!link || elsewhere || event.defaultPrevented || !current?.leave) return;
  // A link that leads away from a game asks what its other ways out ask
  event.preventDefault();
  current.leave(link.getAttribute("href") ?? "#/");
});
document.getElementById("skip")?.addEventListener("click", (event) => {
  // The # of the address is used for navigation
  event.preventDefault();
  main.focus();
});
try {
  const preferences = fetchPreferences().catch(() => {});
  [house] = await Promise.all([fetchHouse(), fetchUser().catch(() => {})]);
  // Preferences that come late are applied late: the house is shown without them
  await Promise.race([preferences, pause(PATIENCE)]);
  soundButton();
  if (house.is_alone) document.getElementById("me")?.remove();
  else accountButton();
  addEventListener("hashchange", navigate);
  await navigate();
} catch (error) {
  showError(/** @type {Error} */ (error));
}
