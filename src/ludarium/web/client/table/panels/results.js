/** The end of a game: the result, the high score, and what comes next. */

import { ask, factList, openDialog } from "../../core/dialogs.js";
import { h, sentence } from "../../core/dom.js";
import { get, post } from "../../server/http.js";
import { limits } from "../../server/limits.js";
import { prefer, preferred } from "../../core/preferences.js";
import { openScores } from "../../pages/scores.js";
import { leaveGame, newGame, saveGame } from "../game_commands.js";
import { isHost, isMultiplayer, isSpectator } from "../permissions.js";

/** @typedef {import("../types.js").Table} Table */

/** Show how the game ended or stands, and what can come next. @param {Table} table */
export async function showResults(table) {
  const { ending } = table.view;
  let statistics;
  try {
    statistics = await get(`games/${table.id}/statistics`);
  } catch (error) {
    table.refuse(sentence(/** @type {Error} */ (error).message));
    return;
  }
  const body = h("div", {}, factList(statistics.results), ending ? h("p", { text: sentence(ending.reason) }) : null);
  const leave = { label: "To the house", value: "leave" };
  const anew = { label: "A new game", value: "again" };
  const save = { label: "Save game", value: "save" };
  const buttons = ending
    ? [...nextGameButtons(table), save, leave, { label: "Close", value: "", primary: !nextGameButtons(table).length }]
    : [{ label: "Go on", value: "", primary: true }, save, ...(isMultiplayer(table) ? [] : [anew]), leave];
  const title = ending?.sentence ?? `After ${table.ply} ${table.ply === 1 ? "move" : "moves"}`;
  const check = (/** @type {string} */ value) => {
    if (value !== "save") return "";
    saveGame(table);
    return { note: "The game is saved among your downloads." };
  };
  const answer = await openDialog({ title, body, buttons, check, className: "results" });
  if (answer === "again") await playAgain(table);
  else if (answer === "leave") leaveGame(table);
}

/** The button for another game: in a multiplayer game the others have to agree. @param {Table} table */
function nextGameButtons(table) {
  if (isSpectator(table)) return [];
  if (!isMultiplayer(table)) return [{ label: "OK, a new game", value: "again", primary: true }];
  return table.view.next ? [] : [{ label: "Rematch", value: "again", primary: true }];
}

/** Begin a game with the same options, except seeds. @param {Table} table */
export function playAgain(table) {
  if (isMultiplayer(table)) return table.request("offer", { offer: "rematch" });
  const seeds = new Set(table.kind.options.filter(({ sort }) => sort === "seed").map(({ name }) => name));
  const options = Object.fromEntries(Object.entries(table.state.options).filter(([name]) => !seeds.has(name)));
  return newGame(table, options, table.seats);
}

/** Ask for a name if the game reaches the high scores, and show them. @param {Table} table */
export async function enterScore(table) {
  if (table.view.place === null || !table.view.ending || !isHost(table)) return;
  const points = table.view.players[0]?.score ?? 0;
  const place = table.view.place;
  /** @param {string} name */
  const check = (name) => {
    if (!name) return "Enter a name for the table.";
    return post(`games/${table.id}/score`, { name }).then(
      () => "",
      (error) => error.message,
    );
  };
  const title = `${points} ${points === 1 ? "point" : "points"}! Place ${place} in the table`;
  const most = limits().score_name;
  const name = await ask({ title, label: "Your name", value: preferred("name"), button: "Enter", most, check });
  if (name === null) return;
  table.state.view = { ...table.view, place: null };
  if (name !== preferred("name")) await prefer("name", name).catch(() => {});
  await openScores(table.kind, table.state.options);
}
