/** A hand over the board: what has been touched of a move so far, and what may be touched next. One for all games. */

/** Points at moves by listing all ways to do so. */
export class Hand {
  /** The cells and words of half a move. @type {string[]} */
  touched = [];
  /** @type {Map<string, string[]>} */
  #paths;

  /** @param {string[][]} paths every way to point at a legal move
   * @param {string[]} [words] those that a move may begin with
   */
  constructor(paths, words = []) {
    this.#paths = new Map(paths.map((path) => [keyOf(path), path]));
    this.words = words;
  }

  /** What may be touched next. @returns {Set<string>} */
  open() {
    const deep = this.touched.length;
    const next = new Set();
    for (const path of this.#paths.values())
      if (path.length > deep && this.touched.every((name, place) => path[place] === name)) next.add(path[deep]);
    return next;
  }

  /** Whether a cell or word may be touched next. @param {string} name */
  may(name) {
    return this.open().has(name);
  }

  /** The path itself where it points at a legal move. @param {string[]} path */
  means(path) {
    return this.#paths.get(keyOf(path)) ?? null;
  }

  /** Touch a cell or a word; the path of the move, if that was all of it. What leads nowhere begins anew, or lets go.
   * @param {string} name
   * @returns {string[] | null}
   */
  touch(name) {
    if (this.may(name)) {
      this.touched = [...this.touched, name];
      return this.open().size ? null : this.means(this.touched);
    }
    // A move that is whole, and part of a longer one too, is made by touching its last cell again
    if (this.touched.at(-1) === name && this.means(this.touched)) return this.means(this.touched);
    const again = this.touched[0] !== name;
    this.letGo();
    return again && this.may(name) ? this.touch(name) : null;
  }

  /** Forget half a move. */
  letGo() {
    this.touched = [];
  }
}

/** For large boards, where a move is one cell, perhaps after a word: what may be touched is asked for, and learned.
 * What is not known is let through, for the server judges it.
 */
export class Feeler {
  /** @type {string[]} */
  touched = [];
  /** What was asked about, and whether it may be touched; by the words touched before.
   * @type {Map<string, Map<string, boolean>>}
   */
  #known = new Map();

  /** @param {string[]} words those that a move may begin with
   * @param {string[]} [leads] those of them that lead on to a cell
   */
  constructor(words, leads = []) {
    this.words = words;
    this.leads = leads;
  }

  /** Learn which of the cells that were asked about may be touched, after what is (or was) touched.
   * @param {Iterable<string>} asked @param {Iterable<string>} open @param {string[]} [touched]
   */
  learn(asked, open, touched = this.touched) {
    const known = this.#known.get(keyOf(touched)) ?? new Map();
    for (const name of asked) known.set(name, false);
    for (const name of open) known.set(name, true);
    this.#known.set(keyOf(touched), known);
  }

  /** What is known to be open; null where nothing has been asked yet. @returns {Set<string> | null} */
  open() {
    const known = this.#known.get(keyOf(this.touched));
    return known ? new Set([...known].filter(([, may]) => may).map(([name]) => name)) : null;
  }

  /** Whether a cell or word may be touched next, as far as is known. @param {string} name */
  may(name) {
    if (!this.touched.length && this.words.includes(name)) return true;
    return this.#known.get(keyOf(this.touched))?.get(name) ?? true;
  }

  /** The path itself where it is known to point at a legal move. @param {string[]} path */
  means(path) {
    const last = path.at(-1) ?? "";
    const word = path.length === 1 && this.words.includes(last) && !this.leads.includes(last);
    return word || this.#known.get(keyOf(path.slice(0, -1)))?.get(last) ? path : null;
  }

  /** @param {string} name @returns {string[] | null} */
  touch(name) {
    if (!this.may(name)) {
      const again = this.touched.length > 0 && this.touched[0] !== name;
      this.letGo();
      return again && this.may(name) ? this.touch(name) : null;
    }
    if (this.touched.length || !this.leads.includes(name)) return [...this.touched, name];
    this.touched = [name];
    return null;
  }

  letGo() {
    this.touched = [];
  }
}

/** @param {string[]} path */
function keyOf(path) {
  return path.join("\n");
}
