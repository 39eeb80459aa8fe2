/** The page of a reset link: a new password for an account whose owner has lost the old one. */

import { h } from "../../core/dom.js";
import { post } from "../../server/http.js";
import { setUser } from "../../core/identity.js";
import { part } from "./account.js";

/**
 * @param {(page: HTMLElement) => void} show
 * @param {string} token of the link
 */
export function showReset(show, token) {
  /** @param {Record<string, string>} given */
  const send = async ({ fresh, again }) => {
    if (fresh !== again) throw new Error("The two passwords differ; type the same one twice.");
    setUser(await post("sessions/reset", { token, new: fresh }));
    // The link is used up, and must not stay in the browser's history
    history.replaceState(null, "", "#/");
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  const fields = [
    { label: "New password", name: "fresh", type: "password", complete: "new-password" },
    { label: "Once more", name: "again", type: "password", complete: "new-password" },
  ];
  const note = "You are logged in then, and logged out on all other devices.";
  const form = part("A new password", "Set the password", fields, send, note);
  show(h("div", { class: "page narrow account" }, h("h1", { text: "Your account" }), form));
  return { title: "A new password", focus: /** @type {HTMLElement} */ (form.querySelector("input") ?? form) };
}
