/** What Gamma has of its own: zoom for boards of any size, how many areas are used, and the final ranking. */

import { openDialog } from "../core/dialogs.js";
import { button, capital, fill, h, sentence } from "../core/dom.js";
import { colourOf, TOKENS } from "../board/pieces.js";
import { again } from "../table/results.js";
import { get } from "../core/socket.js";
import { symbol } from "../core/symbols.js";

/**
 * @typedef {import("../table/table.js").Table} Table
 * @typedef {import("../core/socket.js").Panel} Panel
 */

const STEP = 1.4; // how much nearer a zoom goes
const LISTED = 200; // players of the ranking

/** @param {Table} table @returns {import("../table/table.js").Furniture} */
export function furnish(table) {
  const { board, parts } = table;
  const zoom = h(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    button("Nearer", () => board.zoom(STEP), { key: "+" }),
    button("Farther", () => board.zoom(1 / STEP), { key: "-" }),
    button("Whole board", () => board.zoom("fit"), { key: "0" }),
  );
  table.slots.title.append(zoom);
  const state = h("div", { class: "gamma-state" });
  parts.facts.before(state);
  /** @param {Panel[]} panels */
  const draw = (panels) => {
    fill(state, ...own(new Map(panels)));
    parts.facts.hidden = true;
  };
  return {
    refresh: (view, panels) => draw(panels ?? view.panels),
    frame: draw,
    key: (event) => {
      const factor = { "+": STEP, "-": 1 / STEP, 0: /** @type {const} */ ("fit") }[event.key];
      if (factor === undefined || event.ctrlKey) return false;
      board.zoom(factor);
      return true;
    },
    ended: () => ranking(table),
  };
}

/** What the player whose turn it is has: areas, free fields, the golden move. @param {Map<string, string>} told */
function own(told) {
  const areas = told.get("areas") ?? "0/0";
  const [used, most] = areas.split("/").map(Number);
  const gold = told.get("golden move") ?? "no";
  const called = { yes: "can be made", no: "not now", used: "was made" }[gold] ?? gold;
  const meter = h("meter", {
    min: 0,
    max: most,
    high: most - 0.5,
    optimum: 0,
    value: used,
    "aria-label": "Areas used",
  });
  return [
    h("p", {}, h("span", { text: "Areas " }), h("b", { text: `${used} of ${most}` }), meter),
    h("p", {}, h("span", { text: "Free fields " }), h("b", { text: told.get("free fields") ?? "" })),
    h("p", { class: `gold-${gold}` }, symbol("icon-gold"), h("span", { text: `Golden move: ${called}` })),
  ];
}

/** The end: everybody in order, those with as many fields on one place. @param {Table} table */
async function ranking(table) {
  const { ending } = table.view;
  /** @type {{results: Panel[]}} */
  const told = await get(`games/${table.id}/statistics`).catch(() => ({ results: [] }));
  const rows = told.results.map(([name, value], number) => ({
    name,
    number,
    fields: parseInt(value, 10) || 0,
    won: value.includes("winner"),
  }));
  rows.sort((a, b) => b.fields - a.fields);
  const places = rows.map((row) => rows.findIndex(({ fields }) => fields === row.fields) + 1);
  const body = h(
    "table",
    { class: "scores" },
    h("caption", { text: ending ? sentence(ending.reason) : "" }),
    h("thead", {}, h("tr", {}, ...["place", "player", "fields"].map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.slice(0, LISTED).map((row, i) => rankingRow(table, row, places[i]))),
  );
  const buttons = [
    { label: "OK, a new game", value: "again", primary: true },
    { label: "Save game", value: "save" },
    { label: "To the house", value: "leave" },
    { label: "Close", value: "" },
  ];
  const check = (/** @type {string} */ value) => {
    if (value !== "save") return "";
    table.download();
    return "The game is saved among your downloads.";
  };
  const answer = await openDialog({ title: ending?.sentence ?? "", body, buttons, check });
  if (answer === "again") await again(table);
  else if (answer === "leave") table.leave();
}

/**
 * @param {Table} table
 * @param {{name: string, number: number, fields: number, won: boolean}} row
 * @param {number} place
 */
function rankingRow(table, { name, number, fields, won }, place) {
  const known = /\d/.test(name) && !name.includes("others");
  const mark = h("span", { class: "owner" }, known ? symbol(`token-${number % TOKENS}`) : null);
  mark.style.setProperty("--piece", colourOf(number, table.names));
  const who = h("td", {}, mark, ` ${capital(name)}${won ? " ★ winner" : ""}`);
  return h("tr", { class: won ? "won" : null }, h("td", { text: place }), who, h("td", { text: fields }));
}
