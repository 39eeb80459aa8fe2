/** Who one is here: nobody yet, a guest with a name, or somebody with an account. */

import { ask } from "./dialogs.js";
import { get, put } from "./socket.js";

/** @typedef {{id: string, name: string, guest: boolean, since: string}} Me */

export const LONGEST_NAME = 24;

/** @type {Me | null} */
let known = null;
let home = false;
/** Tells `changed` when one is somebody else, or has another name. */
export const news = new EventTarget();

/** Who one is, if the house knows. */
export const me = () => known;

/** Whether one sits at the machine that the house runs on, where games that nobody owns are everybody's. */
export const isHome = () => home;

/** @param {boolean} is */
export function setHome(is) {
  home = is;
}

/** @param {Me | null} person */
export function setMe(person) {
  const before = known;
  known = person;
  if (before?.id !== person?.id || before?.name !== person?.name || before?.guest !== person?.guest)
    news.dispatchEvent(new Event("changed"));
}

/** Ask the house who one is. */
export async function fetchMe() {
  setMe((await get("me")) || null);
}

/** Take another name. @param {string} name @returns {Promise<string>} what is wrong with it, if anything */
export function rename(name) {
  if (!name) return Promise.resolve("A name has a letter at least.");
  return put("me", { name }).then(
    (person) => {
      setMe(person);
      return "";
    },
    (error) => error.message,
  );
}

/** Be somebody: who plays with others has to have a name. @returns {Promise<boolean>} whether one is */
export async function introduce() {
  if (known) return true;
  const hint = "Those whom you play with see it. No password is needed.";
  const title = "What shall others call you?";
  await ask({ title, label: "Your name", hint, button: "Go on", most: LONGEST_NAME, check: rename });
  return known !== null;
}
