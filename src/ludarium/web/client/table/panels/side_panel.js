/** The panel beside the board: the players and the facts of the game. */

import { ownerMark } from "../../board/pieces.js";
import { afterPaint, capital, fill, h, setText } from "../../core/dom.js";
import { symbol } from "../../core/symbols.js";
import { openPlayer } from "./opponents.js";
import { isHost } from "../permissions.js";
import { occupant, playerTitle, portrait } from "../player_names.js";

/**
 * @typedef {import("../../server/protocol.js").Player} Player
 * @typedef {import("../../server/protocol.js").Panel} Panel
 * @typedef {import("../../server/protocol.js").View} View
 * @typedef {import("../types.js").Table} Table
 */

/**
 * Show the players; a click on one changes who plays, or opens the user's page.
 * @param {Table} table
 * @param {Panel[]} panels the game's facts; those named after a player stand in the player's row
 * @param {number | null} turn
 */
export function drawPlayers(table, panels, turn) {
  const { view } = table;
  const place = table.parts.players;
  const players = view.count === 1 ? [] : view.players;
  const values = new Map(panels);
  // Rows are replaced only when a seat changes: films change the numbers often, and the focus has to stay
  const seats = players.map((player) => [player.number, player.who, occupant(table, player), player.here]);
  const made = JSON.stringify(seats);
  if (place.dataset.made !== made) {
    const focused = place.querySelector("button:focus")?.getAttribute("data-player");
    const more = view.count - players.length;
    const crowd = players.length && more > 0 ? h("li", { class: "crowd", text: `and ${more} more` }) : null;
    fill(place, ...players.map((player) => playerRow(table, player)), crowd);
    place.dataset.made = made;
    place.hidden = !players.length;
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-player="${focused}"]`))?.focus();
  }
  const ending = !table.isPast && view.ending;
  for (const [i, player] of players.entries()) {
    const row = place.children[i];
    const value = values.get(playerTitle(player)) ?? (ending ? String(player.score) : "");
    if (player.number === turn && !row.classList.contains("to-move")) reveal(place, row);
    row.classList.toggle("to-move", player.number === turn);
    row.ariaCurrent = player.number === turn ? "true" : null;
    setText(row.querySelector(".value"), value);
    setText(row.querySelector(".won"), ending && player.won ? "★ winner" : "");
  }
}

/** Scroll the list to a row, and not the page. @param {HTMLElement} list @param {Element} row */
function reveal(list, row) {
  afterPaint(() => {
    if (!(row instanceof HTMLElement) || list.scrollHeight <= list.clientHeight) return;
    const { offsetTop: top, offsetHeight: high } = row;
    if (top < list.scrollTop || top + high > list.scrollTop + list.clientHeight)
      list.scrollTop = top - (list.clientHeight - high) / 2;
  });
}

/** @param {Table} table @param {Player} player */
function playerRow(table, player) {
  const name = h(
    "span",
    { class: "player-name" },
    capital(playerTitle(player)),
    h("small", { text: `${occupant(table, player)}${player.here ? "" : ", away"}` }),
    h("span", { class: "clock", data: { clock: player.number } }),
  );
  const asks = mayChangeSeat(table, player);
  const change = h(
    "button",
    { type: "button", title: asks ? "Change who plays" : null, data: { player: player.number } },
    symbol(portrait(player)),
    ownerMark(player.number, table.names),
    name,
    h("span", { class: "value" }),
    h("span", { class: "won" }),
  );
  change.addEventListener("click", () => (asks ? table.run("level", player.number) : openPlayer(table, player)));
  return h("li", { class: `player${player.here && player.who !== "open" ? "" : " away"}` }, change);
}

/** Whether the user can change who plays for a player. @param {Table} table @param {Player} player */
export const mayChangeSeat = (table, player) => isHost(table) && (!player.person || table.ply === 0);

/** Show the facts that belong to no player. @param {Table} table @param {Panel[]} panels */
export function drawFacts(table, panels) {
  const names = table.view.count === 1 ? new Set() : new Set(table.view.players.map(playerTitle));
  const others = panels.filter(([label]) => !names.has(label) && !/^player \d+$/.test(label));
  fill(table.parts.facts, ...others.flatMap(([label, value]) => [h("dt", { text: label }), h("dd", { text: value })]));
  table.parts.facts.hidden = !others.length;
}
