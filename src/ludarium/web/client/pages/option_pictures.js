/** Values of options that people choose by name and picture. */

import { boardPicture } from "../board/drawing/picture.js";
import { fill, h } from "../core/dom.js";
import { get } from "../server/http.js";

/**
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").OptionTold} OptionTold
 */

/**
 * The first board of a game with a value of an option; nothing where there are no pictures.
 * @param {KindTold} kind @param {OptionTold} option @param {string} value
 */
export function optionPicture(kind, option, value) {
  if (!option.pictured) return null;
  const place = h("span", { class: "picture" });
  draw(place, kind, option, value);
  return place;
}

/** @type {WeakMap<HTMLElement, string>} what was last asked for, so that a slow answer replaces no later one */
const wanted = new WeakMap();

/**
 * Draw the first board with a value; nothing where there is no such board.
 * @param {HTMLElement} place @param {KindTold} kind @param {OptionTold} option @param {string} value
 */
async function draw(place, kind, option, value) {
  wanted.set(place, value);
  const query = new URLSearchParams({ [option.name]: value });
  const board = await get(`kinds/${kind.id}/board?${query}`).catch(() => null);
  if (wanted.get(place) === value) fill(place, board && boardPicture(kind, board));
}

/**
 * Buttons of which one is chosen, each with the name and the picture of a value.
 * @param {KindTold} kind @param {OptionTold} option @param {string} value the chosen one
 */
export function valueRadios(kind, option, value) {
  const fields = option.values.map(([each]) =>
    h("input", { type: "radio", name: option.name, value: each, checked: each === value }),
  );
  const labels = option.values.map(([each, label], number) =>
    h("label", {}, fields[number], h("span", {}, optionPicture(kind, option, each), label)),
  );
  const element = h("div", { class: option.pictured ? "radios pictured" : "radios" }, ...labels);
  return { element, fields };
}

/**
 * A field for any value, beside those that have names, with a picture of what is typed.
 * @param {KindTold} kind @param {OptionTold} option @param {string} value
 */
export function valuePicker(kind, option, value) {
  const { element, fields } = valueRadios(kind, option, value);
  const plain = { type: "text", autocomplete: "off", spellcheck: "false" };
  const field = h("input", { ...plain, value, "aria-label": option.title });
  const preview = h("span", { class: "picture" });
  const show = () => {
    draw(preview, kind, option, field.value.trim());
    for (const each of fields) each.checked = each.value === field.value.trim();
  };
  show();
  field.addEventListener("input", show);
  element.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== "radio") return;
    field.value = event.target.value;
    show();
  });
  element.append(h("span", { class: "own-value" }, preview, field));
  return { element, field };
}
