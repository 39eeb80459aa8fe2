/** Analysis by the computer: the chances and the best lines of the position that the board shows. */

import { button, capital, fill, h } from "../../core/dom.js";
import { acceptsHelp } from "../input/help_question.js";
import { may } from "../permissions.js";
import { point } from "./arrows.js";
import { EvaluationBar } from "./evaluation_bar.js";
import { PlayedBefore } from "./played_before.js";
import { Review } from "./review.js";
import { convention, shortWorth, worth } from "./worth.js";

/**
 * @typedef {import("../../server/protocol.js").Line} Line
 * @typedef {import("../types.js").HistoryControl} HistoryControl
 * @typedef {import("../types.js").Table} Table
 */

const STAGES = [0.2, 1, 4]; // seconds for each line, in turn
const REST = 200; // milliseconds that a position has to stay before it is analysed
const LONG = 4000; // milliseconds after which the page says why there is no answer yet
const LINES = 3;
const MOVES = 6; // of a line that are shown
const THINKING = "Thinking ...";

export class Analysis {
  #open = false;
  #shown = ""; // the position that is being analysed
  #run = 0; // answers to requests of earlier runs are ignored
  #timer = 0;

  /** @param {Table} table @param {HistoryControl} history */
  constructor(table, history) {
    this.table = table;
    this.history = history;
    this.bar = new EvaluationBar(table);
    this.review = new Review(table, history, {
      began: () => this.#rest(),
      ended: () => this.#again(),
    });
    this.state = h("p", { class: "soft" });
    this.view = h("p", { class: "soft" });
    this.lines = h("ol", { class: "lines" });
    this.before = new PlayedBefore(table, history);
    const now = h("div", { class: "now" }, this.state, this.lines, this.view);
    this.body = h("div", { class: "analysis-body" }, this.review.element, now, this.before.element);
    this.element = h("section", { class: "analysis", "aria-label": "Analysis" }, this.body);
    const shown = () => may(table, "analyse");
    table.menu.push({ id: "analysis", label: "Analysis", key: "Z", run: () => this.toggle(), shown });
  }

