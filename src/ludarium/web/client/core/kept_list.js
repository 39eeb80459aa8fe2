/** Short lists that this browser keeps. */

const MOST = 50; // entries

/**
 * @template T
 * @typedef {object} KeptList
 * @property {() => T[]} read the entries, the newest first
 * @property {(entry: T, isLike: (other: T) => boolean) => void} add an entry, in place of those like it
 */

/**
 * The list that is kept under a name.
 * @param {string} name
 * @returns {KeptList<any>}
 */
export function keptList(name) {
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "[]");
    } catch {
      return [];
    }
  };
  /** @type {KeptList<any>["add"]} */
  const add = (entry, isLike) => {
    const others = read().filter((/** @type {any} */ other) => !isLike(other));
    try {
      localStorage.setItem(name, JSON.stringify([entry, ...others].slice(0, MOST)));
    } catch {
      // The storage is full or closed: the browser asks or tells again
    }
  };
  return { read, add };
}
