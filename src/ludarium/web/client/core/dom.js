/** Making elements, in one way everywhere. */

import { symbol } from "./symbols.js";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {object} Entry something that can be done, in a menu or by a button
 * @property {string} id
 * @property {string} label
 * @property {string} [key]
 * @property {boolean} [begins] whether it is the first of a group
 * @property {(...given: any[]) => unknown} run
 * @property {() => unknown} [press] what its key does, where the cell under the cursor is meant too
 * @property {() => boolean} [shown] whether it is there at all now
 * @property {() => boolean} [may] whether it can be done now
 */

const EDGE = 8; // pixels between a menu and the edge of the window

/**
 * An element. Properties are attributes, but for `class`, `text`, `data` (an object) and `on` (handlers by event).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "text") element.textContent = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  if (children.length) fill(element, ...children);
  return element;
}

/**
 * Put these in the place of whatever an element has inside.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  const there = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...there.map((child) => (child instanceof Node ? child : String(child))));
}

/** Let an element say something, if it does not say it already: whatever is written has to be laid out anew.
 * @param {Element | null} element
 * @param {string} text
 */
export function tell(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** A game's own sign; the house's for a game that has none. @param {{id: string, own: boolean}} kind */
export const logo = ({ id, own }) => symbol(own ? `logo-${id}` : "logo");

/**
 * @param {string} label
 * @param {(event: MouseEvent) => unknown} run
 * @param {{key?: string, class?: string, symbol?: string, disabled?: boolean, id?: string}} [more]
 */
export function button(label, run, more = {}) {
  return h(
    "button",
    {
      type: "button",
      class: more.class,
      disabled: more.disabled,
      id: more.id,
      "aria-keyshortcuts": more.key,
      title: more.key ? `${label} (${more.key})` : null,
      on: { click: run },
    },
    more.symbol ? symbol(more.symbol) : null,
    h("span", { text: label }),
  );
}

/**
 * A button that opens a menu.
 * @param {string} label
 * @param {() => Entry[]} entries asked every time it opens
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
    keepInside(list);
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
    else if (walk(rows(), event.key)) event.preventDefault();
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
    entry.key ? h("kbd", { text: entry.key }) : null,
  );
}

/** Move the focus in a menu, by arrows or by the first letter. @param {HTMLButtonElement[]} rows @param {string} key */
function walk(rows, key) {
  const here = rows.findIndex((row) => row === document.activeElement);
  const after = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[key];
  if (after !== undefined) {
    rows.at(after % rows.length)?.focus();
    return true;
  }
  if (key.length !== 1 || key === " ") return false;
  const turned = [...rows.slice(here + 1), ...rows.slice(0, here + 1)];
  turned.find((row) => row.textContent?.toLowerCase().startsWith(key.toLowerCase()))?.focus();
  return true;
}

/** A menu that would not fit into the window opens further left, or upwards. @param {HTMLElement} list */
function keepInside(list) {
  list.classList.remove("to-top");
  list.style.setProperty("--shift", "0px");
  const place = list.getBoundingClientRect();
  const most = document.documentElement.clientWidth - place.width - EDGE;
  list.style.setProperty("--shift", `${Math.min(0, most - place.left)}px`);
  list.classList.toggle("to-top", place.bottom > innerHeight && place.top - place.height > 0);
}

/** Do something that nobody has to see in the frame that is being made, as soon as that is shown. @param {() => void} run */
export function afterwards(run) {
  // Where nobody looks there are no frames
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A sentence from a reason: with a capital, and a full stop. @param {string} text */
export const sentence = (text) => capital(/[.!?]$/.test(text) ? text : `${text}.`);
