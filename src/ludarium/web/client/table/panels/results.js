/** The end of a game, in a panel beside the board: the result, the high score, and what comes next. */

import { factList, openDialog, tooLong } from "../../core/dialogs.js";
import { button, capital, fill, h, sentence, setText } from "../../core/dom.js";
import { get, post } from "../../server/http.js";
import { limits } from "../../server/limits.js";
import { prefer, preferred } from "../../core/preferences.js";
import { currentVisit } from "../../core/visit.js";
import { openScores } from "../../pages/scores.js";
import { enterTry } from "../daily_try.js";
import { leaveGame, newGame, saveGame } from "../game_commands.js";
import { isHost, isMultiplayer, isSpectator, may, own } from "../permissions.js";
import { playerTitle, unitOf } from "../player_names.js";
import { signOf } from "./side_panel.js";

/** @typedef {import("../types.js").Table} Table */

/** Show how a game stands that goes on. @param {Table} table */
export async function showStanding(table) {
  const visit = currentVisit();
  let statistics;
  try {
    statistics = await get(`games/${table.id}/statistics`);
  } catch (error) {
    table.refuse(sentence(/** @type {Error} */ (error).message));
    return;
  }
  const buttons = [
    { label: "Go on", value: "", primary: true },
    { label: "Save game", value: "save" },
    ...(isMultiplayer(table) ? [] : [{ label: "A new game", value: "again" }]),
    { label: "To the house", value: "leave" },
  ];
  const title = `After ${table.ply} ${table.ply === 1 ? "move" : "moves"}`;
  const check = (/** @type {string} */ value) => {
    if (value !== "save") return "";
    saveGame(table);
    return { note: "The game is saved among your downloads." };
  };
  const body = factList(statistics.results);
  const answer = await openDialog({ title, body, buttons, className: "results", visit, check });
  if (answer === "again") await playAgain(table);
  else if (answer === "leave") leaveGame(table);
}

/** Begin a game with the same options, except seeds. @param {Table} table */
export function playAgain(table) {
  if (isMultiplayer(table)) return table.request("offer", { offer: "rematch" });
  const seeds = new Set(table.kind.options.filter(({ sort }) => sort === "seed").map(({ name }) => name));
  const options = Object.fromEntries(Object.entries(table.state.options).filter(([name]) => !seeds.has(name)));
  return newGame(table, options, table.seats);
}

