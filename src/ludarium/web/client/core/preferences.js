/** What people prefer: kept by the house, remembered here so that a page looks right at once. */

import { fill, h } from "./dom.js";
import { setMuted } from "./sound.js";
import { get, put } from "./socket.js";

const USUAL = { "page-theme": "auto", speed: "normal", level: "3", sounds: "on", keys: "on", name: "" };

/** @typedef {keyof typeof USUAL} Name */

const CHOICES = {
  "page-theme": { auto: "as the system has it", light: "light", dark: "dark", contrast: "high contrast" },
  speed: { slow: "slowly", normal: "as usual", fast: "fast", off: "at once" },
  sounds: { on: "on", off: "off" },
  keys: { on: "on", off: "off" },
};

const LABELS = {
  "page-theme": "Theme",
  speed: "Moves unfold",
  level: "Usual opponent",
  sounds: "Sounds",
  keys: "Single keys",
};

const NOTES = {
  speed: "Where the system asks for less motion, moves are shown at once.",
  keys: "Letters that do something in a game; ? there shows them all.",
  name: "For the tables of high scores.",
};

const STORE = "ludarium";

/** @type {Record<string, string>} */
let known = remembered();

/** What this browser remembers; nothing where it is not allowed to. @returns {Record<string, string>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

function remember() {
  try {
    localStorage.setItem(STORE, JSON.stringify(known));
  } catch {
    // The house remembers all the same
  }
  apply();
}

/**
 * What is preferred; a value that is none any more counts as none.
 * @param {Name} name
 */
export function preferred(name) {
  const value = known[name] ?? USUAL[name];
  const choices = /** @type {Record<string, Record<string, string>>} */ (CHOICES)[name];
  return choices && !(value in choices) ? USUAL[name] : value;
}

/** How fast moves unfold. */
export function speed() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : preferred("speed");
}

/** Let the page look and sound as preferred. */
export function apply() {
  document.documentElement.dataset.theme = preferred("page-theme");
  setMuted(preferred("sounds") === "off");
}

/** Ask the house what is preferred. */
export async function fetchPreferences() {
  known = await get("preferences");
  remember();
}

/**
 * @param {Name} name
 * @param {string} value
 */
export async function prefer(name, value) {
  known = { ...known, [name]: value };
  remember();
  await put(`preferences/${name}`, { value });
}

/**
 * The fields that ask for preferences; every change is remembered at once.
 * @param {import("./socket.js").LevelTold[]} levels
 */
export function fields(levels) {
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Name} name @param {string} value */
  const keep = async (name, value) => {
    problem.textContent = "";
    await prefer(name, value).catch((error) => (problem.textContent = error.message));
  };
  const opponents = Object.fromEntries(
    levels.map((level) => [String(level.number), `${level.name}, level ${level.number}`]),
  );
  const rows = Object.entries({ ...CHOICES, level: opponents }).map(([name, choices]) => {
    const chosen = /** @type {Name} */ (name);
    const options = Object.entries(choices).map(([value, text]) =>
      h("option", { value, text, selected: value === preferred(chosen) }),
    );
    const select = h("select", { name, on: { change: () => keep(chosen, select.value) } }, ...options);
    return row(chosen, select);
  });
  const name = h("input", {
    type: "text",
    name: "name",
    value: preferred("name"),
    maxlength: 20,
    autocomplete: "nickname",
  });
  name.addEventListener("change", () => keep("name", name.value.trim()));
  return h("div", { class: "form" }, ...rows, row("name", name), problem);
}

/** @param {Name} name @param {HTMLElement} field */
function row(name, field) {
  const label = /** @type {Record<string, string>} */ (LABELS)[name] ?? "Your name";
  const note = /** @type {Record<string, string>} */ (NOTES)[name];
  return h("label", { class: "asked" }, h("span", { text: label }), field, note ? h("small", { text: note }) : null);
}

/**
 * The page of preferences.
 * @param {HTMLElement} main
 * @param {import("./socket.js").House} house
 */
export function showPreferences(main, house) {
  fill(main, h("div", { class: "page narrow" }, h("h1", { text: "Preferences" }), fields(house.levels)));
  return { title: "Preferences" };
}
