/** What Battle of the Beetles has of its own: a count of eggs and beetles, and the way of a capture. */

import { capital, fill, h } from "../dom.js";
import { pieceDrawing } from "../drawing.js";

/**
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("../wire.js").Panel} Panel
 * @typedef {{egg: number, born: number, gone: number, placing: boolean}} Census
 */

const SIDES = ["green", "red"];

/** @param {Table} table @returns {import("../table.js").Furniture} */
export function furnish(table) {
  const phase = h("p", { class: "phase" });
  const counts = h("div", { class: "census" });
  table.parts.players.after(phase, counts);
  /** @param {Panel[]} panels @param {number | null} turn */
  const draw = (panels, turn) => {
    const told = SIDES.map((side) => read(panels, side));
    phase.textContent = phaseOf(table, told, turn);
    fill(counts, ...told.map((census, side) => sideOf(table, census, side)));
  };
  const { board } = table;
  for (const event of ["touch", "cursor"]) board.addEventListener(event, () => trace(table, board.cursor));
  board.addEventListener("pointerover", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-name]") : null;
    if (cell instanceof HTMLElement && table.hand?.touched.length) trace(table, cell.dataset.name ?? "");
  });
  return {
    refresh: (view, panels, turn) => {
      draw(panels ?? view.panels, turn ?? view.turn);
      trace(table, board.cursor);
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

/** @param {Table} table @param {Census[]} told @param {number | null} turn */
function phaseOf({ view, state }, told, turn) {
  if (view.ending) return "";
  const what = state.options.shells === "no" ? "beetle" : "egg";
  if (told[0].placing && turn !== null) {
    const left = told[turn].gone;
    return `Placement: ${SIDES[turn]} has ${left} ${what}${left === 1 ? "" : "s"} left to place, on blue cells.`;
  }
  return what === "egg"
    ? "Take the shell off an egg of yours, or capture with a born beetle."
    : "Capture with a beetle.";
}

/**
 * One side: its eggs, its beetles, and those that are not on the board.
 * @param {Table} table
 * @param {Census} census
 * @param {number} side
 */
function sideOf(table, { egg, born, gone, placing }, side) {
  const shells = table.state.options.shells !== "no";
  const rows = [row(table, "born", born, side, "beetle")];
  if (shells) rows.unshift(row(table, "eggs", egg, side, "egg"));
  rows.push(row(table, placing ? "to place" : "captured", gone, side, placing && shells ? "egg" : "beetle", true));
  return h("section", { "aria-label": capital(SIDES[side]) }, h("h2", { text: capital(SIDES[side]) }), ...rows);
}

/**
 * @param {Table} table
 * @param {string} label
 * @param {number} count
 * @param {number} owner
 * @param {string} kind
 * @param {boolean} [away]
 */
function row(table, label, count, owner, kind, away = false) {
  const drawn = Array.from({ length: count }, () => pieceDrawing([owner, kind, 1, "", 0], table.names));
  return h(
    "p",
    { class: away ? "away" : null },
    h("span", { text: `${label} ` }),
    h("b", { text: count }),
    h("span", { class: "drawn" }, ...drawn),
  );
}

// The way of a capture: a step to a yellow cell, and from there a knight's jump

/**
 * Show the way: of half a move, to a cell that it can end on; else of the last move.
 * @param {Table} table
 * @param {string} to
 */
function trace(table, to) {
  const { board, hand, history } = table;
  const from = table.isPast ? undefined : hand?.touched[0];
  const last = table.state.moves[(history?.ply ?? table.ply) - 1]?.[2] ?? [];
  const path = !from ? last : hand?.means([from, to]) ? [from, to] : [];
  board.trace(path.length === 2 ? through(table, path[0], path[1]) : null);
}

/** The cells of a capture, the yellow one between. @param {Table} table @param {string} from @param {string} to */
function through(table, from, to) {
  const [, x, y] = table.cells.get(from) ?? [];
  const [, u, v] = table.cells.get(to) ?? [];
  if (x === undefined || y === undefined || u === undefined || v === undefined) return null;
  for (const [name, i, j, ground] of table.cells.values()) {
    const near = Math.abs(i - x) + Math.abs(j - y) === 1;
    const [wide, high] = [Math.abs(i - u), Math.abs(j - v)];
    if (ground === "yellow" && near && wide + high === 3 && wide && high) return [from, name, to];
  }
  return [from, to];
}
