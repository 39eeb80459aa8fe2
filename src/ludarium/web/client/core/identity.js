/** The current user: unknown, a guest with a name, or a user with an account. */

import { ask } from "./dialogs.js";
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
  if (known) return true;
  const hint = "The other players see it. No password is needed.";
  const title = "What shall others call you?";
  await ask({ title, label: "Your name", hint, button: "Go on", most: limits().user_name, check: rename });
  return known !== null;
}
