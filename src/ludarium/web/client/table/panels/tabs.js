/** Panels that share one place; a tab shows one of them. */

import { h } from "../../core/dom.js";

/** @typedef {{tab: HTMLButtonElement, panel: HTMLElement}} Sheet */

let count = 0;

export class Tabs {
  /** @type {Map<string, Sheet>} */
  #sheets = new Map();
  selected = "";

  constructor() {
    this.row = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" });
    this.opener = h("button", {
      type: "button",
      class: "unfold",
      "aria-expanded": "false",
      "aria-label": "All moves, and more",
      on: { click: () => this.unfold(!this.unfolded) },
    });
    this.element = h("div", { class: "panels" }, this.row, this.opener);
    this.row.addEventListener("keydown", (event) => this.#walk(event));
  }

  /**
   * @param {string} id
   * @param {string} label
   * @param {HTMLElement} content
   * @param {() => unknown} [chosen] what a click on the tab does; it shows the panel otherwise
   */
  add(id, label, content, chosen = () => this.select(id)) {
    const name = `sheet-${++count}`;
    const tab = h("button", {
      type: "button",
      role: "tab",
      id: `${name}-tab`,
      "aria-controls": name,
      "aria-selected": "false",
      tabindex: "-1",
      text: label,
      data: { tab: id },
      on: { click: chosen },
    });
    const panel = h("div", { class: "sheet", id: name, role: "tabpanel", "aria-labelledby": tab.id, hidden: true });
    panel.append(content);
    panel.dataset.panel = id;
    this.row.append(tab);
    this.element.append(panel);
    this.#sheets.set(id, { tab, panel });
    if (!this.selected) this.select(id);
  }

  /** @param {string} id */
  select(id) {
    if (!this.#sheets.has(id)) return;
    this.selected = id;
    if (id !== [...this.#sheets.keys()][0]) this.unfold(true);
    for (const [each, { tab, panel }] of this.#sheets) {
      tab.setAttribute("aria-selected", String(each === id));
      tab.tabIndex = each === id ? 0 : -1;
      panel.hidden = each !== id;
    }
  }

  /** Whether all of it is shown where there is room for one line only. */
  get unfolded() {
    return this.element.classList.contains("unfolded");
  }

  /** @param {boolean} all */
  unfold(all) {
    this.element.classList.toggle("unfolded", all);
    this.opener.setAttribute("aria-expanded", String(all));
  }

  /** Offer a panel, or take its tab away. @param {string} id @param {boolean} offered */
  offer(id, offered) {
    const sheet = this.#sheets.get(id);
    if (!sheet) return;
    sheet.tab.hidden = !offered;
    const [first] = this.#sheets.keys();
    if (!offered && this.selected === id) this.select(first);
  }

  /** Arrows go from tab to tab. @param {KeyboardEvent} event */
  #walk(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tabs = [...this.#sheets.values()].map(({ tab }) => tab).filter(({ hidden }) => !hidden);
    const here = tabs.findIndex((tab) => tab === document.activeElement);
    if (!by || here < 0) return;
    event.preventDefault();
    event.stopPropagation();
    tabs.at((here + by) % tabs.length)?.focus();
  }
}
