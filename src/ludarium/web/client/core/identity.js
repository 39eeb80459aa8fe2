/** The current user: unknown, a guest with a name, or a user with an account. */

import { ask } from "./dialogs.js";
import { button, fill, h } from "./dom.js";
import { get, put } from "../server/http.js";
import { limits } from "../server/limits.js";

/** @typedef {import("../server/protocol.js").Me} Me */

/** @type {Me | null} */
let known = null;
let home = false;
/** Dispatches `changed` when the user, the name or the account changes. */
export const userEvents = new EventTarget();

/** The current user, if the server knows one. */
export const currentUser = () => known;

/** Whether the page runs on the machine of the server; games without an owner may be played there. */
export const isHome = () => home;

/** @param {boolean} is */
export function setHome(is) {
  home = is;
}

/** @param {Me | null} person */
export function setUser(person) {
  const before = known;
  known = person;
  if (before?.id !== person?.id || before?.name !== person?.name || before?.guest !== person?.guest)
    userEvents.dispatchEvent(new Event("changed"));
}

/** Ask the server who the user is. */
export async function fetchUser() {
  setUser((await get("me")) || null);
}

/** Change the user's name. @param {string} name @returns {Promise<string>} what is wrong with it, or an empty text */
export function rename(name) {
  if (!name) return Promise.resolve("A name needs at least one letter.");
  return put("me", { name }).then(
    (person) => {
      setUser(person);
      return "";
    },
    (error) => error.message,
  );
}

/** Ask for a name unless the user has one: it is needed to play with others. @returns {Promise<boolean>} */
export async function ensureUser() {
  return known !== null || askForName();
}

/** Ask for a name, or for another one. @returns {Promise<boolean>} whether the user has given one */
async function askForName() {
  const hint = "The other players see it. No password is needed.";
  const title = "What shall others call you?";
  const most = limits().user_name;
  const value = known?.name ?? "";
  return (await ask({ title, label: "Your name", value, hint, button: "Go on", most, check: rename })) !== null;
}

/**
 * The name that other players see, and a button that changes it.
 * @param {() => unknown} [then] what to do with a new name
 */
export function ownName(then = () => {}) {
  const place = h("p", { class: "own-name" });
  const show = () => {
    const change = async () => {
      if (!(await askForName())) return;
      await then();
      show();
    };
    const changing = button(known ? "Change" : "Choose a name", change);
    if (known) changing.setAttribute("aria-label", "Change your name");
    const told = known ? h("span", {}, "Others see you as ", h("strong", { text: known.name }), ".") : "You have no name yet.";
    fill(place, told, changing);
  };
  show();
  return place;
}
