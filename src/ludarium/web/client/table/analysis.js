/** What the computer thinks: a bar of chances, the best lines, deeper and deeper; and the whole game judged. */

import { button, capital, fill, h } from "../core/dom.js";
import { colourOf } from "../board/pieces.js";
import { Graph } from "./score_graph.js";
import { mayBeHelped } from "./permissions.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./history.js").History} History
 * @typedef {object} Line
 * @property {string[]} moves
 * @property {string[]} path of the first move
 * @property {number} score
 * @property {number} chance
 * @property {number | null} wins_in
 * @property {number} depth
 * @property {number} nodes
 * @typedef {object} Judged
 * @property {number} re
 * @property {number} ply
 * @property {number} score
 * @property {number} loss
 * @property {string} mark
 * @property {number} chance
 * @property {Line[]} better
 */

const DEEPER = [0.2, 1, 4]; // seconds a line, each longer than the last
const REST = 200; // milliseconds that somebody who steps through a game has to stay
const LONG = 4000; // milliseconds after which people are told why nothing is to be seen yet
const LINES = 3;
const MOVES = 6; // of a line that are told
const GLANCE = 0.1; // seconds for each move of the whole game
const SURE = 1e6; // points and more only a win can be worth

export class Analysis {
  #open = false;
  #shown = ""; // the position that is being looked at
  #run = 0; // what was asked before the last run is of no interest any more
  #timer = 0;
  #reviewing = 0;
  #ended = 0; // the last review that is over, by the number of its request
  /** @type {Map<number, Judged>} */
  #judged = new Map();
  #moves = ""; // of the game that was judged

