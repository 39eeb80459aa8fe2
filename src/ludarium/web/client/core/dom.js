/** Elements and texts, made in one way everywhere. */

import { symbol } from "./symbols.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

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
 * Replace the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  const present = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...present.map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * Set the text of an element if it differs: an unchanged text needs no layout.
 * @param {Element | null} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

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

/** Run something after the next frame is painted, to keep that frame quick. @param {() => void} run */
export function afterPaint(run) {
  // A hidden page paints no frames
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}

/**
 * Show what is wrong where the user sees it, however far the page is scrolled.
 * @param {HTMLElement} place @param {string} text
 */
export function showProblem(place, text) {
  place.textContent = text;
  if (text) place.scrollIntoView({ block: "nearest" });
}

/** Whether the window is so small that the header and the bar have room for little. */
export const isNarrow = () => matchMedia("(max-width: 34rem), (max-height: 33rem)").matches;

/** A text with a capital, unless it begins with a name such as `a7-b6` or `game.csv`. @param {string} text */
export const capital = (text) =>
  /^\p{L}[\p{L}'’-]*[,:;.!?]?(\s|$)/u.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;

/** A text as a sentence: with a capital and a full stop. @param {string} text */
export const sentence = (text) => capital(/[.!?]$/.test(text) ? text : `${text}.`);

/** A text for screen readers alone. @param {string} text */
export const unseen = (text) => h("span", { class: "unseen", text });

/** Wait so many milliseconds. @param {number} time @returns {Promise<void>} */
export const pause = (time) => new Promise((done) => setTimeout(done, time));