  async toggle() {
    if (this.#open) this.stop();
    else await this.open();
  }

  /** Show the analysis, and let it run. */
  async open() {
    const { tabs } = this.table.parts;
    if (!this.#open && !(await acceptsHelp(this.table, "An analysis"))) return;
    tabs.select("analysis");
    if (this.#open) return;
    this.#open = true;
    this.bar.open();
    this.#again();
    this.table.say(this.#isAtEnd ? "The analysis is open." : "The analysis is open; it goes deeper by itself.");
  }

  /** Whether the board shows the end of the game, where there is no move to look for. */
  get #isAtEnd() {
    return this.table.view.ending !== null && this.history.ply === null;
  }

  /** End the analysis, and show the moves. */
  stop() {
    this.#open = false;
    this.#shown = "";
    this.#cancel();
    this.bar.close();
    point(this.table, []);
    this.table.parts.tabs.select("moves");
  }

  /** Analyse the position that the board shows, if it is another one. */
  refresh() {
    const { table, history } = this;
    if (!this.#open || !table.state) return;
    if (!may(table, "analyse")) {
      this.stop();
      return;
    }
    const moves = table.state.moves.map((move) => move[1]);
    const ply = history.ply ?? moves.length;
    const over = this.#isAtEnd;
    const shown = JSON.stringify([moves.slice(0, ply), history.line, over]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.review.refresh(moves.join(" "));
    this.before.refresh(ply);
    this.#rest();
    point(table, []);
    this.lines.inert = true; // they are those of another position, and hidden
    this.bar.wait();
    this.state.textContent = THINKING;
    if (over) this.#showProblem("The game is over. Go to a move to analyse its position.");
    else this.#timer = setTimeout(() => this.#deepen(ply), REST);
  }

  close() {
    this.#rest();
    this.review.close();
    if (this.table.socket.isOpen) this.#cancel();
  }

  #rest() {
    this.#run += 1;
    clearTimeout(this.#timer);
  }

  #again() {
    this.#shown = "";
    this.refresh();
  }

  /** End the analysis and the review that are running. */
  #cancel() {
    this.#rest();
    this.table.socket.ask("enough").catch(() => null);
  }

  /** @param {number} ply */
  async #deepen(ply) {
    const { table, history } = this;
    const mine = this.#run;
    const { line, node } = history;
    setTimeout(() => {
      if (mine === this.#run && this.state.textContent === THINKING)
        this.state.textContent = "Getting ready: the first time takes a while ...";
    }, LONG);
    for (const seconds of STAGES) {
      /** @type {{lines: Line[]} | string} */
      const answer = await table.socket
        .ask("analyse", { ply, moves: line, lines: LINES, seconds })
        .catch((error) => error.message);
      if (mine !== this.#run) return;
      if (typeof answer === "string") {
        this.#showProblem(capital(answer));
        return;
      }
      const sure = answer.lines.every(({ wins_in }) => wins_in !== null);
      this.#showLines(answer.lines, ply, sure || seconds === STAGES[STAGES.length - 1]);
      if (node && answer.lines.length) this.#judge(node, answer.lines[0]);
      if (sure) return;
    }
  }

  /** Show in the list what a position of a variation is worth. @param {import("../types.js").Variation} node @param {Line} line */
  #judge(node, line) {
    this.history.tree.judge(node, shortWorth(line, this.table));
    this.history.refresh();
  }

  /** @param {string} why */
  #showProblem(why) {
    fill(this.lines);
    this.bar.clear();
    point(this.table, []);
    this.state.textContent = why;
  }

  /** @param {Line[]} lines @param {number} ply @param {boolean} last */
  #showLines(lines, ply, last) {
    const [best] = lines;
    if (!best) return;
    this.bar.show(best.chance);
    this.view.textContent = convention(this.table);
    const nodes = lines.reduce((sum, line) => sum + line.nodes, 0).toLocaleString("en");
    this.state.textContent = `${best.depth ? `Depth ${best.depth}, ` : ""}${nodes} positions${last ? "" : " ..."}`;
    fill(this.lines, ...lines.map((line) => this.#row(line, ply)));
    this.lines.inert = false;
    this.#pointAll(lines, ply);
  }

  /** Show the best moves, and the one that was a mistake here. @param {Line[]} lines @param {number} ply */
  #pointAll(lines, ply) {
    const paths = lines.map(({ path }) => path);
    const wrong = this.history.node ? [] : this.review.mistakes(ply);
    const tones = paths.map((_, i) => (i ? "other" : "good"));
    point(this.table, [...paths, ...wrong], [...tones, ...wrong.map(() => "bad")]);
  }

  /** A line; a click on a move plays the line up to there as a variation. @param {Line} line @param {number} ply */
  #row(line, ply) {
    const { table, history } = this;
    const { node } = history;
    const moves = line.moves.slice(0, MOVES);
    const tries = may(table, "explore");
    const all = moves.map((move, i) => {
      const label = `Try ${moves.slice(0, i + 1).join(" ")}`;
      const follow = () => history.follow(ply, moves.slice(0, i + 1), node);
      return h("button", { type: "button", disabled: !tries, title: label, text: move, on: { click: follow } });
    });
    return h(
      "li",
      {},
      h("b", { class: "worth", text: worth(line, table) }),
      h("span", { class: "line-moves" }, ...all, line.moves.length > MOVES ? "..." : null),
      button("Show on board", () => this.#point(line.path), { class: "small" }),
    );
  }

  /** @param {string[]} path */
  #point(path) {
    point(this.table, [path], ["good"]);
    this.table.say(`Shown on the board: ${path.join(" to ")}.`);
  }
}
