/** A link in a field, with a button that copies it. */

import { button, h } from "./dom.js";

/** The address of a game, for other players. @param {string} id */
export const gameUrl = (id) => `${location.origin}${location.pathname}#/game/${id}`;

/** @param {string} url */
export function copyLink(url) {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: url,
    class: "link",
    on: { focus: () => field.select() },
  });
  const status = h("span", { role: "status" });
  const copy = button("Copy", async () => {
    field.select();
    const copied = await (navigator.clipboard?.writeText(url) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    status.textContent = copied ? "Copied." : "Press Ctrl-C to copy it.";
  });
  const label = h("label", { class: "asked" }, h("span", { text: "Link" }), field);
  return h("div", { class: "copied" }, label, copy, status);
}
