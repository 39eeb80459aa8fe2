/** The players around the board, the sign of whose turn it is, and the facts of the game. */

import { colourOf, ownerMark } from "../../board/drawing/pieces.js";
import { afterPaint, capital, fill, h, setText } from "../../core/dom.js";
import { symbol } from "../../core/symbols.js";
import { openPlayer } from "./opponents.js";
import { isHost, isMine } from "../permissions.js";
import { occupant, playerTitle, portrait, unitOf } from "../player_names.js";

/**
 * @typedef {import("../../server/protocol.js").Player} Player
 * @typedef {import("../../server/protocol.js").Panel} Panel
 * @typedef {import("../../server/protocol.js").View} View
 * @typedef {import("../types.js").Table} Table
 */

/**
 * The sign of a player: a piece in the player's colour; the same on cards, in the headline and in the moves.
 * @param {Table} table
 * @param {number} number
 */
export function signOf({ kind, names }, number) {
  const own = kind.symbols.find((id) => id.endsWith(`-${names[number]}`) || id.endsWith(`-${number}`));
  if (!own) return ownerMark(number, names);
  const sign = h("span", { class: "owner" });
  sign.append(symbol(own, kind));
  sign.style.setProperty("--piece", colourOf(number, names));
  return sign;
}

/**
 * Show the players; a click on one changes who plays, or opens the user's page. Two stand above and below the board,
 * the one at this device below; more stand in the column beside it.
 * @param {Table} table
 * @param {Panel[]} panels the game's facts; those named after a player stand in the player's row
 * @param {number | null} turn
 */
export function drawPlayers(table, panels, turn) {
  const { view } = table;
  const { players: place } = table.parts;
  const players = view.count === 1 ? [] : view.players;
  const values = new Map(panels);
  arrange(table);
  // Rows are replaced only when a seat changes: films change the numbers often, and the focus has to stay
  const cards = players.map((player) => cardOf(table, player));
  const seats = players.map((player, i) => [player.number, player.who, player.here, { ...cards[i] }]);
  const made = JSON.stringify(seats);
  if (place.dataset.made !== made) {
    const focused = place.querySelector("button:focus")?.getAttribute("data-player");
    const more = view.count - players.length;
    const crowd = players.length && more > 0 ? h("li", { class: "crowd", text: `and ${more} more` }) : null;
    fill(place, ...players.map((player, i) => playerRow(table, player, cards[i])), crowd);
    place.dataset.made = made;
    place.hidden = !players.length;
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-player="${focused}"]`))?.focus();
  }
  const ending = !table.isPast && view.ending;
  const below = lowest(table);
  table.parts.page.dataset.edge = players.some(({ number }) => number === turn && number === below) ? "below" : "above";
  for (const [i, player] of players.entries()) {
    const row = place.children[i];
    const value = values.get(playerTitle(player)) ?? (ending ? String(player.score) : "");
    if (player.number === turn && !row.classList.contains("to-move")) reveal(place, row);
    row.classList.toggle("to-move", player.number === turn);
    row.classList.toggle("below", player.number === below);
    row.ariaCurrent = player.number === turn ? "true" : null;
    setText(row.querySelector(".value"), value);
    setText(row.querySelector(".unit"), unitOf(table, value.split(",")[0])); // a number may have a remark
    setText(row.querySelector(".won"), ending && player.won ? "★ winner" : "");
  }
  drawSign(table, turn ?? (ending ? (players.find(({ won }) => won)?.number ?? null) : null));
}

/** How much wider than high a board is. @param {import("../../server/protocol.js").State} state */
function boardRatio({ columns, rows, geometry }) {
  const [width, height] = geometry ?? [columns, rows];
  return width / height;
}

/** The player whose card stands below the board. @param {Table} table */
export function lowest(table) {
  const { players } = table.view;
  return (players.find((player) => isMine(table, player)) ?? players[0])?.number ?? 0;
}

/** Make room for the board, and put the list of players where so many have room. @param {Table} table */
export function arrange({ view, parts, state }) {
  parts.page.style.setProperty("--ratio", String(boardRatio(state)));
  parts.page.style.setProperty("--pairs", String(Math.ceil(view.count / 2)));
  const form = view.count === 2 ? "two" : view.count > 2 ? "many" : "one";
  if (parts.page.dataset.players === form) return;
  parts.page.dataset.players = form;
  if (form === "many") parts.tabs.element.before(parts.players);
}

/** Show in the headline whose turn it is. @param {Table} table @param {number | null} turn */
function drawSign(table, turn) {
  const { sign, page } = table.parts;
  const { stage, side } = table.slots;
  const shown = table.view.count > 1 && turn !== null ? String(turn) : "";
  if (page.dataset.turn === shown) return;
  page.dataset.turn = shown;
  const colour = shown ? colourOf(Number(shown), table.names) : "transparent";
  for (const edged of [stage, side]) edged.style.setProperty("--turn", colour);
  fill(sign, shown ? signOf(table, Number(shown)) : null);
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

/** What a player's card shows and does. @param {Table} table @param {Player} player */
function cardOf(table, player) {
  const own = table.extension.card?.(player);
  if (own) return own;
  const asks = mayChangeSeat(table, player);
  return {
    portrait: portrait(player),
    who: occupant(table, player),
    title: asks ? "Change who plays" : "",
    run: () => (asks ? table.run("level", player.number) : openPlayer(table, player)),
  };
}

/** @param {Table} table @param {Player} player @param {ReturnType<typeof cardOf>} card */
function playerRow(table, player, card) {
  const name = h(
    "span",
    { class: "player-name" },
    capital(playerTitle(player)),
    h("small", { class: "who", text: `${card.who}${player.here ? "" : ", away"}` }),
  );
  const change = h(
    "button",
    { type: "button", title: card.title || null, data: { player: player.number, drawing: card.portrait } },
    symbol(card.portrait),
    signOf(table, player.number),
    name,
    h("span", { class: "won" }),
    h("span", { class: "value" }),
    h("small", { class: "unit" }),
    h("span", { class: "clock", data: { clock: player.number } }),
  );
  change.addEventListener("click", card.run);
  const row = h("li", { class: `player${player.here && player.who !== "open" ? "" : " away"}` }, change);
  row.style.setProperty("--side", colourOf(player.number, table.names));
  return row;
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
