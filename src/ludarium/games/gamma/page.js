/** The page of Gamma: zoom for boards of any size, the areas used, and the final ranking. */

import {
  button,
  capital,
  fill,
  get,
  h,
  ownerMark,
  symbol,
} from "../../page_api.js";

/**
 * @typedef {import("../../page_api.js").Table} Table
 * @typedef {import("../../page_api.js").Panel} Panel
 */

const STEP = 1.4; // the factor of one zoom step
/** @type {import("../../page_api.js").PageExtension["words"]} */
const WORDS = {
  g: {
    symbol: "icon-gold",
    help: ["G", "the golden move: on the field under the cursor if it can be made there"],
  },
  skip: { help: ["C", "skip the turn"] },
};
const SMALL = 400; // fields of a board that a phone shows without zoom
const LISTED = 200; // players in the ranking

/** @param {Table} table @returns {import("../../page_api.js").PageExtension} */
export function extend(table) {
  const { board, parts } = table;
  table.pieces.areJoined = true;
  const isSmall = table.state.columns * table.state.rows <= SMALL;
  const zoom = h(
    "div",
    { class: isSmall ? "zoom small" : "zoom", role: "group", "aria-label": "Zoom" },
    button("Nearer", () => board.zoom(STEP), { key: "+" }),
    button("Farther", () => board.zoom(1 / STEP), { key: "-" }),
    button("Whole board", () => board.zoom("fit"), { key: "0" }),
  );
  table.slots.title.append(zoom);
  const state = h("div", { class: "gamma-state" });
  parts.facts.before(state);
  /** @param {Panel[]} panels */
  const draw = (panels) => {
    fill(state, ...stateRows(table, new Map(panels)));
    for (const value of parts.players.querySelectorAll(".value")) markGolden(table, value);
    parts.facts.hidden = true;
  };
  return {
    unit: "field",
    words: WORDS,
    refresh: (view, panels) => draw(panels ?? view.panels),
    frame: draw,
    key: (event) => {
      const factor = { "+": STEP, "-": 1 / STEP, 0: /** @type {const} */ ("fit") }[event.key];
      if (factor === undefined || event.ctrlKey) return false;
      board.zoom(factor);
      return true;
    },
    result: async () => [await ranking(table)],
  };
}

/**
 * Show as a star whether a player has made the golden move: full as long as it is to come.
 * @param {Table} table @param {Element} value
 */
function markGolden(table, value) {
  const [fields, ...more] = (value.textContent ?? "").split(",");
  if (!fields || value.childElementCount) return;
  const made = more.join(",").trim();
  const title = made || "golden move to come";
  const drawing = symbol(made ? "icon-gold-made" : "icon-gold", table.kind);
  const star = h("span", { class: "gold-star", role: "img", "aria-label": title, title }, drawing);
  fill(value, fields, made ? h("span", { class: "unseen", text: `, ${made}` }) : null, star);
}

/**
 * What the player to move has: areas, free fields, the golden move.
 * @param {Table} table
 * @param {Map<string, string>} values
 */
function stateRows(table, values) {
  const areas = values.get("areas") ?? "0/0";
  const [used, most] = areas.split("/").map(Number);
  const gold = values.get("golden move") ?? "";
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
    h("p", {}, h("span", { text: "Free fields " }), h("b", { text: values.get("free fields") ?? "" })),
    h("p", { data: { gold } }, symbol("icon-gold", table.kind), h("span", { text: `Golden move: ${gold}` })),
  ];
}

/** The ranking at the end; players with the same number of fields share a place. @param {Table} table */
async function ranking(table) {
  /** @type {{results: Panel[]}} */
  const statistics = await get(`games/${table.id}/statistics`).catch(() => ({ results: [] }));
  const rows = statistics.results.map(([name, value], number) => ({
    name,
    number,
    fields: parseInt(value, 10) || 0,
    won: value.includes("winner"),
  }));
  rows.sort((a, b) => b.fields - a.fields);
  const places = rows.map((row) => rows.findIndex(({ fields }) => fields === row.fields) + 1);
  return h(
    "table",
    { class: "scores" },
    h("thead", {}, h("tr", {}, ...["place", "player", "fields"].map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.slice(0, LISTED).map((row, i) => rankingRow(table, row, places[i]))),
  );
}

/**
 * @param {Table} table
 * @param {{name: string, number: number, fields: number, won: boolean}} row
 * @param {number} place
 */
function rankingRow(table, { name, number, fields, won }, place) {
  const known = /\d/.test(name) && !name.includes("others");
  const mark = known ? ownerMark(number, table.names) : null;
  const who = h("td", {}, mark, ` ${capital(name)}${won ? " ★ winner" : ""}`);
  return h("tr", { class: won ? "won" : null }, h("td", { text: place }), who, h("td", { text: fields }));
}
