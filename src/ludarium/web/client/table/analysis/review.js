/** A review of the whole game: a graph, each player's accuracy by the chances that were lost, and the mistakes. */

import { colourOf } from "../../board/drawing/pieces.js";
import { button, capital, fill, h } from "../../core/dom.js";
import { point } from "./arrows.js";
import { ScoreGraph } from "./score_graph.js";

/**
 * @typedef {import("../../server/protocol.js").Judged} Judged
 * @typedef {import("../types.js").HistoryControl} HistoryControl
 * @typedef {import("../types.js").Table} Table
 */

const NODES = 20000; // of each search: the same game is judged the same again

export class Review {
  #request = 0; // the request that is running
  #running = false;
  #ended = 0; // the request of the last review that has ended
  /** @type {Map<number, Judged>} */
  #judged = new Map();
  #moves = ""; // of the game that was reviewed

  /**
   * @param {Table} table
   * @param {HistoryControl} history
   * @param {{began: () => void, ended: () => void}} told what the analysis of the position does meanwhile
   */
  constructor(table, history, told) {
    this.table = table;
    this.history = history;
    this.told = told;
    this.graph = new ScoreGraph((ply) => history.go(ply));
    this.graph.element.hidden = true;
    this.whole = button("Judge the whole game", () => (this.#running ? this.#stop() : this.#start()));
    this.progress = h("progress", { "aria-label": "Moves judged", hidden: true });
    this.summary = h("p", { class: "soft", role: "status" });
    this.worst = h("ul", { class: "worst", "aria-label": "Mistakes" });
    this.element = h(
      "div",
      { class: "review" },
      h("div", { class: "review-bar" }, this.whole, this.progress),
      this.summary,
      this.graph.element,
      this.worst,
    );
    table.socket.addEventListener("judged", this.#receive);
  }

  /** Another position is shown; the review is dropped if other moves were made since. @param {string} moves */
  refresh(moves) {
    if (this.#judged.size && !moves.startsWith(this.#moves)) {
      this.#judged.clear();
      this.history.marks(new Map());
      this.summary.textContent = "";
      fill(this.worst);
    }
    this.#draw();
  }

  /** The path of the move that was a mistake after so many moves, if there was one. @param {number} ply */
  mistakes(ply) {
    return this.#judged.get(ply + 1)?.mark ? [this.table.state.moves[ply][2]] : [];
  }

  close() {
    this.table.socket.removeEventListener("judged", this.#receive);
  }

  async #start() {
    const { table } = this;
    if (!table.ply) {
      this.summary.textContent = "There is no move to judge yet.";
      return;
    }
    const mine = ++this.#request;
    this.#running = true;
    this.told.began();
    this.#judged.clear();
    this.#moves = table.state.moves.map((move) => move[1]).join(" ");
    fill(this.worst);
    this.summary.textContent = "";
    this.#busy(true);
    const wrong = await table.socket.ask("review", { nodes: NODES }).catch((error) => error.message);
    if (mine !== this.#request || !this.#running) return;
    this.#over();
    if (typeof wrong === "string") this.summary.textContent = capital(wrong);
  }

  #stop() {
    this.table.socket.ask("enough").catch(() => null);
    this.#over();
  }

  #over() {
    this.#running = false;
    this.#busy(false);
    this.#summarise();
    this.told.ended();
  }

  /** @param {Event} event */
  #receive = (event) => {
    const judged = /** @type {CustomEvent<Judged>} */ (event).detail;
    if (!this.#running || judged.re <= this.#ended) {
      this.#ended = Math.max(this.#ended, judged.re);
      return;
    }
    this.#judged.set(judged.ply, judged);
    this.progress.max = this.table.ply;
    this.progress.value = judged.ply;
    this.#draw();
  };

  /** @param {boolean} on */
  #busy(on) {
    const label = this.whole.querySelector("span");
    if (label) label.textContent = on ? "Stop" : "Judge the whole game";
    this.progress.hidden = !on;
    if (on) this.progress.removeAttribute("value");
  }

  #draw() {
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
    const chance = judged && count > 1 ? `, ${this.table.playerTitle(0)} ${Math.round(100 * judged.chance)} %` : "";
    const mark = { "": "", "?": ", a mistake", "??": ", a blunder" }[judged?.mark ?? ""];
    return `Move ${ply}, ${move[1]}${mark}${chance}`;
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
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** A mistake: the move, what it gave away, and what was better. @param {Judged} judged */
  #mistake({ ply, mark, better, loss }) {
    const { table, history } = this;
    const move = table.state.moves[ply - 1];
    const [best] = better;
    const cost = table.view.count > 1 ? `−${Math.round(100 * loss)} %` : "";
    const look = async () => {
      await history.go(ply - 1);
      point(table, [best.path, move[2]], ["good", "bad"]);
      table.say(`Better than ${move[1]}: ${best.moves[0]}.`);
    };
    const play = () => history.follow(ply - 1, best.moves);
    return h(
      "li",
      {},
      button(`${ply} ${move[1]}${mark}`, () => history.go(ply), { class: "small" }),
      cost ? h("span", { class: "cost", title: "of the chance to win", text: cost }) : null,
      best ? button(`better ${best.moves[0]}`, look, { class: "small better" }) : null,
      best ? button("Play it out", play, { class: "small" }) : null,
    );
  }
}

/** @param {number} count @param {string} what */
const some = (count, what) => `${count} ${count === 1 ? what : `${what}s`}`;
