/** The worth of a line of an analysis in words and numbers. */

import { capital } from "../../core/dom.js";

/**
 * @typedef {import("../../server/protocol.js").Line} Line
 * @typedef {import("../types.js").Table} Table
 */

const SURE = 1e6; // a score that only a win has

/** The worth of a line for the first player: the chance to win; alone, the points. @param {Line} line @param {Table} table */
export function worth({ score, chance, wins_in }, table) {
  const { count } = table.view;
  const winner = () => table.playerTitle(score > 0 ? 0 : 1);
  if (count === 2 && wins_in !== null) return `${winner()} wins in ${Math.abs(wins_in)}`;
  if (count > 1) return `${capital(table.playerTitle(0))} ${Math.round(100 * chance)} %`;
  if (wins_in !== null || Math.abs(score) >= SURE) return score > 0 ? "wins" : "loses";
  return `${score > 0 ? "+" : ""}${(score / 100).toFixed(1)} points`;
}

/** The worth of a position in a few letters: the chance of the first player, alone the points. @param {Line} line @param {Table} table */
export function shortWorth(line, table) {
  return table.view.count === 1 ? worth(line, table) : `${Math.round(100 * line.chance)} %`;
}

/** Whose scores are shown. @param {Table} table */
export function convention(table) {
  const { view } = table;
  if (view.count === 1) return "Points that the search expects.";
  return `All percentages are the chances of ${table.playerTitle(0)} to win.`;
}
