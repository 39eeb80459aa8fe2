/** Choosing a move square by square: what has been chosen so far, and what may come next. The same for all games. */

/** What is said where a move is to begin elsewhere. @param {string} name */
export const beginFirst = (name) => `First choose where the move to ${name} begins`;

/** For boards whose legal moves are all known, as paths of squares and words. */
export class MoveInput {
  /** The cells and words chosen so far. @type {string[]} */
  touched = [];
  /** @type {Map<string, string[]>} */
  #paths;

  /**
   * @param {string[][]} paths all paths of legal moves
   * @param {string[]} [words] words that a move may begin with
   */
  constructor(paths, words = []) {
    this.#paths = new Map(paths.map((path) => [keyOf(path), path]));
    this.words = words;
  }

  /** The cells and words that may be chosen next. @returns {Set<string>} */
  open() {
    const deep = this.touched.length;
    const next = new Set();
    for (const path of this.#paths.values())
      if (path.length > deep && this.touched.every((name, place) => path[place] === name)) next.add(path[deep]);
    return next;
  }

  /** Whether a cell or word may be chosen next. @param {string} name */
  may(name) {
    return this.open().has(name);
  }

  /** The only paths that end on a cell, where no path begins: one touch there means the whole move. */
  get #direct() {
    /** @type {Map<string, string[] | null>} */
    const ends = new Map();
    for (const path of this.#paths.values()) {
      const last = path[path.length - 1];
      if (path.length > 1) ends.set(last, ends.has(last) || this.words.includes(path[0]) ? null : path);
    }
    for (const [first] of this.#paths.values()) ends.delete(first);
    return ends;
  }

  /** The path that one touch of a cell means, though it does not begin there. @param {string} name */
  whole(name) {
    return this.touched.length ? null : (this.#direct.get(name) ?? null);
  }

  /** The cells and words that begin another move and do not complete it, or mean a whole one. @returns {Set<string>} */
  again() {
    if (!this.touched.length) return new Set([...this.#direct].flatMap(([name, path]) => (path ? [name] : [])));
    return new Set([...this.#paths.values()].filter((path) => path.length > 1).map(([first]) => first));
  }

  /**
   * Whether touching a cell or word does anything: it is chosen next, let go, or begins another move.
   * @param {string} name
   */
  canTouch(name) {
    return this.may(name) || this.touched.includes(name) || this.again().has(name);
  }

  /** Whether moves that begin on other cells go to this one. @param {string} name */
  comesLater(name) {
    const goes = (/** @type {string[]} */ [first, ...rest]) => !this.words.includes(first) && rest.includes(name);
    return !this.touched.length && [...this.#paths.values()].some(goes);
  }

  /** The path itself if it is a legal move. @param {string[]} path */
  means(path) {
    return this.#paths.get(keyOf(path)) ?? null;
  }

  /**
   * Choose a cell or a word. Returns the path if it is complete; what cannot be touched changes nothing.
   * @param {string} name
   * @returns {string[] | null}
   */
  touch(name) {
    if (this.may(name)) {
      this.touched = [...this.touched, name];
      return this.open().size ? null : this.means(this.touched);
    }
    // A complete move that is also the start of a longer one is made by choosing its last cell again
    if (this.touched.at(-1) === name && this.means(this.touched)) return this.means(this.touched);
    if (!this.canTouch(name)) return null;
    if (!this.touched.length) return this.whole(name);
    const again = !this.touched.includes(name);
    this.clear();
    return again ? this.touch(name) : null;
  }

  /** Whether a cell begins a move that goes on. @param {string} name */
  begins(name) {
    return [...this.#paths.values()].some(([first, ...rest]) => first === name && rest.length > 0);
  }

  /** The paths of whole moves that begin with what is chosen. */
  goals() {
    const begins = (/** @type {string[]} */ path) => this.touched.every((name, place) => path[place] === name);
    return [...this.#paths.values()].filter(begins);
  }

  /** Forget what was chosen. */
  clear() {
    this.touched = [];
  }
}

/**
 * For large boards, where a move is one cell, perhaps after a word: which cells are legal is queried for the visible
 * ones. A cell that was not queried may be chosen; the server decides.
 */
export class QueriedMoveInput {
  /** @type {string[]} */
  touched = [];
  /** The cells that were queried and whether they are legal, by what was chosen before.
   * @type {Map<string, Map<string, boolean>>}
   */
  #known = new Map();

  /**
   * @param {string[]} words words that a move may begin with
   * @param {string[]} [leads] those of them that a cell has to follow
   */
  constructor(words, leads = []) {
    this.words = words;
    this.leads = leads;
  }

  /**
   * Keep the answer to a query, made after what is (or was) chosen.
   * @param {Iterable<string>} queried @param {Iterable<string>} open @param {string[]} [touched]
   */
  learn(queried, open, touched = this.touched) {
    const known = this.#known.get(keyOf(touched)) ?? new Map();
    for (const name of queried) known.set(name, false);
    for (const name of open) known.set(name, true);
    this.#known.set(keyOf(touched), known);
  }

  /** The cells known to be legal; null before the first query. @returns {Set<string> | null} */
  open() {
    const known = this.#known.get(keyOf(this.touched));
    return known ? new Set([...known].filter(([, may]) => may).map(([name]) => name)) : null;
  }

  /** Whether a cell or word may be chosen next, as far as is known. @param {string} name */
  may(name) {
    if (!this.touched.length && this.words.includes(name)) return true;
    return this.#known.get(keyOf(this.touched))?.get(name) ?? true;
  }

  /** On a large board a cell is touched after its word, if at all. @returns {string[] | null} */
  whole() {
    return null;
  }

  /** The words that begin another move. @returns {Set<string>} */
  again() {
    return new Set(this.touched.length ? this.leads : []);
  }

  /** @param {string} name */
  canTouch(name) {
    return this.may(name) || this.touched.includes(name) || this.again().has(name);
  }

  /** The path itself if it is known to be a legal move. @param {string[]} path */
  means(path) {
    const last = path.at(-1) ?? "";
    const word = path.length === 1 && this.words.includes(last) && !this.leads.includes(last);
    return word || this.#known.get(keyOf(path.slice(0, -1)))?.get(last) ? path : null;
  }

  /** @param {string} name @returns {string[] | null} */
  touch(name) {
    if (!this.canTouch(name)) return null;
    if (!this.may(name)) {
      const again = !this.touched.includes(name);
      this.clear();
      return again ? this.touch(name) : null;
    }
    if (this.touched.length || !this.leads.includes(name)) return [...this.touched, name];
    this.touched = [name];
    return null;
  }

  clear() {
    this.touched = [];
  }
}

/** @param {string[]} path */
function keyOf(path) {
  return path.join("\n");
}
