/** Analysis by the computer: the chances, the best lines of a position, and a review of the whole game. */

import { colourOf } from "../../board/pieces.js";
import { button, capital, fill, h } from "../../core/dom.js";
import { acceptsHelp } from "../help_question.js";
import { may } from "../permissions.js";
import { ScoreGraph } from "./score_graph.js";

/**
 * @typedef {import("../../server/protocol.js").Judged} Judged
 * @typedef {import("../../server/protocol.js").Line} Line
 * @typedef {import("../types.js").HistoryControl} HistoryControl
 * @typedef {import("../types.js").Table} Table
 */

const STAGES = [0.2, 1, 4]; // seconds for each line, in turn
const REST = 200; // milliseconds that a position has to stay before it is analysed
const LONG = 4000; // milliseconds after which the page says why there is no answer yet
const LINES = 3;
const MOVES = 6; // of a line that are shown
const REVIEW_NODES = 20000; // of each search: the same game is judged the same again
const SURE = 1e6; // a score that only a win has

export class Analysis {
  #open = false;
  #shown = ""; // the position that is being analysed
  #run = 0; // answers to requests of earlier runs are ignored
  #timer = 0;
  #reviewing = 0;
  #ended = 0; // the request of the last review that has ended
  /** @type {Map<number, Judged>} */
  #judged = new Map();
  #moves = ""; // of the game that was reviewed

