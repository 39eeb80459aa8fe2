/** What stands beside the board: the players, the facts, whose turn it is, and what is to be done now. */

import { openPlayer } from "./opponents_panel.js";
import { capital, fill, h, tell } from "../core/dom.js";
import { colourOf, TOKENS } from "../board/pieces.js";
import { nameOf, playerTitle, portrait, whoIs } from "./player_names.js";
import { hosts, isPerson, looksOn, playsOthers } from "./permissions.js";
import { symbol } from "../core/symbols.js";

/**
 * @typedef {import("../core/socket.js").Player} Player
 * @typedef {import("../core/socket.js").Panel} Panel
 * @typedef {import("../core/socket.js").View} View
 * @typedef {import("./table.js").Table} Table
 */

const CALLED = /** @type {Record<string, string>} */ ({ g: "golden move", "-": "pass" });

/** What a word is called on buttons. @param {string} word */
export const wordLabel = (word) => CALLED[word] ?? word;

/** Whether any person plays. @param {View} view */
export const hasPeople = (view) => view.setting || view.players.some(isPerson);

/** Whose turn it is, or how it ended. @param {Table} table */
export function turnLine(table) {
  const { view, ply } = table;
  if (view.ending) return view.ending.sentence;
  if (view.vacant) return "Waiting for somebody";
  if (view.count === 1) return `Move ${ply + 1}`;
  const player = view.players.find(({ number }) => number === view.turn);
  if (!player) return "";
  const line = `${capital(playerTitle(player))} to move`;
  const plain = view.setting || (isPerson(player) && !playsOthers(table) && !looksOn(table));
  return plain ? line : `${line}: ${whoIs(table, player)}`;
}

/** Whose turn it was. @param {Table} table @param {number | null} turn */
export function pastLine(table, turn) {
  if (turn === null) return "The end";
  return table.view.count === 1
    ? `Then move ${(table.history?.ply ?? 0) + 1}`
    : `Then ${table.playerTitle(turn)} to move`;
}

/** Who plays for whoever's turn it is. @param {Table} table */
function mover(table) {
  const player = table.view.players.find(({ number }) => number === table.view.turn);
  return player ? nameOf(table, player) : "The computer";
}

/** What a person waits for. @param {Table} table */
function waiting(table) {
  const ready = !table.view.getting_ready;
  const does = ready ? "thinks; Esc makes it move" : "is getting ready: the first time takes a while";
  return `${mover(table)} ${does} ...`;
}

/** What a person can do now. @param {Table} table */
export function advice(table) {
  const { view, hand } = table;
  const own = table.furniture.advice?.();
  if (own !== undefined) return own;
  if (table.laying) return "Choose squares to block, or to free again; B goes on to the game.";
  if (view.ending) return "The game is over. N begins a new one.";
  if (view.vacant) return "The game begins when all seats are taken.";
  if (view.paused) return "Paused. P goes on.";
  if (!view.begun && !hand) return hosts(table) ? "Start lets the game begin." : "The game has not begun yet.";
  if (!hand && view.waits) return `${mover(table)} has to move.`;
  if (!hand) return waiting(table);
  if (hand.touched.length) return `${hand.touched.map(wordLabel).join(" ")}: where to? Esc lets go.`;
  if (view.setting) return "You set moves for everybody; M lets the others play.";
  const words = view.words.map((word) => `${table.leadsOn(word) ? "G" : "C"}: ${wordLabel(word)}`);
  const told = [choice(table), words.length ? `${words.join("; ")}.` : ""].filter(Boolean);
  return told.join(" ") || "T types a move.";
}

/** What can be chosen by pointing at it. @param {Table} table */
function choice({ view, words, cells }) {
  if (view.paths === null || view.paths.some(([first]) => cells.has(first))) return "Choose a marked square.";
  return words.length > view.words.length ? "Choose a move below, or T types it." : "";
}

/**
 * The players, each a button that leads to other characters.
 * @param {Table} table
 * @param {Panel[]} panels what the board tells, of which a player's own stands with the player
 * @param {number | null} turn
 */
export function drawPlayers(table, panels, turn) {
  const { view } = table;
  const place = table.parts.players;
  const players = view.count === 1 ? [] : view.players;
  const told = new Map(panels);
  // Made anew only when somebody else sits there: a film changes the numbers often, and the focus has to stay
  const made = JSON.stringify(players.map((player) => [player.number, player.who, whoIs(table, player), player.here]));
  if (place.dataset.made !== made) {
    const focused = place.querySelector("button:focus")?.getAttribute("data-player");
    const more = view.count - players.length;
    const crowd = players.length && more > 0 ? h("li", { class: "crowd", text: `and ${more} more` }) : null;
    fill(place, ...players.map((player) => playerRow(table, player)), crowd);
    place.dataset.made = made;
    place.hidden = !players.length;
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-player="${focused}"]`))?.focus();
  }
  for (const [i, player] of players.entries()) {
    const row = place.children[i];
    const value = told.get(playerTitle(player)) ?? (view.ending ? String(player.score) : "");
    row.classList.toggle("to-move", player.number === turn);
    row.ariaCurrent = player.number === turn ? "true" : null;
    tell(row.querySelector(".value"), value);
    tell(row.querySelector(".won"), view.ending && player.won ? "★ winner" : "");
  }
}

/** @param {Table} table @param {Player} player */
function playerRow(table, player) {
  const mark = h("span", { class: "owner" }, symbol(`token-${player.number % TOKENS}`));
  mark.style.setProperty("--piece", colourOf(player.number, table.names));
  const name = h(
    "span",
    { class: "player-name" },
    capital(playerTitle(player)),
    h("small", { text: `${whoIs(table, player)}${player.here ? "" : ", away"}` }),
    h("span", { class: "clock", data: { clock: player.number } }),
  );
  const asks = maySeat(table, player);
  const change = h(
    "button",
    { type: "button", title: asks ? "Let somebody else play" : null, data: { player: player.number } },
    symbol(portrait(player)),
    mark,
    name,
    h("span", { class: "value" }),
    h("span", { class: "won" }),
  );
  change.addEventListener("click", () => (asks ? table.run("level", player.number) : openPlayer(table, player)));
  return h("li", { class: `player${player.here && player.who !== "open" ? "" : " away"}` }, change);
}

/** Whether one can let somebody else play for a player. @param {Table} table @param {Player} player */
export const maySeat = (table, player) => hosts(table) && (!player.person || table.ply === 0);

/** What the board says about everything but the players. @param {Table} table @param {Panel[]} panels */
export function drawFacts(table, panels) {
  const names = table.view.count === 1 ? new Set() : new Set(table.view.players.map(playerTitle));
  const others = panels.filter(([label]) => !names.has(label) && !/^player \d+$/.test(label));
  fill(table.parts.facts, ...others.flatMap(([label, value]) => [h("dt", { text: label }), h("dd", { text: value })]));
  table.parts.facts.hidden = !others.length;
}
