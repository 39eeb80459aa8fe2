/** Menus: a button that opens a list of entries. */

import { fill, h } from "./dom.js";
import { noteChange } from "./double_click.js";

/**
 * @typedef {object} Entry an action, in a menu or as a button
 * @property {string} id
 * @property {string} label
 * @property {string} [short] a shorter label, for a button beside what it is about
 * @property {string} [key]
 * @property {boolean} [now] whether it is what holds now
 * @property {boolean} [begins] whether a group begins with it
 * @property {(...given: any[]) => unknown} run
 * @property {() => unknown} [press] what its key does, where that depends on the cell under the cursor
 * @property {() => boolean} [shown] whether it is listed now
 * @property {() => boolean} [offered] whether its button is shown now, where that differs from the list
 * @property {() => boolean} [may] whether it is enabled now
 * @property {() => string} [why] why it is not enabled, where that is not plain to see
 */

const EDGE = 8; // pixels between a menu and the edge of the window
const GAP = 5; // pixels between a menu and its button

/**
 * A button that opens a menu.
 * @param {string} label
 * @param {() => Entry[]} entries called each time it opens
 * @param {{class?: string}} [more]
 */
export function menuButton(label, entries, more = {}) {
  const list = h("div", { class: "menu", role: "menu", "aria-label": label, hidden: true });
  const opener = h("button", {
    type: "button",
    class: more.class,
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    text: label,
  });
  const place = h("div", { class: "menu-place" }, opener, list);
  const rows = () => /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll("button:not(:disabled)")]);
  const close = (back = true) => {
    list.hidden = true;
    noteChange();
    opener.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    if (back) opener.focus();
  };
  /** @param {PointerEvent} event */
  const outside = (event) => {
    if (!place.contains(/** @type {Node} */ (event.target))) close(false);
  };
  const open = (last = false) => {
    fill(list, ...entries().map((entry) => menuRow(entry, close)));
    list.hidden = false;
    noteChange();
    keepInside(list, opener);
    opener.setAttribute("aria-expanded", "true");
    addEventListener("pointerdown", outside, true);
    rows()
      .at(last ? -1 : 0)
      ?.focus();
  };
  opener.addEventListener("click", () => (list.hidden ? open() : close()));
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open(event.key === "ArrowUp");
  });
  list.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close();
    else if (event.key === "Tab") close(false);
    else walk(rows(), event);
  });
  return place;
}

/** @param {Entry} entry @param {() => void} close */
function menuRow(entry, close) {
  const run = () => {
    close();
    entry.run();
  };
  return h(
    "button",
    {
      type: "button",
      role: "menuitem",
      tabindex: "-1",
      class: entry.begins ? "begins" : null,
      data: { id: entry.id },
      disabled: entry.may ? !entry.may() : false,
      on: { click: run },
    },
    h("span", { text: entry.label }),
    entry.now ? h("span", { class: "tick", text: "✓" }) : null,
    entry.key ? h("kbd", { text: entry.key }) : null,
  );
}

/** Move the focus in a list, by arrows or by the first letter. @param {HTMLElement[]} rows @param {KeyboardEvent} event */
export function walk(rows, event) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return; // a key of the browser
  const here = rows.findIndex((row) => row === document.activeElement);
  const [next, previous] = [here + 1, here - 1];
  const after = { ArrowDown: next, ArrowRight: next, ArrowUp: previous, ArrowLeft: previous, Home: 0, End: -1 }[key];
  if (after !== undefined) rows.at(after % rows.length)?.focus();
  else if (key.length !== 1 || key === " ") return;
  else {
    const turned = [...rows.slice(next), ...rows.slice(0, next)];
    turned.find((row) => row.textContent?.toLowerCase().startsWith(key.toLowerCase()))?.focus();
  }
  event.preventDefault();
}

/**
 * Place a menu beside its button, within the window: below it, or above it where there is more room.
 * @param {HTMLElement} list @param {HTMLElement} opener
 */
function keepInside(list, opener) {
  const at = opener.getBoundingClientRect();
  const [above, below] = [at.top - EDGE, innerHeight - at.bottom - EDGE];
  list.style.setProperty("max-height", "none");
  const { width, height } = list.getBoundingClientRect();
  const upward = height > below && above > below;
  const most = document.documentElement.clientWidth - width - EDGE;
  list.style.setProperty("left", `${Math.max(EDGE, Math.min(at.left, most))}px`);
  list.style.setProperty("top", upward ? "auto" : `${at.bottom + GAP}px`);
  list.style.setProperty("bottom", upward ? `${innerHeight - at.top + GAP}px` : "auto");
  list.style.setProperty("max-height", `${(upward ? above : below) - GAP}px`);
}
