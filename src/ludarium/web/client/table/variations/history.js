/** The past of a game: steps to any position, a replay, and variations that are played there. */

import { cellsOf } from "../../core/cells.js";
import { button, h, pause, setText } from "../../core/dom.js";
import { get } from "../../server/http.js";
import { preferred } from "../../core/preferences.js";
import { Explorer } from "./explorer.js";
import { MoveList } from "./move_list.js";
import { lineOf, VariationTree } from "./tree.js";

/**
 * @typedef {import("../../server/protocol.js").Made} Made
 * @typedef {import("../../server/protocol.js").PlyTold} PlyTold
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Variation} Variation
 */

/** Milliseconds between two moves of a replay, by the speed of films. @type {Record<string, number>} */
const STAYS = { slow: 1500, normal: 800, fast: 350, off: 700 };

/** While `ply` is a number, the board shows the position after so many moves, or a variation that begins there. */
export class History {
  playing = false;
  /** The shown move of a variation. @type {Variation | null} */
  node = null;
  /** The move before the shown position of the past. @type {Made | null} */
  last = null;
  /** @type {number | null} */
  #ply = null;
  #request = 0; // only the answer to the last request is shown
  /** Where the last request leads, until that is shown. @type {{ply: number | null, node: Variation | null} | null} */
  #target = null;
  #replay = 0;
  #ends = false; // whether the film of the last move runs before the game is shown as it is now
  #since = 0; // how many moves the game had when the user went to the past

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.tree = new VariationTree(table.id);
    this.list = new MoveList(table, this.tree, this);
    this.explorer = new Explorer(
      table,
      () => (this.ply === null ? null : { ply: this.ply, node: this.node }),
      ({ ply, node }, text) => this.follow(ply, [text], node),
    );
    this.buttons = {
      first: icon("icon-first", "First position", "<", () => this.go(0)),
      back: icon("icon-back", "One move back", ",", () => this.step(-1)),
      play: icon("icon-play", "Replay the game", "V", () => this.#toggle()),
      next: icon("icon-next", "One move forth", ".", () => this.step(1)),
      last: icon("icon-last", "Back to now", ">", () => this.go(null)),
    };
    const bar = h("div", { class: "steps", role: "toolbar", "aria-label": "Steps through the game" });
    bar.append(...Object.values(this.buttons));
    this.none = h("p", { class: "soft", text: "No move has been made yet." });
    this.element = h("section", { class: "history", "aria-label": "Moves" }, this.none, this.list.element);
    this.title = h("strong");
    this.news = h("span", { class: "gone-on", role: "status" });
    this.words = h("span", { class: "tried-words" });
    const now = button("Back to now", () => this.go(null), { key: ">", class: "primary" });
    this.banner = h("div", { class: "past", hidden: true }, this.title, this.news, this.words, now);
    table.slots.side.append(bar, this.banner);
    table.menu.push({
      id: "replay",
      label: "Replay the game",
      key: "V",
      run: () => this.#toggle(),
      may: () => this.#moves.length > 0,
    });
    this.refresh();
  }

  /** The moves of the game before the shown position of the past, or before the variation that is shown. */
  get ply() {
    return this.node ? this.node.ply - this.line.length : this.#ply;
  }

  /** The moves of the variation that is shown. */
  get line() {
    return lineOf(this.node).map(({ text }) => text);
  }

  /** The number of moves before the shown position of the past. */
  get count() {
    return this.node?.ply ?? this.#ply;
  }

