/** The moves of a game as a list, steps to any past position, and a replay. */

import { colourOf, tokenName } from "../../board/pieces.js";
import { cellsOf } from "../../core/cells.js";
import { afterPaint, button, h } from "../../core/dom.js";
import { get } from "../../server/http.js";
import { preferred } from "../../core/preferences.js";

/**
 * @typedef {import("../../server/protocol.js").PlyTold} PlyTold
 * @typedef {import("../types.js").Table} Table
 */

const LISTED = 300; // moves that are listed at a time
const SHAPES = "●■▲◆★✚▼♣⬢♥"; // by owner, like the page's tokens

/** Milliseconds between two moves of a replay, by the speed of films. @type {Record<string, number>} */
const STAYS = { slow: 1500, normal: 800, fast: 350, off: 700 };

/** @param {number} time milliseconds */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** While `ply` is a number, the board shows the position after so many moves. */
export class History {
  /** @type {number | null} */
  ply = null;
  playing = false;
  #request = 0; // only the answer to the last request is shown
  #replay = 0;
  #ends = false; // whether the film of the last move runs before the game is shown as it is now
  #from = 0; // the first move that is listed
  /** @type {string[]} */
  #listed = [];
  /** @type {Map<number, string>} */
  #marked = new Map();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "moves", on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event) } });
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
    this.element = h(
      "section",
      { class: "history", "aria-label": "Moves" },
      h("h2", { text: "Moves" }),
      bar,
      this.none,
      this.list,
    );
    const now = button("Back to now", () => this.go(null), { key: ">", class: "primary" });
    this.banner = h("div", { class: "past", hidden: true }, h("strong", { text: "This is the past." }), now);
    table.parts.say.parentElement?.before(this.banner);
    table.menu.push({
      id: "replay",
      label: "Replay the game",
      key: "V",
      run: () => this.#toggle(),
      may: () => this.#moves.length > 0,
    });
    this.refresh();
  }

  /** All moves of the game, also those after the shown position. */
  get #moves() {
    return this.table.state?.moves ?? [];
  }

  /** Update the list; called after each event. */
  refresh() {
    if (this.ply !== null && this.ply >= this.#moves.length && !this.#ends) this.go(null);
    this.#list();
    this.#updateButtons();
  }

  /** Mark moves as mistakes and blunders. @param {Map<number, string>} marks by ply */
  marks(marks) {
    this.#marked = marks;
    this.#listed = [];
    this.#list();
  }

  /** Show the position after so many moves; null is the current one. @param {number | null} ply */
  async go(ply) {
    this.pause();
    await this.#look(ply);
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

  /** Replay the game from the shown position, or from the first. */
  async play() {
    if (!this.#moves.length) return;
    const mine = ++this.#replay;
    this.playing = true;
    this.#updateButtons();
    if (this.ply === null) await this.#look(0);
    while (mine === this.#replay && this.ply !== null) {
      await pause(STAYS[this.table.speed] ?? STAYS.normal);
      if (mine === this.#replay) await this.#step(1);
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
      Escape: () => this.go(null),
    })[event.key];
    const meant = event.key === "Escape" ? this.ply !== null : preferred("keys") !== "off";
    if (!does || !meant || event.ctrlKey) return false;
    does();
    return true;
  }

  close() {
    this.pause();
    this.#request += 1;
  }

  /** @param {number} by */
  async #step(by) {
    const here = this.ply ?? this.#moves.length;
    if (here + by >= 0 && here + by <= this.#moves.length) await this.#look(here + by);
  }

  /** @param {number | null} ply */
  async #look(ply) {
    const before = this.ply;
    const last = this.#moves.length;
    const ends = ply === null || ply >= last;
    const mine = ++this.#request;
    if (ends && before === null) return;
    // Only a step forward is shown as a film: it begins with the position before
    const unfolds = before !== null && ply === before + 1;
    if (!ends || unfolds) {
      const position = await this.#fetch(ply ?? last);
      if (!position || mine !== this.#request) return;
      await this.#draw(position, unfolds, ends);
      if (mine !== this.#request) return;
    }
    if (ends) this.#showNow();
  }

  /** @param {number} ply @returns {Promise<PlyTold | null>} */
  async #fetch(ply) {
    try {
      return await get(`games/${this.table.id}/plies/${ply}`);
    } catch (error) {
      this.table.say(/** @type {Error} */ (error).message, "wrong");
      return null;
    }
  }

  /** @param {PlyTold} position @param {boolean} unfolds @param {boolean} ends */
  async #draw(position, unfolds, ends) {
    const board = this.table.board;
    board.skip();
    this.ply = position.ply;
    this.#ends = ends;
    this.#show(position.ply);
    if (!ends) this.table.say(this.#describe(position.ply));
    const mine = this.#request;
    if (unfolds && position.move) await this.#film(position.frames, position.move);
    if (mine !== this.#request) return;
    this.table.showPast(position);
    board.show(cellsOf(position));
    board.mark({ open: null, taken: [], hint: [], last: position.move?.[2] ?? [] });
  }

  /** @param {PlyTold["frames"]} frames @param {NonNullable<PlyTold["move"]>} move */
  async #film(frames, move) {
    const { table } = this;
    table.unfold(move);
    if (await table.board.film(frames, table.speed, move[2])) table.input.calm();
    if (table.unfolding === move) table.unfold(null);
  }

  #showNow() {
    this.ply = null;
    this.#ends = false;
    this.#replay += 1;
    this.playing = false;
    this.#show(this.#moves.length);
    this.table.showNow();
    this.table.say("This is the game as it stands now.");
  }

  /** A ply in a sentence. @param {number} ply */
  #describe(ply) {
    const move = this.#moves[ply - 1];
    if (!move) return "The first position, before all moves.";
    return `Move ${ply} of ${this.#moves.length}: ${this.#mover(move)}${move[1]}${this.#marked.get(ply) ?? ""}`;
  }

  /** @param {import("../../server/protocol.js").Made} move */
  #mover([player]) {
    return this.table.view.count > 1 ? `${this.table.playerTitle(player)} ` : "";
  }

  /** Mark a ply in the list, and update the buttons. @param {number} ply */
  #show(ply) {
    this.#list(ply);
    this.#updateButtons();
    this.table.analysis?.refresh();
  }

  #updateButtons() {
    const { first, back, play, next, last } = this.buttons;
    const past = this.ply !== null;
    const here = this.ply ?? this.#moves.length;
    first.disabled = back.disabled = here === 0;
    next.disabled = last.disabled = !past;
    play.disabled = !this.#moves.length;
    name(play, this.playing ? "icon-pause" : "icon-play", this.playing ? "Pause the replay" : "Replay the game", "V");
    this.table.board?.classList.toggle("is-past", past);
    this.banner.hidden = !past;
  }

  // The list

  /** @param {number} [ply] that the list has to contain; the shown one by default */
  #list(ply = this.ply ?? this.#moves.length) {
    const moves = this.#moves;
    this.none.hidden = moves.length > 0;
    const from = this.#window(ply);
    this.list.classList.toggle("in-pairs", this.table.state?.view.count === 2);
    const wanted = moves.slice(from, from + LISTED).map((move) => move[1]);
    const same = from === this.#from && this.#listed.every((text, i) => text === wanted[i]);
    if (!same || !this.#listed.length || wanted.length < this.#listed.length)
      this.list.replaceChildren(...this.#earlier(from));
    const there = this.list.querySelectorAll("li[data-ply]").length;
    for (let i = there; i < wanted.length; i++) this.list.append(this.#row(from + i + 1));
    this.#listed = wanted;
    this.#from = from;
    this.#point(ply);
  }

  /** The first move to be listed. @param {number} ply */
  #window(ply) {
    const fits = ply === 0 ? this.#from === 0 : ply > this.#from && ply <= this.#from + LISTED;
    return fits ? this.#from : Math.max(0, ply - Math.floor(LISTED / 2));
  }

  /** @param {number} from */
  #earlier(from) {
    if (!from) return [];
    const go = () => this.go(Math.max(0, from - 1));
    return [h("li", {}, button(`${from} earlier moves`, go, { class: "earlier" }))];
  }

  /** @param {number} ply */
  #row(ply) {
    const move = this.#moves[ply - 1];
    const mark = this.#marked.get(ply) ?? "";
    const many = this.table.view.count > 1;
    const look = tokenName(move[0], this.table.names) || SHAPES[move[0]];
    const shape = h("i", { class: "owner", "aria-hidden": "true", text: look });
    shape.style.setProperty("color", colourOf(move[0], this.table.names));
    const row = h(
      "button",
      { type: "button", tabindex: "-1", on: { click: () => this.go(ply) } },
      h("small", { text: `${ply}` }),
      many ? shape : null,
      many ? h("span", { class: "unseen", text: this.#mover(move) }) : null,
      h("span", { text: move[1] }),
      mark ? h("b", { class: "mark", "aria-hidden": "true", text: mark }) : null,
      mark ? h("span", { class: "unseen", text: mark === "??" ? "a blunder" : "a mistake" }) : null,
    );
    return h("li", { data: { ply } }, row);
  }

  /** @param {number} ply */
  #point(ply) {
    const before = this.list.querySelector("[aria-current]");
    const now = this.list.querySelector(`li[data-ply="${ply}"] > button`);
    const first = this.list.querySelector("li[data-ply] > button");
    before?.removeAttribute("aria-current");
    for (const row of this.list.querySelectorAll('[tabindex="0"]')) row.setAttribute("tabindex", "-1");
    (now ?? first)?.setAttribute("tabindex", "0");
    if (!(now instanceof HTMLElement)) return;
    now.setAttribute("aria-current", "step");
    // Not scrollIntoView: that would scroll the page as well. After painting, when the layout is known
    afterPaint(() => (this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2));
  }

  /** Arrows in the list step through the game. @param {KeyboardEvent} event */
  async #walk(event) {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    const to = { Home: 1, End: this.#moves.length }[event.key] ?? (by && (this.ply ?? this.#moves.length) + by);
    if (to === undefined || to < 1 || to > this.#moves.length) return;
    event.preventDefault();
    event.stopPropagation();
    this.#list(to);
    const row = this.list.querySelector(`li[data-ply="${to}"] > button`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    await this.go(to);
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
