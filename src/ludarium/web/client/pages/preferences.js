/** The preferences form, as a page and for a dialog. */

import { fill, h } from "../core/dom.js";
import { storageSection } from "./browser_storage.js";
import { CHOICES, LAST, prefer, preferenceEvents, preferred } from "../core/preferences.js";

/** @typedef {import("../core/preferences.js").Name} Name */

const LABELS = {
  "page-theme": "Theme",
  speed: "Moves unfold",
  level: "Usual opponent",
  sounds: "Sounds",
  keys: "Single keys",
  pass: "Passing",
};

const NOTES = {
  speed: "Where the system asks for less motion, moves are shown at once.",
  keys: "Letters that do something in a game; ? there shows them all.",
  level: "Whom Play begins a game against.",
  pass: "How you pass when you have no other move.",
  name: "For the tables of high scores.",
};

/**
 * The fields of the form; each change is saved as it is made.
 * @param {import("../server/protocol.js").LevelTold[]} levels
 */
export function preferenceFields(levels) {
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Name} name @param {string} value */
  const keep = async (name, value) => {
    problem.textContent = "";
    await prefer(name, value).catch((error) => (problem.textContent = error.message));
  };
  const opponents = {
    [LAST]: "as in your last game",
    ...Object.fromEntries(levels.map((level) => [String(level.number), `${level.name}, level ${level.number}`])),
  };
  /** @type {Map<Name, HTMLSelectElement | HTMLInputElement>} */
  const fields = new Map();
  const rows = Object.entries({ ...CHOICES, level: opponents }).map(([name, choices]) => {
    const chosen = /** @type {Name} */ (name);
    const options = Object.entries(choices).map(([value, text]) =>
      h("option", { value, text, selected: value === preferred(chosen) }),
    );
    const select = h("select", { name, on: { change: () => keep(chosen, select.value) } }, ...options);
    fields.set(chosen, select);
    return row(chosen, select);
  });
  const name = h("input", {
    type: "text",
    name: "name",
    value: preferred("name"),
    autocomplete: "nickname",
  });
  name.addEventListener("change", () => keep("name", name.value.trim()));
  fields.set("name", name);
  const form = h("div", { class: "form" }, ...rows, row("name", name), problem);
  followPreferences(form, fields);
  return form;
}

/**
 * Show preferences that come late or are changed elsewhere, as long as the form is shown.
 * @param {HTMLElement} form @param {Map<Name, HTMLSelectElement | HTMLInputElement>} fields
 */
function followPreferences(form, fields) {
  const show = () => {
    if (!form.isConnected) preferenceEvents.removeEventListener("changed", show);
    else for (const [name, field] of fields) if (field !== document.activeElement) field.value = preferred(name);
  };
  preferenceEvents.addEventListener("changed", show);
}

/** @param {Name} name @param {HTMLElement} field */
function row(name, field) {
  const label = /** @type {Record<string, string>} */ (LABELS)[name] ?? "Your name";
  const note = /** @type {Record<string, string>} */ (NOTES)[name];
  return h("label", { class: "asked" }, h("span", { text: label }), field, note ? h("small", { text: note }) : null);
}

/**
 * The preferences page.
 * @param {HTMLElement} main
 * @param {import("../server/protocol.js").House} house
 */
export function showPreferences(main, house) {
  const storage = house.is_alone ? storageSection() : null;
  const heading = h("h1", { text: "Preferences" });
  fill(main, h("div", { class: "page narrow" }, heading, preferenceFields(house.levels), storage));
  return { title: "Preferences" };
}
