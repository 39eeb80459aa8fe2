/** The end of a game: who has won, everybody's points, a place in the table, and what comes next. */

import { facts, ask, openDialog } from "../core/dialogs.js";
import { h, sentence } from "../core/dom.js";
import { preferred, prefer } from "../core/preferences.js";
import { hosts, looksOn, playsOthers } from "./permissions.js";
import { openScores } from "../pages/scores.js";
import { get, post } from "../core/socket.js";

/** @typedef {import("./table.js").Table} Table */

/** How the game ended or stands, and what can come next. @param {Table} table */
export async function endDialog(table) {
  const { ending } = table.view;
  let told;
  try {
    told = await get(`games/${table.id}/statistics`);
  } catch (error) {
    table.refuse(sentence(/** @type {Error} */ (error).message));
    return;
  }
  const body = h("div", {}, facts(told.results), ending ? h("p", { text: sentence(ending.reason) }) : null);
  const leave = { label: "To the house", value: "leave" };
  const anew = { label: "A new game", value: "again" };
  const save = { label: "Save game", value: "save" };
  const buttons = ending
    ? [...onward(table), save, leave, { label: "Close", value: "", primary: !onward(table).length }]
    : [{ label: "Go on", value: "", primary: true }, save, ...(playsOthers(table) ? [] : [anew]), leave];
  const title = ending?.sentence ?? `After ${table.ply} ${table.ply === 1 ? "move" : "moves"}`;
  const check = (/** @type {string} */ value) => {
    if (value !== "save") return "";
    table.download();
    return "The game is saved among your downloads.";
  };
  const answer = await openDialog({ title, body, buttons, check, className: "results" });
  if (answer === "again") await again(table);
  else if (answer === "leave") table.leave();
}

/** What can come after the end: where others have played, they are asked. @param {Table} table */
function onward(table) {
  if (looksOn(table)) return [];
  if (!playsOthers(table)) return [{ label: "OK, a new game", value: "again", primary: true }];
  return table.view.next ? [] : [{ label: "Rematch", value: "again", primary: true }];
}

/** The same options, but for chance. @param {Table} table */
export function again(table) {
  if (playsOthers(table)) return table.ask("offer", { offer: "rematch" });
  const drawn = new Set(table.kind.options.filter(({ sort }) => sort === "seed").map(({ name }) => name));
  const options = Object.fromEntries(Object.entries(table.state.options).filter(([name]) => !drawn.has(name)));
  return table.newGame(options, table.seats);
}

/** Ask for a name if a finished game comes into its table, and show the table. @param {Table} table */
export async function enterScore(table) {
  if (table.view.place === null || !table.view.ending || !hosts(table)) return;
  const points = table.view.players[0]?.score ?? 0;
  const place = table.view.place;
  /** @param {string} name */
  const check = (name) => {
    if (!name) return "A row of the table needs a name.";
    return post(`games/${table.id}/score`, { name }).then(
      () => "",
      (error) => error.message,
    );
  };
  const title = `${points} ${points === 1 ? "point" : "points"}! Place ${place} in the table`;
  const name = await ask({ title, label: "Your name", value: preferred("name"), button: "Enter", most: 20, check });
  if (name === null) return;
  table.state.view = { ...table.view, place: null };
  if (name !== preferred("name")) await prefer("name", name).catch(() => {});
  await openScores(table.kind, table.state.options);
}
