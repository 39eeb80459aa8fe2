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

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const LOCAL_ONLY = "This address works on this machine only; ludarium serve --host 0.0.0.0 lets other machines in.";

/**
 * The link by which others join a game; where only this machine reaches it, a sentence says how others can.
 * @param {string} id
 */
export const invitation = (id) => [
  copyLink(gameUrl(id)),
  ...(LOOPBACK.includes(location.hostname) ? [h("small", { text: LOCAL_ONLY })] : []),
];
