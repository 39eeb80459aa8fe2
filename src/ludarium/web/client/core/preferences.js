/** The user's preferences: stored by the server, and in the browser so that the page looks right from the start. */

import { get, put } from "../server/http.js";
import { setMuted } from "./sound.js";

/** The usual opponent is the one of the last game. */
export const LAST = "last";

const DEFAULTS = { "page-theme": "auto", speed: "normal", level: LAST, sounds: "on", keys: "on", pass: "on", name: "" };

/** @typedef {keyof typeof DEFAULTS} Name */

/** The values of each preference, and what the form calls them. */
export const CHOICES = {
  "page-theme": { auto: "as the system has it", light: "light", dark: "dark", contrast: "high contrast" },
  speed: { slow: "slowly", normal: "as usual", fast: "fast", off: "at once" },
  sounds: { on: "on", off: "off" },
  keys: { on: "on", off: "off" },
  pass: { on: "by itself", off: "by key or button" },
};

const STORE = "ludarium";

/** @type {Record<string, string>} */
let known = stored();
/** Dispatches `changed` when a preference changes, or those of the server have come. */
export const preferenceEvents = new EventTarget();

/** What this browser has stored; nothing where storage is not allowed. @returns {Record<string, string>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

function store() {
  try {
    localStorage.setItem(STORE, JSON.stringify(known));
  } catch {
    // The server stores them as well
  }
  apply();
  preferenceEvents.dispatchEvent(new Event("changed"));
}

/**
 * The value of a preference; the default if the stored value is not one of the choices.
 * @param {Name} name
 */
export function preferred(name) {
  const value = known[name] ?? DEFAULTS[name];
  const choices = /** @type {Record<string, Record<string, string>>} */ (CHOICES)[name];
  return choices && !(value in choices) ? DEFAULTS[name] : value;
}

/** Whether the page tells of keys: not on a phone or a tablet, nor where keys do nothing. */
export const tellsKeys = () =>
  matchMedia("(hover: hover) and (pointer: fine)").matches && preferred("keys") === "on";

/** How fast films run. */
export function filmSpeed() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : preferred("speed");
}

/** Apply theme and sound to the page. */
export function apply() {
  document.documentElement.dataset.theme = preferred("page-theme");
  setMuted(preferred("sounds") === "off");
}

/** Fetch the preferences from the server. */
export async function fetchPreferences() {
  const before = known;
  const fetched = await get("preferences");
  // What the user has changed meanwhile stays
  const changed = Object.entries(known).filter(([name, value]) => value !== before[name]);
  known = { ...fetched, ...Object.fromEntries(changed) };
  store();
}

/**
 * @param {Name} name
 * @param {string} value
 */
export async function prefer(name, value) {
  known = { ...known, [name]: value };
  store();
  await put(`preferences/${name}`, { value });
}