  /** All moves of the game, also those after the shown position. */
  get #moves() {
    return this.table.state?.moves ?? [];
  }

  /** Update the list; called after each event. */
  refresh() {
    const { node, tree } = this;
    tree.refresh(this.#moves.map((move) => move[1]));
    if (node && !tree.has(node)) {
      // The game has made the move that was tried, or has taken back those before it
      const isMade = this.#moves[node.ply - 1]?.[1] === node.text && node.ply < this.#moves.length;
      this.node = null;
      this.#ply = isMade ? node.ply : this.#moves.length;
    }
    if (!this.node && this.#ply !== null && this.#ply >= this.#moves.length && !this.#ends) this.go(null);
    this.#show();
  }

  /** Mark moves as mistakes and blunders. @param {Map<number, string>} marks by ply */
  marks(marks) {
    this.list.mark(marks);
    this.#show();
  }

  /**
   * Show the position after so many moves; null is the current one.
   * @param {number | null} ply @param {Variation | null} [node] of a variation
   */
  async go(ply, node = null) {
    this.pause();
    await this.#look(ply, node);
  }

  /** @param {number} by */
  async step(by) {
    this.pause();
    await this.#step(by);
  }

  /** Say that moves cannot be made in the past. */
  refuse() {
    this.table.say("You are looking at the past. Go back to now to play.", "wrong");
  }

  // Variations

  /** A cell was clicked in the past. @param {string} name */
  touch(name) {
    this.pause();
    return this.explorer.touch(name);
  }

  /** A word was chosen in the past. @param {string} word @param {string} [name] */
  word(word, name) {
    return this.explorer.word(word, name);
  }

  /**
   * Show a line from a position as a variation, as far as the game itself does not go this way.
   * @param {number} ply @param {string[]} moves @param {Variation | null} [node]
   * @returns {Promise<void>}
   */
  async follow(ply, moves, node = null) {
    const [text, ...others] = moves;
    if (text === undefined) return this.go(ply, node);
    if (!node && this.#moves[ply]?.[1] === text) return this.follow(ply + 1, others);
    const tried = this.tree.add(ply, node, text);
    return tried ? this.follow(ply, others, tried) : this.#refuseMore();
  }

  /** Delete a move of a variation and those after it. @param {Variation} node */
  async remove(node) {
    const shown = lineOf(this.node).includes(node);
    const [parent, ply] = [node.parent, node.ply - lineOf(node).length];
    this.tree.remove(node);
    if (shown) await this.go(ply, parent);
    else this.#show();
    this.table.say("The variation is deleted.");
  }

  /** Mark what may be chosen in the past. */
  mark() {
    const { input } = this.explorer;
    const open = input ? input.open() : null;
    const hint = this.table.marks.hint;
    this.table.board.mark({ open, again: input?.again(), taken: input?.touched ?? [], hint, last: this.last?.[2] ?? [] });
    this.#showWords();
  }

  #refuseMore() {
    this.table.refuse("This game has as many variations as the page keeps; delete one.");
  }

  /** Offer the words that a move may begin with. */
  #showWords() {
    const { words } = this.explorer;
    if (this.words.dataset.made === words.join(" ")) return;
    this.words.dataset.made = words.join(" ");
    const all = words.map((word) => button(this.table.wordLabel(word), () => this.word(word)));
    this.words.replaceChildren(...all);
  }

  // Replay

  /** Replay the game from the shown position, or from the first. */
  async play() {
    if (!this.#moves.length) return;
    const mine = ++this.#replay;
    this.playing = true;
    this.#updateButtons();
    if (this.ply === null) await this.#look(0);
    while (mine === this.#replay && this.ply !== null) {
      await pause(STAYS[this.table.speed] ?? STAYS.normal);
      if (mine !== this.#replay) break;
      const before = this.count;
      await this.#step(1);
      if (mine === this.#replay && this.count === before) break; // the end of a variation
    }
    if (mine === this.#replay) this.pause();
  }

  #toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  pause() {
    this.#replay += 1;
    this.playing = false;
    this.#updateButtons();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was handled */
  key(event) {
    const does = /** @type {Record<string, () => unknown>} */ ({
      ",": () => this.step(-1),
      ".": () => this.step(1),
      "<": () => this.go(0),
      ">": () => this.go(null),
      Escape: () => this.explorer.release() || this.go(null),
    })[event.key];
    const meant = event.key === "Escape" ? this.ply !== null : preferred("keys") !== "off";
    if (!does || !meant || event.ctrlKey) return false;
    does();
    return true;
  }

  close() {
    this.pause();
    this.explorer.close();
    this.#request += 1;
  }

  // Steps

  /** @param {number} by */
  async #step(by) {
    const { node, ply } = this.#target ?? this; // steps that come sooner than positions add up
    if (node) {
      const to = by > 0 ? node.next[0] : node.parent;
      if (to || by < 0) await this.#look(ply, to);
      return;
    }
    const here = ply ?? this.#moves.length;
    if (here + by >= 0 && here + by <= this.#moves.length) await this.#look(here + by);
  }

  /** @param {number | null} ply @param {Variation | null} [node] */
  async #look(ply, node = null) {
    const mine = ++this.#request;
    this.#target = { ply, node };
    await this.#travel(ply, node, mine);
    if (mine === this.#request) this.#target = null;
  }

  /** @param {number | null} ply @param {Variation | null} node @param {number} mine the number of the request */
  async #travel(ply, node, mine) {
    const [before, shown] = [this.count, this.node];
    const last = this.#moves.length;
    const ends = !node && (ply === null || ply >= last);
    if (ends && before === null) return;
    // Only a step forward is shown as a film: it begins with the position before
    const unfolds = node ? node.parent === shown && node.ply === (before ?? last) + 1 : !shown && before !== null && ply === before + 1;
    if (!ends || unfolds) {
      const position = await this.#fetch(ply ?? last, node);
      if (!position || mine !== this.#request) return;
      await this.#draw(position, node, unfolds, ends);
      if (mine !== this.#request) return;
    }
    if (ends) this.#showNow();
  }

  /** @param {number} ply @param {Variation | null} node @returns {Promise<PlyTold | null>} */
  async #fetch(ply, node) {
    if (node) return (await this.explorer.fetch({ ply: node.ply - lineOf(node).length, node }))?.position ?? null;
    try {
      return await get(`games/${this.table.id}/plies/${ply}`);
    } catch (error) {
      this.table.say(/** @type {Error} */ (error).message, "wrong");
      return null;
    }
  }

  /** @param {PlyTold} position @param {Variation | null} node @param {boolean} unfolds @param {boolean} ends */
  async #draw(position, node, unfolds, ends) {
    const { board } = this.table;
    board.skip();
    if (this.ply === null) this.#since = this.#moves.length;
    this.#ply = node ? node.ply : position.ply;
    this.node = node;
    this.last = position.move;
    this.#ends = ends;
    this.table.marks.hint = [];
    this.explorer.arrive(!this.playing);
    this.#show();
    this.table.analysis?.refresh();
    if (!ends) this.table.say(this.#describe());
    const mine = this.#request;
    if (unfolds && position.move) await this.#film(position.frames, position.move);
    if (mine !== this.#request) return;
    this.table.showPast(position);
    board.show(cellsOf(position));
    this.mark();
  }

  /** @param {PlyTold["frames"]} frames @param {Made} move */
  async #film(frames, move) {
    const { table } = this;
    table.unfold(move);
    if (await table.board.film(frames, table.speed, move[2])) table.input.calm();
    if (table.unfolding === move) table.unfold(null);
  }

  #showNow() {
    this.#ply = this.node = this.last = null;
    this.#ends = false;
    this.#replay += 1;
    this.playing = false;
    this.explorer.arrive(false);
    this.#show();
    this.table.analysis?.refresh();
    this.table.marks.hint = [];
    this.table.showNow();
    this.table.say("This is the game as it stands now.");
  }

  /** The shown position in a sentence. */
  #describe() {
    const { node, count } = this;
    if (node) return `A variation, move ${node.ply}: ${node.text}`;
    const move = this.#moves[(count ?? 0) - 1];
    if (!move) return "The first position, before all moves.";
    const mover = this.table.view.count > 1 ? `${this.table.playerTitle(move[0])} ` : "";
    return `Move ${count} of ${this.#moves.length}: ${mover}${move[1]}${this.list.markOf(count ?? 0)}`;
  }

  /** Mark the shown position in the list, and update the buttons. */
  #show() {
    this.none.hidden = this.#moves.length > 0;
    this.list.show(this.ply ?? this.#moves.length, this.node);
    this.#updateButtons();
  }

  #updateButtons() {
    const { first, back, play, next, last } = this.buttons;
    const { node } = this;
    const past = this.ply !== null;
    const here = this.count ?? this.#moves.length;
    first.disabled = back.disabled = here === 0;
    next.disabled = node ? !node.next.length : !past;
    last.disabled = !past;
    play.disabled = !this.#moves.length;
    name(play, this.playing ? "icon-pause" : "icon-play", this.playing ? "Pause the replay" : "Replay the game", "V");
    this.table.board?.classList.toggle("is-past", past);
    this.banner.hidden = !past;
    this.banner.classList.toggle("is-variation", !!node);
    const tries = past && this.explorer.isAllowed ? "The past: try other moves." : "This is the past.";
    setText(this.title, node ? "A variation, only for you." : tries);
    setText(this.news, past && this.#moves.length > this.#since ? "The game has gone on." : "");
  }
}

/**
 * A button with an icon.
 * @param {string} drawing
 * @param {string} label
 * @param {string} key
 * @param {() => unknown} run
 */
function icon(drawing, label, key, run) {
  return name(button(label, run, { key, class: "icon", symbol: drawing }), drawing, label, key);
}

/**
 * Change icon and label of such a button.
 * @param {HTMLButtonElement} it
 * @param {string} drawing
 * @param {string} label
 * @param {string} key
 */
function name(it, drawing, label, key) {
  if (it.getAttribute("aria-label") === label) return it;
  it.setAttribute("aria-label", label);
  it.title = `${label} (${key})`;
  const use = it.querySelector("use");
  use?.setAttribute("href", `${use.getAttribute("href")?.split("#")[0]}#${drawing}`);
  it.querySelector("span")?.remove();
  return it;
}
