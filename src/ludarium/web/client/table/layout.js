/** The layout of a table: the elements that every game has, and the slots around the board. One grid for all games. */

import { h } from "../core/dom.js";
import { Tabs } from "./panels/tabs.js";

/** What users read while the page reconnects. */
export const LOST = "The connection is lost; it is being mended ...";

/** @param {import("./types.js").Table} table */
export function makeParts(table) {
  const about = () => table.run("about");
  return {
    page: h("div", { class: "table" }),
    name: h("button", { type: "button", class: "name", title: "About this game (A)", on: { click: about } }),
    sign: h("span", { class: "sign-of-turn", "aria-hidden": "true" }),
    turn: h("p", { class: "turn" }),
    lost: h("p", { class: "lost", hidden: true, text: LOST }),
    players: h("ul", { class: "players", "aria-label": "Players" }),
    facts: h("dl", { class: "facts" }),
    say: h("p", { class: "say" }),
    here: h("p", { class: "here", "aria-hidden": "true" }),
    bar: h("div", { class: "bar", role: "group", "aria-label": "What you can do" }),
    tabs: new Tabs(),
  };
}

/**
 * Put the parts and the slots around the board: players above and below it, what it is worth to its left, and a column
 * to its right.
 * @param {import("./types.js").Parts} own
 * @param {HTMLElement} board
 */
export function makeSlots(own, board) {
  const title = h("div", { class: "slot-title" });
  const evaluation = h("div", { class: "slot-evaluation" });
  const stage = h("div", { class: "stage" }, board, own.lost);
  const offers = h("div", { class: "slot-offers" });
  const side = own.tabs.element;
  const game = h("div", { class: "slot-game" }, own.facts);
  const status = h(
    "div",
    { class: "status" },
    h("div", { class: "turn-line" }, own.sign, own.turn, own.here),
    h("div", { class: "message" }, own.say),
  );
  const column = h("aside", { class: "side", "aria-label": "The game" }, status, side, offers, game, own.bar);
  own.page.append(own.players, evaluation, stage, column);
  return { title, evaluation, stage, offers, side, game };
}

/** The place in the page's header where a table shows its name. */
const headline = () => document.getElementById("headline");

/** @param {import("./types.js").Parts} own @param {import("./types.js").Slots} slots */
export function showTitle(own, slots) {
  headline()?.replaceChildren(h("h1", {}, own.name), slots.title);
}

/** @param {import("./types.js").Parts} own */
export function clearTitle(own) {
  if (headline()?.contains(own.name)) headline()?.replaceChildren();
}
