/** The page of Battle of the Beetles: a count of eggs and beetles, and the way of a capture. */

import { capital, h } from "../../page_api.js";

/**
 * @typedef {import("../../page_api.js").Table} Table
 * @typedef {import("../../page_api.js").Panel} Panel
 * @typedef {{egg: number, born: number, gone: number, placing: boolean}} Census
 */

const SIDES = ["green", "red"];

/** Beetles walk to a yellow cell, look round, and fly on; the halves of an eggshell fall off when one is born. */
const MOTION = {
  heading: ["beetle"],
  wings: "wings",
  stopovers: ["yellow"],
  shells: {
    egg: /** @type {[string, string][]} */ ([
      ["shell-top", "translate(-14px, -46px) rotate(-38deg)"],
      ["shell-bottom", "translate(10px, 34px) rotate(16deg)"],
    ]),
  },
};

/** @param {Table} table @returns {import("../../page_api.js").PageExtension} */
export function extend(table) {
  const phase = h("p", { class: "phase" });
  const sides = SIDES.map((_, side) => sideOf(table, side));
  const census = h("div", { class: "census" }, ...sides.map(({ element }) => element));
  table.slots.game.append(phase, census);
  /** @param {Panel[]} panels @param {number | null} turn */
  const draw = (panels, turn) => {
    const counts = SIDES.map((side) => read(panels, side));
    phase.textContent = phaseOf(table, counts, turn);
    for (const [side, { show }] of sides.entries()) show(counts[side]);
  };
  const { board } = table;
  board.motion = MOTION;
  board.addEventListener("touch", () => trace(table));
  return {
    refresh: (view, panels, turn) => {
      draw(panels ?? view.panels, turn ?? view.turn);
      trace(table);
    },
    frame: (panels) => draw(panels, table.view.turn),
  };
}

/** `eggs 9, born 3, captured 2` as numbers. @param {Panel[]} panels @param {string} side @returns {Census} */
function read(panels, side) {
  const text = panels.find(([label]) => label === side)?.[1] ?? "";
  const [egg = 0, born = 0, gone = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return { egg, born, gone, placing: text.includes("to place") };
}

/** @param {Table} table @param {Census[]} counts @param {number | null} turn */
function phaseOf({ view, state }, counts, turn) {
  if (view.ending) return "";
  const what = state.options.shells === "no" ? "beetle" : "egg";
  if (counts[0].placing && turn !== null) {
    const left = counts[turn].gone;
    return `Placement: ${SIDES[turn]} has ${left} ${what}${left === 1 ? "" : "s"} left to place, on blue cells.`;
  }
  return what === "egg"
    ? "Take the shell off an egg of yours, or capture with a born beetle."
    : "Capture with a beetle.";
}

/**
 * One side: its eggs, its beetles, and those that are not on the board.
 * @param {Table} table
 * @param {number} side
 */
function sideOf(table, side) {
  const [eggs, beetles, away] = [row(table, side), row(table, side), row(table, side)];
  const title = capital(SIDES[side]);
  away.element.className = "away";
  const element = h("section", { "aria-label": title }, h("h2", { text: title }), beetles.element, away.element);
  /** @param {Census} census */
  const show = ({ egg, born, gone, placing }) => {
    const shells = table.state.options.shells !== "no";
    if (shells) beetles.element.before(eggs.element);
    else eggs.element.remove();
    eggs.show("eggs", egg, "egg");
    beetles.show("born", born, "beetle");
    away.show(placing ? "to place" : "captured", gone, placing && shells ? "egg" : "beetle");
  };
  return { element, show };
}

/**
 * Pieces of a kind as a number and as drawings; only missing drawings are added.
 * @param {Table} table
 * @param {number} owner
 */
function row(table, owner) {
  const [name, number, drawn] = [h("span"), h("b"), h("span", { class: "drawn" })];
  let shown = "";
  /** @param {string} label @param {number} count @param {string} kind */
  const show = (label, count, kind) => {
    name.textContent = `${label} `;
    number.textContent = String(count);
    if (kind !== shown) drawn.replaceChildren();
    shown = kind;
    while (drawn.childElementCount > count) drawn.lastElementChild?.remove();
    while (drawn.childElementCount < count) drawn.append(table.pieces.drawing([owner, kind, 1, "", 0]));
  };
  return { element: h("p", {}, name, number, drawn), show };
}

// The way of a capture: a step to a yellow cell, and from there a knight's jump

/** Show the way of the last move, until a beetle is chosen. @param {Table} table */
function trace(table) {
  const { board, moveInput, history } = table;
  const chosen = !table.isPast && moveInput?.touched.length;
  const path = (table.isPast ? history?.last : table.state.moves.at(-1))?.[2] ?? [];
  board.trace(path.length === 2 && !chosen ? through(table, path[0], path[1]) : null);
}

/** The cells of a capture, the yellow one between. @param {Table} table @param {string} from @param {string} to */
function through(table, from, to) {
  const [, x, y] = table.cells.get(from) ?? [];
  const [, u, v] = table.cells.get(to) ?? [];
  if (x === undefined || y === undefined || u === undefined || v === undefined) return null;
  for (const [name, i, j, ground] of table.cells) {
    const near = Math.abs(i - x) + Math.abs(j - y) === 1;
    const [wide, high] = [Math.abs(i - u), Math.abs(j - v)];
    if (ground === "yellow" && near && wide + high === 3 && wide && high) return [from, name, to];
  }
  return [from, to];
}
