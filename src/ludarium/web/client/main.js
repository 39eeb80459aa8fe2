/** The page: it opens the rooms by the address behind the #. */

import { button, fill, h, sentence, symbol } from "./dom.js";
import { showForm } from "./form.js";
import { showHouse } from "./house.js";
import { apply, fetchPreferences, preferred, prefer, showPreferences } from "./preferences.js";
import { showRules } from "./rules.js";
import { showScores } from "./scores.js";
import { unpack } from "./share.js";
import { Table } from "./table.js";
import { get, post } from "./wire.js";

/**
 * @typedef {import("./wire.js").House} House
 * @typedef {{title: string, close?: () => void, focus?: HTMLElement, silent?: boolean}} Room
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {Room | null} */
let room = null;
let entered = 0; // rooms, so that one that was slow to open does not open over another
/** @type {House} */
let house;

/** @type {Record<string, (rest: string) => Room | Promise<Room>>} */
const ROOMS = {
  "": () => showHouse(main, house),
  new: (id) => showForm(main, house, kind(id)),
  play: (id) => begin(id),
  game: (id) => openGame(id),
  share: async (data) => {
    const hash = location.hash;
    const game = await post("games/import", { text: await unpack(data) });
    if (location.hash !== hash) return { title: "", silent: true };
    return go(game.id);
  },
  scores: (id) => showScores(main, kind(id)),
  rules: (id) => showRules(main, kind(id)),
  preferences: () => showPreferences(main, house),
};

/** @param {string} id */
function kind(id) {
  const found = house.kinds.find((kind) => kind.id === id);
  if (!found) throw new Error(`There is no game called ${id} in this house.`);
  return found;
}

/** Begin a game as usual, without asking. @param {string} id @returns {Promise<Room>} */
async function begin(id) {
  const { can_lay, players } = kind(id);
  const seats = players < 2 ? [] : ["human", ...Array(players - 1).fill(`level ${preferred("level")}`)];
  return go((await post("games", { kind: id, seats, begun: !can_lay })).id);
}

/** Go to a game in the place of where one is, so that going back does not begin another. @param {string} id */
function go(id) {
  history.replaceState(null, "", `#/game/${id}`);
  return openGame(id);
}

/** @param {string} id @returns {Promise<Room>} */
async function openGame(id) {
  const table = new Table(main, house, id);
  try {
    await table.turns.ready;
  } catch (error) {
    table.close();
    throw error;
  }
  return { title: document.title, close: () => table.close(), silent: true };
}

/** Enter the room that the address names. */
async function enter() {
  const number = ++entered;
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  // What was asked in the room that is left has no answer any more
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  room?.close?.();
  room = null;
  let next;
  try {
    next = await (ROOMS[name] ?? nowhere)(decodeURIComponent(rest.join("/")));
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
  [house] = await Promise.all([get("house"), fetchPreferences().catch(() => {})]);
  soundButton();
  addEventListener("hashchange", enter);
  await enter();
} catch (error) {
  trouble(/** @type {Error} */ (error));
}
