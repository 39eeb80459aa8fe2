/** The variations of a game as a tree, kept in the browser for this user. */

import { currentUser } from "../../core/identity.js";

/**
 * @typedef {import("../types.js").Variation} Variation
 * @typedef {[text: string, next: Kept[]]} Kept a move as it is kept, with those after it
 * @typedef {{ply: number, before: string, moves: Kept[]}} KeptBranch
 * @typedef {{ply: number, before: string, first: Variation[]}} Branch
 */

const PREFIX = "ludarium-variations";
const MOST_MOVES = 500; // of all variations of a game
const MOST_GAMES = 40; // whose variations are kept; the least recently changed go first

export class VariationTree {
  /** Counts the changes, for those who draw it. */
  version = 0;
  /** @type {Branch[]} where variations leave the game, or have left it before moves were taken back */
  #branches = [];
  #place = "";
  /** @type {string[]} the moves of the game */
  #moves = [];

  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
  }

  /** Follow the game and the user. @param {string[]} moves of the game */
  refresh(moves) {
    const place = `${PREFIX} ${currentUser()?.id ?? "-"} ${this.id}`;
    if (place !== this.#place) this.#load(place);
    this.#moves = moves;
    for (const branch of this.#branches) this.#adopt(branch);
  }

  /** The variations that leave the game after so many moves, by their first moves. @param {number} ply */
  after(ply) {
    return this.#branch(ply)?.first ?? [];
  }

  /** The plies after which variations leave the game as it is. */
  get plies() {
    return this.#branches.filter((each) => each.first.length && this.#branch(each.ply) === each).map(({ ply }) => ply);
  }

  /** Whether a variation is still one of this game. @param {Variation} node */
  has(node) {
    const line = lineOf(node);
    return this.after(node.ply - line.length).includes(line[0]);
  }

  /**
   * Add a move, if it is not there yet; null where there are too many.
   * @param {number} ply after which the variation leaves the game
   * @param {Variation | null} parent the move before it in the variation
   * @param {string} text
   */
  add(ply, parent, text) {
    const known = (parent?.next ?? this.after(ply)).find((each) => each.text === text);
    if (known || this.#count() >= MOST_MOVES) return known ?? null;
    /** @type {Variation} */
    const node = { text, ply: (parent?.ply ?? ply) + 1, parent, next: [], worth: "" };
    if (parent) parent.next.push(node);
    else this.#ensure(ply).first.push(node);
    this.#changed();
    return node;
  }

  /** Delete a move and all that follow it. @param {Variation} node */
  remove(node) {
    const among = node.parent?.next ?? this.after(node.ply - 1);
    const place = among.indexOf(node);
    if (place < 0) return;
    among.splice(place, 1);
    this.#changed();
  }

  /** A move of a variation has an evaluation. @param {Variation} node @param {string} worth */
  judge(node, worth) {
    if (node.worth === worth) return;
    node.worth = worth;
    this.version += 1;
  }

  /** The game has made a move that was tried: what follows it in the variation leaves the game one move later. @param {Branch} branch */
  #adopt(branch) {
    const made = this.#moves[branch.ply];
    const place = branch.first.findIndex(({ text }) => text === made);
    if (place < 0 || this.#branch(branch.ply) !== branch) return;
    const [node] = branch.first.splice(place, 1);
    for (const each of node.next) each.parent = null;
    if (node.next.length) this.#ensure(branch.ply + 1).first.push(...node.next);
    this.#changed();
  }

  /** @param {number} ply */
  #branch(ply) {
    const before = this.#before(ply);
    return this.#branches.find((each) => each.ply === ply && each.before === before);
  }

  /** @param {number} ply */
  #ensure(ply) {
    const found = this.#branch(ply) ?? { ply, before: this.#before(ply), first: [] };
    if (!this.#branches.includes(found)) this.#branches.push(found);
    return found;
  }

  /** The moves before a branch in short, so that other moves are noticed. @param {number} ply */
  #before(ply) {
    let sum = ply <= this.#moves.length ? 7 : 0;
    for (const char of this.#moves.slice(0, ply).join(" ")) sum = (Math.imul(sum, 31) + char.charCodeAt(0)) | 0;
    return sum.toString(36);
  }

  #count() {
    return this.#branches.reduce((sum, { first }) => sum + size(first), 0);
  }

  // In the browser's own storage

  /** @param {string} place */
  #load(place) {
    this.#place = place;
    this.version += 1;
    try {
      const { branches } = JSON.parse(localStorage.getItem(place) ?? '{"branches":[]}');
      this.#branches = branches.map((/** @type {KeptBranch} */ { ply, before, moves }) => ({
        ply,
        before,
        first: moves.map((kept) => taken(kept, ply, null)),
      }));
    } catch {
      this.#branches = [];
    }
  }

  #changed() {
    this.version += 1;
    const branches = this.#branches
      .filter(({ first }) => first.length)
      .map(({ ply, before, first }) => ({ ply, before, moves: first.map(kept) }));
    try {
      if (branches.length) localStorage.setItem(this.#place, JSON.stringify({ changed: Date.now(), branches }));
      else localStorage.removeItem(this.#place);
      forgetOld();
    } catch {
      // The storage is full or closed: the variations stay until the page is left
    }
  }
}

/** The moves of a variation up to one of them. @param {Variation | null} node @returns {Variation[]} */
export function lineOf(node) {
  return node ? [...lineOf(node.parent), node] : [];
}

/** How many moves follow. @param {Variation[]} nodes @returns {number} */
const size = (nodes) => nodes.reduce((sum, { next }) => sum + 1 + size(next), 0);

/** @param {Variation} node @returns {Kept} */
const kept = ({ text, next }) => [text, next.map(kept)];

/** @param {Kept} kept @param {number} before @param {Variation | null} parent @returns {Variation} */
function taken([text, next], before, parent) {
  /** @type {Variation} */
  const node = { text, ply: before + 1, parent, next: [], worth: "" };
  node.next = next.map((each) => taken(each, node.ply, node));
  return node;
}

/** Forget the variations of games that were not changed for longest. */
function forgetOld() {
  const places = Object.keys(localStorage).filter((place) => place.startsWith(`${PREFIX} `));
  const changed = (/** @type {string} */ place) => JSON.parse(localStorage.getItem(place) ?? "{}").changed ?? 0;
  const old = places.length > MOST_GAMES ? places.sort((a, b) => changed(b) - changed(a)).slice(MOST_GAMES) : [];
  for (const place of old) localStorage.removeItem(place);
}
