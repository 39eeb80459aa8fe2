/** Texts for screen readers: two live regions of the page. */

import { fill } from "./dom.js";

const PAUSE = 30; // milliseconds that a region stays empty: the same text again would not be read otherwise

/** @type {Record<string, number>} */
const timers = {};

/**
 * Have a text read aloud. An urgent one interrupts; any other waits until the reader is silent.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const id = urgent ? "alert" : "status";
  const region = document.getElementById(id);
  if (!region) return;
  region.textContent = "";
  if (!urgent) fill(/** @type {Element} */ (document.getElementById("alert")));
  clearTimeout(timers[id]);
  timers[id] = setTimeout(() => (region.textContent = text), PAUSE);
}
