/** The layout of a table: the elements that every game has, and the slots around the board. */

import { h } from "../core/dom.js";

/** What users read while the page reconnects. */
export const LOST = "The connection is lost; it is being mended ...";

/** @param {import("./types.js").Table} table */
export function makeParts(table) {
  const about = () => table.run("about");
  return {
    page: h("div", { class: "table" }),
    name: h("button", { type: "button", class: "name", title: "About this game (A)", on: { click: about } }),
    turn: h("p", { class: "turn" }),
    lost: h("p", { class: "lost", hidden: true, text: LOST }),
    players: h("ul", { class: "players", "aria-label": "Players" }),
    facts: h("dl", { class: "facts" }),
    say: h("p", { class: "say" }),
    here: h("p", { class: "here", "aria-hidden": "true" }),
    bar: h("div", { class: "bar", role: "group", "aria-label": "What you can do" }),
  };
}

/**
 * @param {import("./types.js").Parts} own
 * @param {HTMLElement} board
 */
export function makeSlots(own, board) {
  const title = h("div", { class: "slot-title" });
  const top = h("div", { class: "slot-top" });
  const left = h("aside", { class: "slot-left", "aria-label": "Left of the board" });
  const right = h("aside", { class: "slot-right", "aria-label": "Right of the board" }, own.players, own.facts);
  const below = h("div", { class: "slot-below" });
  const head = h("div", { class: "table-head" }, h("h1", {}, own.name), own.turn, title, own.lost);
  const under = h("div", { class: "under" }, own.say, own.here);
  own.page.append(head, top, left, h("div", { class: "middle" }, board, under, own.bar), right, below);
  return { title, top, left, right, below };
}