  /** @param {Table} table @param {HistoryControl} history */
  constructor(table, history) {
    this.table = table;
    this.history = history;
    this.graph = new ScoreGraph((ply) => history.go(ply));
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
    this.view = h("p", { class: "soft" });
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
    this.body.append(h("div", { class: "now" }, this.bar, this.state, this.view, this.lines), review);
    this.element = h("section", { class: "analysis", "aria-label": "Analysis" }, h("h2", {}, this.opener), this.body);
    const shown = () => may(table, "analyse");
    table.menu.push({ id: "analysis", label: "Analysis", key: "Z", run: () => this.toggle(), shown });
    table.socket.addEventListener("judged", this.#receive);
    this.graph.element.hidden = true;
  }

  async toggle() {
    if (!this.#open && !(await acceptsHelp(this.table, "An analysis"))) return;
    this.#open = !this.#open;
    this.body.hidden = !this.#open;
    this.opener.setAttribute("aria-expanded", String(this.#open));
    if (!this.#open) this.#cancel();
    this.#shown = "";
    this.refresh();
    if (this.#open) this.table.say("The analysis is open; it goes deeper by itself.");
  }

  /** Analyse the position that the board shows, if it is another one. */
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
    this.table.socket.removeEventListener("judged", this.#receive);
    if (this.table.socket.isOpen) this.#cancel();
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
    for (const seconds of STAGES) {
      /** @type {{lines: Line[]} | string} */
      const answer = await this.table.socket
        .ask("analyse", { ply, lines: LINES, seconds })
        .catch((error) => error.message);
      if (mine !== this.#run) return;
      if (typeof answer === "string") {
        this.#showProblem(capital(answer));
        return;
      }
      const sure = answer.lines.every(({ wins_in }) => wins_in !== null);
      this.#showLines(answer.lines, ply, sure || seconds === STAGES[STAGES.length - 1]);
      if (sure) return;
    }
  }

  /** @param {string} why */
  #showProblem(why) {
    fill(this.lines);
    this.bar.hidden = true;
    this.state.textContent = why;
  }

  /** @param {Line[]} lines @param {number} ply @param {boolean} last */
  #showLines(lines, ply, last) {
    const [best] = lines;
    const { count } = this.table.view;
    if (!best) return;
    this.bar.hidden = count < 2;
    if (count > 1) this.#fillBar(best.chance);
    this.view.textContent = this.#convention();
    const nodes = lines.reduce((sum, line) => sum + line.nodes, 0).toLocaleString("en");
    this.state.textContent = `${best.depth ? `Depth ${best.depth}, ` : ""}${nodes} positions${last ? "" : " ..."}`;
    fill(this.lines, ...lines.map((line) => this.#row(line, ply)));
  }

  /** Whose scores the bar, the lines and the graph show. */
  #convention() {
    const { count } = this.table.view;
    const first = this.table.playerTitle(0);
    if (count === 1) return "";
    if (count === 2) return `All scores are those of ${first}: above 0, ${first} is ahead.`;
    return `All percentages are the chances of ${first}.`;
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
      h("b", { class: "worth", text: worth(line, this.table) }),
      h("span", { class: "line-moves" }, ...moves, line.moves.length > MOVES ? "..." : null),
      button("Show on board", () => this.#point(line.path, ply), { class: "small" }),
    );
  }

  /** Mark a move on the board. @param {string[]} path @param {number} ply after which it can be made */
  async #point(path, ply) {
    const { table, history } = this;
    if ((history.ply ?? table.ply) !== ply) await history.go(ply);
    const open = history.ply === null && table.moveInput ? table.moveInput.open() : null;
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
    const wrong = await table.socket.ask("review", { nodes: REVIEW_NODES }).catch((error) => error.message);
    if (mine !== this.#reviewing) return;
    this.#over();
    if (typeof wrong === "string") this.summary.textContent = capital(wrong);
  }

  #stop() {
    this.#cancel();
    this.#over();
  }

  #over() {
    this.#reviewing = 0;
    this.#busy(false);
    this.#summarise();
    this.#shown = "";
    this.refresh();
  }

  /** @param {Event} event */
  #receive = (event) => {
    const judged = /** @type {CustomEvent<Judged>} */ (event).detail;
    if (!this.#reviewing || judged.re <= this.#ended) {
      this.#ended = Math.max(this.#ended, judged.re);
      return;
    }
    this.#judged.set(judged.ply, judged);
    this.progress.max = this.table.ply;
    this.progress.value = judged.ply;
    this.#drawGraph();
  };

  /** End the analysis and the review that are running. */
  #cancel() {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.table.socket.ask("enough").catch(() => null);
  }

  /** @param {boolean} on */
  #busy(on) {
    const label = this.whole.querySelector("span");
    if (label) label.textContent = on ? "Stop" : "Judge the whole game";
    this.progress.hidden = !on;
    if (on) this.progress.removeAttribute("value");
  }

  /** Drop the review if other moves were made since. @param {string} moves */
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
      describe: (ply) => this.#describe(ply),
    });
  }

  #marks() {
    const marked = [...this.#judged.values()].filter(({ mark }) => mark);
    return new Map(marked.map(({ ply, mark }) => [ply, mark]));
  }

  /** A ply in words. @param {number} ply */
  #describe(ply) {
    const move = this.table.state.moves[ply - 1];
    const judged = this.#judged.get(ply);
    if (!move) return "The first position";
    const { count } = this.table.view;
    const worth = judged && count > 1 ? `, ${this.table.playerTitle(0)} ${Math.round(100 * judged.chance)} %` : "";
    const mark = { "": "", "?": ", a mistake", "??": ", a blunder" }[judged?.mark ?? ""];
    return `Move ${ply}, ${move[1]}${mark}${worth}`;
  }

  /** Show the result: the mistakes of each player, and each of them with a better move. */
  #summarise() {
    const { table } = this;
    const all = [...this.#judged.values()];
    if (!all.length) return;
    const movers = new Map(all.map(({ ply }) => [table.state.moves[ply - 1]?.[0] ?? 0, 0]));
    const lines = [...movers.keys()].sort().map((player) => {
      const own = all.filter(({ ply }) => table.state.moves[ply - 1]?.[0] === player);
      const [blunders, mistakes] = ["??", "?"].map((mark) => own.filter((each) => each.mark === mark).length);
      const accuracy = Math.round(own.reduce((sum, each) => sum + each.accuracy, 0) / own.length);
      const marks = `${some(blunders, "blunder")}, ${some(mistakes, "mistake")}`;
      const who = table.view.count > 1 ? `${capital(table.playerTitle(player))}: ` : "";
      return `${who}${some(own.length, "move")}, ${marks}, accuracy ${accuracy} %.`;
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

/** The worth of a line for the first player, in short. @param {Line} line @param {Table} table */
function worth({ score, wins_in }, table) {
  const { count } = table.view;
  if (count > 2) return `${(score / 10).toFixed(0)} %`;
  const winner = () => table.playerTitle(score > 0 ? 0 : 1);
  if (count === 2 && wins_in !== null) return `${winner()} wins in ${Math.abs(wins_in)}`;
  if (wins_in !== null || Math.abs(score) >= SURE) return score > 0 ? "wins" : "loses";
  return `${score > 0 ? "+" : ""}${(score / 100).toFixed(count === 1 ? 1 : 2)}`;
}
