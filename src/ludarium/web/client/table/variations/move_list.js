/** The list of moves, with the variations indented below the moves that they replace. */

import { afterPaint, button, h } from "../../core/dom.js";
import { signOf } from "../panels/side_panel.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variation} Variation
 * @typedef {import("./tree.js").VariationTree} VariationTree
 * @typedef {{go(ply: number, node?: Variation): unknown, step(by: number): Promise<void>, remove(node: Variation): unknown}} Steps
 */

const LISTED = 300; // moves that are listed at a time

export class MoveList {
  #from = 0; // the first move that is listed
  /** @type {string[]} */
  #listed = [];
  #drawn = ""; // the variations that are drawn
  /** @type {Map<number, string>} */
  #marked = new Map();
  /** @type {Map<Variation, HTMLButtonElement>} */
  #rows = new Map();

  /** @param {Table} table @param {VariationTree} tree @param {Steps} steps */
  constructor(table, tree, steps) {
    this.table = table;
    this.tree = tree;
    this.steps = steps;
    this.element = h("ol", {
      class: "moves",
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event) },
    });
  }

  get #moves() {
    return this.table.state?.moves ?? [];
  }

  /** Mark moves as mistakes and blunders. @param {Map<number, string>} marks by ply */
  mark(marks) {
    this.#marked = marks;
    this.#listed = [];
  }

  /** @param {number} ply */
  markOf(ply) {
    return this.#marked.get(ply) ?? "";
  }

  /**
   * Show the list with a position marked.
   * @param {number} ply that the list has to contain
   * @param {Variation | null} node
   */
  show(ply, node) {
    const moves = this.#moves;
    const from = this.#window(ply);
    this.element.classList.toggle("in-pairs", this.table.state?.view.count === 2);
    const wanted = moves.slice(from, from + LISTED).map((move) => move[1]);
    const same = from === this.#from && this.#listed.every((text, i) => text === wanted[i]);
    if (!same || !this.#listed.length || wanted.length < this.#listed.length) {
      this.element.replaceChildren(...this.#earlier(from));
      this.#drawn = "";
    }
    const there = this.element.querySelectorAll("li[data-ply]").length;
    const last = this.element.querySelector("li[data-after]:last-child");
    for (let i = there; i < wanted.length; i++) this.element.append(this.#row(from + i + 1));
    if (last && there < wanted.length) this.#drawn = "";
    this.#listed = wanted;
    this.#from = from;
    this.#drawVariations();
    this.#point(ply, node);
  }

  /** The first move to be listed. @param {number} ply */
  #window(ply) {
    const fits = ply === 0 ? this.#from === 0 : ply > this.#from && ply <= this.#from + LISTED;
    return fits ? this.#from : Math.max(0, ply - Math.floor(LISTED / 2));
  }

  /** @param {number} from */
  #earlier(from) {
    if (!from) return [];
    const go = () => this.steps.go(Math.max(0, from - 1));
    return [h("li", {}, button(`${from} earlier moves`, go, { class: "earlier" }))];
  }

  /** @param {number} ply */
  #row(ply) {
    const move = this.#moves[ply - 1];
    const mark = this.markOf(ply);
    const many = this.table.view.count > 1;
    const sign = signOf(this.table, move[0]);
    const row = h(
      "button",
      { type: "button", tabindex: "-1", on: { click: () => this.steps.go(ply) } },
      h("small", { text: `${ply}` }),
      many ? sign : null,
      many ? h("span", { class: "unseen", text: `${this.table.playerTitle(move[0])} ` }) : null,
      h("span", { text: move[1] }),
      mark ? h("b", { class: "mark", "aria-hidden": "true", text: mark }) : null,
      mark ? h("span", { class: "unseen", text: mark === "??" ? "a blunder" : "a mistake" }) : null,
    );
    return h("li", { class: ply % 2 ? "odd" : "even", data: { ply } }, row);
  }

  // Variations

  #drawVariations() {
    const wanted = `${this.tree.version} ${this.#from} ${this.#listed.length}`;
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    for (const old of this.element.querySelectorAll("li[data-after]")) old.remove();
    this.#rows.clear();
    for (const ply of this.tree.plies) {
      const made = this.element.querySelector(`li[data-ply="${ply + 1}"]`);
      if (!made && ply !== this.#from + this.#listed.length) continue;
      const branches = h("ol", {}, ...this.tree.after(ply).map((node) => this.#branch(node)));
      const item = h("li", { class: "variations", data: { after: ply } }, branches);
      if (made) made.after(item);
      else this.element.append(item);
    }
  }

  /** One variation: its moves in a row, others below those that they replace. @param {Variation} first @returns {HTMLElement} */
  #branch(first) {
    const label = `Delete the variation ${first.ply} ${first.text}`;
    const remove = h("button", {
      type: "button",
      class: "remove",
      "aria-label": label,
      title: label,
      text: "×",
      on: { click: () => this.steps.remove(first) },
    });
    const item = h("li", {}, remove);
    for (let node = first, others = /** @type {Variation[]} */ ([]); node; [node, ...others] = node.next) {
      item.append(this.#move(node));
      if (others.length) item.append(h("ol", {}, ...others.map((other) => this.#branch(other))));
    }
    return item;
  }

  /** @param {Variation} node */
  #move(node) {
    const go = () => this.steps.go(node.ply, node);
    const row = h(
      "button",
      { type: "button", tabindex: "-1", class: "tried", on: { click: go } },
      h("span", { class: "unseen", text: "tried: " }),
      h("small", { text: `${node.ply}` }),
      h("span", { text: node.text }),
      node.worth ? h("i", { class: "worth", text: node.worth }) : null,
    );
    this.#rows.set(node, row);
    return row;
  }

  // The shown position

  /** @param {number} ply @param {Variation | null} node */
  #point(ply, node) {
    const before = this.element.querySelector("[aria-current]");
    const now = node ? this.#rows.get(node) : this.element.querySelector(`li[data-ply="${ply}"] > button`);
    const first = this.element.querySelector("li[data-ply] > button");
    before?.removeAttribute("aria-current");
    for (const row of this.element.querySelectorAll('[tabindex="0"]')) row.setAttribute("tabindex", "-1");
    (now ?? first)?.setAttribute("tabindex", "0");
    if (!(now instanceof HTMLElement)) return;
    now.setAttribute("aria-current", "step");
    // Not scrollIntoView: that would scroll the page as well. After painting, when the layout is known
    afterPaint(() => {
      this.element.scrollTop = now.offsetTop - this.element.clientHeight / 2;
      this.element.scrollLeft = now.offsetLeft - this.element.clientWidth / 2;
    });
  }

  /** Arrows in the list step through the line that is shown. @param {KeyboardEvent} event */
  async #walk(event) {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    const to = { Home: 1, End: this.#moves.length }[event.key];
    const tried = [...this.#rows].find(([, row]) => row === document.activeElement)?.[0];
    if (!by && !to && !(event.key === "Delete" && tried)) return;
    event.preventDefault();
    event.stopPropagation();
    if (by) await this.steps.step(by);
    else if (to) await this.steps.go(to);
    else if (tried) await this.steps.remove(tried);
    const row = this.element.querySelector("[aria-current]") ?? this.element.querySelector('[tabindex="0"]');
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }
}