  /** @param {Table} table @param {History} history */
  constructor(table, history) {
    this.table = table;
    this.history = history;
    this.graph = new Graph((ply) => history.go(ply));
    this.opener = h("button", {
      type: "button",
      class: "fold",
      "aria-expanded": "false",
      text: "Analysis",
      on: { click: () => this.toggle() },
    });
    this.bar = h("div", {
      class: "chances",
      role: "meter",
      "aria-label": "Chances",
      "aria-valuemin": "0",
      "aria-valuemax": "100",
    });
    this.state = h("p", { class: "soft" });
    this.lines = h("ol", { class: "lines" });
    this.whole = button("Judge the whole game", () => (this.#reviewing ? this.#stop() : this.#review()));
    this.progress = h("progress", { "aria-label": "Moves judged", hidden: true });
    this.summary = h("p", { class: "soft", role: "status" });
    this.worst = h("ul", { class: "worst" });
    this.body = h("div", { class: "analysis-body", hidden: true });
    const review = h(
      "div",
      { class: "review" },
      h("div", { class: "review-bar" }, this.whole, this.progress),
      this.graph.element,
      this.summary,
      this.worst,
    );
    this.body.append(h("div", { class: "now" }, this.bar, this.state, this.lines), review);
    this.element = h("section", { class: "analysis", "aria-label": "Analysis" }, h("h2", {}, this.opener), this.body);
    const shown = () => mayBeHelped(table);
    table.menu.push({ id: "analysis", label: "Analysis", key: "Z", run: () => this.toggle(), shown });
    table.wire.addEventListener("judged", this.#hear);
    this.graph.element.hidden = true;
  }

  toggle() {
    this.#open = !this.#open;
    this.body.hidden = !this.#open;
    this.opener.setAttribute("aria-expanded", String(this.#open));
    if (!this.#open) this.#enough();
    this.#shown = "";
    this.refresh();
    if (this.#open) this.table.say("The analysis is open; it goes deeper by itself.");
  }

  /** Look at the position that the board shows, if it is another one. */
  refresh() {
    const { table, history } = this;
    if (!this.#open || !table.state) return;
    const moves = table.state.moves.map((move) => move[1]);
    const ply = history.ply ?? moves.length;
    const shown = moves.slice(0, ply).join(" ") + ply;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#forget(moves.join(" "));
    this.#drawGraph();
    this.#run += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#deepen(ply), REST);
  }

  close() {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.table.wire.removeEventListener("judged", this.#hear);
    if (this.table.wire.isOpen) this.#enough();
  }

  // One position

  /** @param {number} ply */
  async #deepen(ply) {
    const mine = this.#run;
    this.state.textContent = "Thinking ...";
    setTimeout(() => {
      if (mine === this.#run && this.state.textContent === "Thinking ...")
        this.state.textContent = "Getting ready: the first time takes a while ...";
    }, LONG);
    for (const seconds of DEEPER) {
      /** @type {{lines: Line[]} | string} */
      const told = await this.table.wire.ask("analyse", { ply, lines: LINES, seconds }).catch((error) => error.message);
      if (mine !== this.#run) return;
      if (typeof told === "string") {
        this.#nothing(capital(told));
        return;
      }
      const sure = told.lines.every(({ wins_in }) => wins_in !== null);
      this.#tell(told.lines, ply, sure || seconds === DEEPER[DEEPER.length - 1]);
      if (sure) return;
    }
  }

  /** @param {string} why */
  #nothing(why) {
    fill(this.lines);
    this.bar.hidden = true;
    this.state.textContent = why;
  }

  /** @param {Line[]} lines @param {number} ply @param {boolean} last */
  #tell(lines, ply, last) {
    const [best] = lines;
    const { count } = this.table.view;
    if (!best) return;
    this.bar.hidden = count < 2;
    if (count > 1) this.#fillBar(best.chance);
    const nodes = lines.reduce((sum, line) => sum + line.nodes, 0).toLocaleString("en");
    this.state.textContent = `${best.depth ? `Depth ${best.depth}, ` : ""}${nodes} positions${last ? "" : " ..."}`;
    fill(this.lines, ...lines.map((line) => this.#row(line, ply)));
  }

  /** @param {number} chance of the first player */
  #fillBar(chance) {
    const { table } = this;
    const [first, other] = [table.playerTitle(0), table.view.count === 2 ? table.playerTitle(1) : "others"];
    const part = Math.round(100 * chance);
    const text = `${capital(first)} ${part} %, ${other} ${100 - part} %`;
    this.bar.setAttribute("aria-valuenow", String(part));
    this.bar.setAttribute("aria-valuetext", text);
    this.bar.style.setProperty("--part", `${part}%`);
    this.bar.style.setProperty("--first", colourOf(0, table.names));
    this.bar.style.setProperty("--other", table.view.count === 2 ? colourOf(1, table.names) : "var(--panel)");
    fill(this.bar, h("span", { text: `${capital(first)} ${part} %` }), h("span", { text: `${100 - part} % ${other}` }));
  }

  /** @param {Line} line @param {number} ply */
  #row(line, ply) {
    const moves = line.moves.slice(0, MOVES).flatMap((move) => [h("span", { text: move }), " "]);
    return h(
      "li",
      {},
      h("b", { class: "worth", text: worth(line, this.table.view.count) }),
      h("span", { class: "line-moves" }, ...moves, line.moves.length > MOVES ? "..." : null),
      button("Show on board", () => this.#point(line.path, ply), { class: "small" }),
    );
  }

  /** Point at a move on the board. @param {string[]} path @param {number} ply after which it can be made */
  async #point(path, ply) {
    const { table, history } = this;
    if ((history.ply ?? table.ply) !== ply) await history.go(ply);
    const open = history.ply === null && table.hand ? table.hand.open() : null;
    table.board.mark({ open, taken: [], hint: path, last: [] });
    table.say(`Shown on the board: ${path.join(" to ")}.`);
  }

  // The whole game

  async #review() {
    const { table } = this;
    if (!table.ply) {
      this.summary.textContent = "There is no move to judge yet.";
      return;
    }
    const mine = (this.#reviewing = ++this.#run);
    clearTimeout(this.#timer);
    this.#judged.clear();
    this.#moves = table.state.moves.map((move) => move[1]).join(" ");
    fill(this.worst);
    this.summary.textContent = "";
    this.#busy(true);
    const wrong = await table.wire.ask("review", { seconds: GLANCE }).catch((error) => error.message);
    if (mine !== this.#reviewing) return;
    this.#over();
    if (typeof wrong === "string") this.summary.textContent = capital(wrong);
  }

  #stop() {
    this.#enough();
    this.#over();
  }

  #over() {
    this.#reviewing = 0;
    this.#busy(false);
    this.#sum();
    this.#shown = "";
    this.refresh();
  }

  /** @param {Event} event */
  #hear = (event) => {
    const told = /** @type {CustomEvent<Judged>} */ (event).detail;
    if (!this.#reviewing || told.re <= this.#ended) {
      this.#ended = Math.max(this.#ended, told.re);
      return;
    }
    this.#judged.set(told.ply, told);
    this.progress.max = this.table.ply;
    this.progress.value = told.ply;
    this.#drawGraph();
  };

  /** Whatever is being thought about for this page has been thought about enough. */
  #enough() {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.table.wire.ask("enough").catch(() => null);
  }

  /** @param {boolean} on */
  #busy(on) {
    const label = this.whole.querySelector("span");
    if (label) label.textContent = on ? "Stop" : "Judge the whole game";
    this.progress.hidden = !on;
    if (on) this.progress.removeAttribute("value");
  }

  /** Moves were taken back or others made: what was judged of them is not true any more. @param {string} moves */
  #forget(moves) {
    if (!this.#judged.size || moves.startsWith(this.#moves)) return;
    this.#judged.clear();
    this.history.marks(new Map());
    this.summary.textContent = "";
    fill(this.worst);
  }

  #drawGraph() {
    const { table, history } = this;
    this.graph.element.hidden = !this.#judged.size;
    if (!this.#judged.size) return;
    const alone = table.view.count === 1;
    const scores = [...this.#judged.values()].map((each) => (alone ? each.score : each.chance));
    const [low, high] = alone ? [Math.min(...scores, 0), Math.max(...scores, 1)] : [0, 1];
    this.graph.draw({
      length: table.ply,
      values: new Map([...this.#judged.keys()].map((ply, i) => [ply, (scores[i] - low) / (high - low)])),
      marks: this.#marks(),
      at: history.ply ?? table.ply,
      colours: [colourOf(0, table.names), table.view.count === 2 ? colourOf(1, table.names) : "transparent"],
      told: (ply) => this.#told(ply),
    });
  }

  #marks() {
    const marked = [...this.#judged.values()].filter(({ mark }) => mark);
    return new Map(marked.map(({ ply, mark }) => [ply, mark]));
  }

  /** A ply in words. @param {number} ply */
  #told(ply) {
    const move = this.table.state.moves[ply - 1];
    const judged = this.#judged.get(ply);
    if (!move) return "The first position";
    const { count } = this.table.view;
    const worth = judged && count > 1 ? `, ${this.table.playerTitle(0)} ${Math.round(100 * judged.chance)} %` : "";
    const mark = { "": "", "?": ", a mistake", "??": ", a blunder" }[judged?.mark ?? ""];
    return `Move ${ply}, ${move[1]}${mark}${worth}`;
  }

  /** Tell what came of it: for each player how many mistakes, and every one of them with what was better. */
  #sum() {
    const { table } = this;
    const all = [...this.#judged.values()];
    if (!all.length) return;
    const movers = new Map(all.map(({ ply }) => [table.state.moves[ply - 1]?.[0] ?? 0, 0]));
    const lines = [...movers.keys()].sort().map((player) => {
      const own = all.filter(({ ply }) => table.state.moves[ply - 1]?.[0] === player);
      const [blunders, mistakes] = ["??", "?"].map((mark) => own.filter((each) => each.mark === mark).length);
      const who = table.view.count > 1 ? `${capital(table.playerTitle(player))}: ` : "";
      return `${who}${some(own.length, "move")}, ${some(blunders, "blunder")}, ${some(mistakes, "mistake")}.`;
    });
    this.summary.textContent = lines.join(" ");
    this.history.marks(this.#marks());
    fill(this.worst, ...all.filter(({ mark }) => mark).map((each) => this.#mistake(each)));
  }

  /** @param {Judged} judged */
  #mistake({ ply, mark, better }) {
    const move = this.table.state.moves[ply - 1];
    const [best] = better;
    const show = () => this.#point(best.path, ply - 1);
    return h(
      "li",
      {},
      button(`${ply} ${move[1]}${mark}`, () => this.history.go(ply), { class: "small" }),
      best ? h("span", { text: ` better ${best.moves[0]} ` }) : null,
      best ? button("Show on board", show, { class: "small" }) : null,
    );
  }
}

/** @param {number} count @param {string} what */
const some = (count, what) => `${count} ${count === 1 ? what : `${what}s`}`;

/** What a line is worth to whoever moves, in short. @param {Line} line @param {number} players */
function worth({ score, wins_in }, players) {
  if (wins_in !== null) return wins_in > 0 ? `wins in ${wins_in}` : `loses in ${-wins_in}`;
  if (players > 2) return `${(score / 10).toFixed(0)} %`;
  if (Math.abs(score) >= SURE) return score > 0 ? "wins" : "loses";
  return `${score > 0 ? "+" : ""}${(score / 100).toFixed(players === 1 ? 1 : 2)}`;
}