/** The panel with the result; it takes the place of the moves until it is closed. */
export class ResultPanel {
  #made = "";

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.title = h("h2");
    this.sign = h("span", { class: "sign-of-turn", "aria-hidden": "true" });
    this.reason = h("p", { class: "reason" });
    this.details = h("div", { class: "details" });
    this.buttons = h("div", { class: "buttons" });
    this.score = new ScoreQuestion(table);
    const close = button("Close", () => this.close(), { key: "Esc", class: "icon close" });
    close.replaceChildren("✕");
    close.setAttribute("aria-label", "Close the result");
    this.element = h(
      "section",
      { class: "result", "aria-label": "Result", hidden: true },
      h("div", { class: "result-head" }, this.sign, this.title, close),
      this.reason,
      this.score.element,
      this.details,
      this.buttons,
    );
    // Also in the field for a name, where keys have no other meaning
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && event.target === this.score.field) this.close();
    });
    table.slots.side.append(this.element);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Show the result of the game. */
  open() {
    const { ending, players } = this.table.view;
    if (!ending) return;
    const [winner, ...others] = players.filter(({ won }) => won);
    setText(this.title, ending.sentence);
    setText(this.reason, sentence(ending.reason));
    fill(this.sign, winner && !others.length && players.length > 1 ? signOf(this.table, winner.number) : null);
    this.#made = "";
    this.element.hidden = false;
    this.table.parts.page.classList.add("has-result");
    this.score.refresh();
    this.refresh();
    // Where the board and the panel are scrolled, both come into view
    scrollTo(0, 0);
    this.table.slots.side.parentElement?.scrollTo(0, 0);
    const { state, extension } = this.table;
    const details = state.daily && isHost(this.table) ? enterTry(this.table) : extension.result?.();
    Promise.resolve(details).then((found) => fill(this.details, ...(found ?? this.#scores())));
  }

  /** The players' scores, where the game has nothing of its own to show. */
  #scores() {
    const { players, count, panels } = this.table.view;
    if (count === 1) return [];
    const values = new Map(panels);
    /** @type {import("../../server/protocol.js").Panel[]} */
    const rows = players.map((player) => {
      const value = values.get(playerTitle(player)) ?? String(player.score);
      const words = [value, unitOf(this.table, value), player.won ? "★ winner" : ""];
      return [capital(playerTitle(player)), words.filter(Boolean).join(" ")];
    });
    return [factList(rows)];
  }

  /** Let the moves be seen again. */
  close() {
    if (!this.isOpen) return;
    const had = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.table.parts.page.classList.remove("has-result");
    if (had) this.table.board.focusBoard();
  }

  /** Offer what can come next; the buttons are replaced only when they change, so that the focus stays. */
  refresh() {
    if (!this.isOpen) return;
    const choices = this.#choices();
    const made = JSON.stringify(choices.map(({ label, off }) => [label, off]));
    if (made === this.#made) return;
    this.#made = made;
    const buttons = choices.map(({ label, run, first, off }) => {
      const it = button(label, run, { class: first ? "primary" : "" });
      it.setAttribute("aria-disabled", String(off ?? false));
      return it;
    });
    fill(this.buttons, ...buttons);
  }

  /** @returns {{label: string, run: () => unknown, first?: boolean, off?: boolean}[]} */
  #choices() {
    const { table } = this;
    const { view } = table;
    const again = () => (table.extension.again ?? playAgain)(table);
    const off = own(table).some(({ number }) => view.offers.rematch?.includes(number));
    /** @param {string} id of the action */
    const closing = (id) => () => {
      this.close();
      table.run(id);
    };
    const save = async () => {
      await saveGame(table);
      table.say("The game is saved among your downloads.");
    };
    const label = isMultiplayer(table) ? "Rematch" : "New game";
    return [
      ...(isSpectator(table) || view.next ? [] : [{ label, run: again, first: true, off }]),
      ...(may(table, "analyse") ? [{ label: "Analyse", run: closing("analysis") }] : []),
      { label: "Replay", run: closing("replay"), off: !table.ply },
      { label: "Save game", run: save },
      { label: "Look at the board", run: () => this.close() },
    ];
  }
}

/** The question for a name, if the game reaches the high scores. */
class ScoreQuestion {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.title = h("strong");
    this.field = h("input", { type: "text", autocomplete: "name", spellcheck: "false" });
    this.problem = h("p", { class: "problem", role: "alert" });
    const enter = h("button", { type: "submit", text: "Enter" });
    this.element = h(
      "form",
      { class: "score-question", novalidate: true, hidden: true },
      this.title,
      h("label", { class: "asked" }, h("span", { text: "Your name" }), this.field),
      this.problem,
      enter,
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
  }

  refresh() {
    const { place, ending, players } = this.table.view;
    const asks = place !== null && ending !== null && isHost(this.table);
    this.element.hidden = !asks;
    if (!asks) return;
    const points = players[0]?.score ?? 0;
    setText(this.title, `${points} ${points === 1 ? "point" : "points"}! Place ${place} in the table`);
    this.field.value ||= preferred("name");
    this.field.focus({ preventScroll: true });
  }

  async #enter() {
    const { table } = this;
    const name = this.field.value.trim();
    const unfit = name ? tooLong(name, limits().score_name) : "Enter a name for the table.";
    const wrong =
      unfit ||
      (await post(`games/${table.id}/score`, { name }).then(
        () => "",
        (error) => sentence(error.message),
      ));
    setText(this.problem, wrong);
    if (wrong) return;
    this.element.hidden = true;
    table.state.view = { ...table.view, place: null };
    if (name !== preferred("name")) await prefer("name", name).catch(() => {});
    await openScores(table.kind, table.state.options);
    // A game may go on to the next one then
    table.extension.ended?.(table.view);
  }
}
