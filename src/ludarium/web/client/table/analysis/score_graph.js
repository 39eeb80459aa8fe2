/** A graph of the game, one value a move, which is also a slider through its positions. */

import { fill, h } from "../../core/dom.js";
import { svg } from "../../core/symbols.js";

const WIDE = 400;
const HIGH = 120;
const EDGE = 6; // room for the dots

/**
 * @typedef {object} Curve
 * @property {number} length how many moves the game has
 * @property {Map<number, number>} values by ply, from 0 to 1
 * @property {Map<number, string>} marks by ply: `?` a mistake, `??` a blunder
 * @property {number} at the ply that is shown
 * @property {[string, string]} colours below and above the line
 * @property {(ply: number) => string} describe a ply in words
 */

export class ScoreGraph {
  #length = 0;
  #at = 0;

  /** @param {(ply: number) => unknown} go */
  constructor(go) {
    this.go = go;
    this.picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" });
    this.element = h("div", {
      class: "graph",
      role: "slider",
      tabindex: "0",
      "aria-label": "The game as a graph",
      "aria-valuemin": "0",
      on: {
        click: (/** @type {MouseEvent} */ event) => this.#click(event),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
    });
    this.element.append(this.picture);
  }

  /** @param {Curve} curve */
  draw({ length, values, marks, at, colours, describe }) {
    this.#length = length;
    this.#at = at;
    this.element.setAttribute("aria-valuemax", String(length));
    this.element.setAttribute("aria-valuenow", String(at));
    this.element.setAttribute("aria-valuetext", describe(at));
    const points = [...values].sort(([a], [b]) => a - b).map(([ply, value]) => [this.#x(ply), height(value)]);
    const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const [below, above] = colours;
    const parts = [svg("path", { class: "graph-middle", d: `M0 ${HIGH / 2}H${WIDE}` })];
    if (points.length) {
      const [first, last] = [points[0][0], points[points.length - 1][0]];
      parts.push(
        area(`M${first} ${HIGH}L${line}L${last} ${HIGH}Z`, below),
        area(`M${first} 0L${line}L${last} 0Z`, above),
      );
      parts.push(svg("path", { class: "graph-line", d: `M${line}` }));
    }
    parts.push(svg("path", { class: "graph-here", d: `M${this.#x(at).toFixed(1)} 0V${HIGH}` }));
    for (const [ply, mark] of marks) {
      const place = { cx: this.#x(ply), cy: height(values.get(ply) ?? 0.5), r: mark === "??" ? 5 : 3.5 };
      parts.push(svg("circle", { class: "graph-mark", ...place }));
    }
    fill(this.picture, ...parts);
  }

  /** @param {number} ply */
  #x(ply) {
    return EDGE + ((WIDE - 2 * EDGE) * ply) / Math.max(1, this.#length);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const box = this.picture.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * WIDE - EDGE;
    const ply = Math.round((part / (WIDE - 2 * EDGE)) * this.#length);
    this.go(Math.max(0, Math.min(this.#length, ply)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    const to = { Home: 0, End: this.#length }[event.key] ?? (by && this.#at + by);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.max(0, Math.min(this.#length, to)));
  }
}

/** @param {number} value from 0 to 1 */
const height = (value) => EDGE + (HIGH - 2 * EDGE) * (1 - Math.max(0, Math.min(1, value)));

/** @param {string} d @param {string} colour */
function area(d, colour) {
  const part = svg("path", { class: "graph-area", d });
  part.style.setProperty("fill", colour);
  return part;
}
