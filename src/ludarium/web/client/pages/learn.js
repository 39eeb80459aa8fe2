/** The introduction to a game: positions that its folder has prepared, in each of which a move is tried. */

import { Board } from "../board/board.js";
import { MoveInput } from "../board/move_input.js";
import { Pieces } from "../board/drawing/pieces.js";
import { announce } from "../core/announcer.js";
import { ListedCells } from "../core/cells.js";
import { button, capital, fill, h, sentence } from "../core/dom.js";
import { filmSpeed } from "../core/preferences.js";
import { get, post } from "../server/http.js";
import { playUrl } from "./quick_game.js";

/**
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").StepTold} StepTold
 * @typedef {import("../server/protocol.js").TriedTold} TriedTold
 */

class Lesson {
  /** @type {MoveInput | null} */
  #input = null;
  #number = 0;
  #busy = false;

  /** @param {KindTold} kind @param {StepTold[]} steps */
  constructor(kind, steps) {
    this.kind = kind;
    this.steps = steps;
    this.board = new Board();
    this.board.addEventListener("touch", (event) => this.#touch(/** @type {CustomEvent} */ (event).detail.name));
    this.place = h("div", { class: "lesson-board" }, this.board);
    this.count = h("p", { class: "soft" });
    this.text = h("p", { class: "lesson-text" });
    this.answer = h("p", { class: "lesson-answer" });
    this.words = h("div", { class: "buttons" });
    this.buttons = h("div", { class: "buttons" });
    const side = h("div", { class: "lesson-side" }, this.count, this.text, this.words, this.answer, this.buttons);
    this.element = h(
      "article",
      { class: "page lesson", data: { kind: kind.id } },
      h("h1", { text: `${kind.title} step by step` }),
      this.place,
      side,
    );
    if (steps.length !== 3) fill(/** @type {Element} */ (this.element.firstElementChild), `Learn ${kind.title}`);
  }

  get #step() {
    return this.steps[this.#number];
  }

  /** Show a step from its beginning. @param {number} number */
  begin(number) {
    this.#number = number;
    const { board, text, words } = this.#step;
    this.element.dataset.step = String(number + 1);
    delete this.element.dataset.tried;
    const { columns, rows, names, geometry } = board;
    const [width, height] = geometry ?? [columns, rows];
    this.place.style.setProperty("aspect-ratio", `${width} / ${height}`);
    const pieces = new Pieces(this.kind, names);
    this.board.lay({ columns, rows, cells: new ListedCells(board.cells), pieces, geometry });
    this.#input = new MoveInput(this.#step.paths, words);
    fill(this.count, `Step ${number + 1} of ${this.steps.length}`);
    fill(this.text, text);
    fill(this.answer);
    fill(this.words, ...words.map((word) => this.#wordButton(word)));
    this.#setButtons(false);
    this.#mark();
    announce(text);
  }

  /** @param {string} word */
  #wordButton(word) {
    const made = button(capital(this.kind.word_labels[word] ?? word), () => this.#touch(word));
    made.dataset.word = word;
    return made;
  }

  #mark() {
    const input = this.#input;
    this.board.mark(input ? { open: input.open(), again: input.again(), taken: input.touched } : {});
    for (const each of this.words.querySelectorAll("button")) {
      const chosen = input?.touched.includes(each.dataset.word ?? "") ?? false;
      each.setAttribute("aria-pressed", String(chosen));
      each.disabled = !input;
    }
  }

  /** @param {string} name */
  #touch(name) {
    if (this.#busy) {
      this.board.skip();
      return;
    }
    if (!this.#input) return;
    const path = this.#input.touch(name);
    this.#mark();
    if (path) this.#try(path);
  }

  /** Let the rules make the move. @param {string[]} path */
  async #try(path) {
    this.#busy = true;
    this.#input = null;
    this.#mark();
    try {
      /** @type {TriedTold} */
      const tried = await post(`kinds/${this.kind.id}/introduction/${this.#number}`, { path });
      await this.board.film(tried.frames, filmSpeed(), path);
      this.element.dataset.tried = tried.counts ? "yes" : "no";
      fill(this.answer, tried.text);
      this.#setButtons(tried.counts);
      announce(tried.text);
    } catch (error) {
      fill(this.answer, sentence(/** @type {Error} */ (error).message));
      this.#setButtons(false);
    }
    this.#busy = false;
  }

  /** What comes next. @param {boolean} done whether the move of this step was made */
  #setButtons(done) {
    const again = () => {
      this.begin(this.#number);
      this.board.focusBoard();
    };
    const last = this.#number === this.steps.length - 1;
    const next = last
      ? h("a", { class: "button primary", href: playUrl(this.kind), text: "Play a first game" })
      : button("Next", () => this.#go(1), { class: "primary" });
    const rules = h("a", { class: "button", href: `#/rules/${this.kind.id}`, text: "All the rules" });
    const tried = this.element.dataset.tried !== undefined;
    const before = this.#number ? button("Back", () => this.#go(-1)) : null;
    const retry = tried ? button("Try again", again, { class: done ? "" : "primary" }) : null;
    const skip = last ? h("a", { class: "button", href: playUrl(this.kind), text: "Play a first game" }) : null;
    const skipStep = last ? skip : button("Skip", () => this.#go(1));
    fill(this.buttons, ...(done ? [next, retry, last ? rules : null] : [retry, before, skipStep]));
    const first = this.buttons.querySelector(".primary");
    if (tried && first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @param {number} by */
  #go(by) {
    this.begin(this.#number + by);
    this.board.focusBoard();
  }
}

/** The page of an introduction. @param {(page: HTMLElement) => void} show @param {KindTold} kind */
export async function showLearn(show, kind) {
  /** @type {{steps: StepTold[]}} */
  const { steps } = await get(`kinds/${kind.id}/introduction`);
  if (!steps.length) throw new Error(`${kind.title} has no introduction; its rules tell how it is played.`);
  const lesson = new Lesson(kind, steps);
  show(lesson.element);
  lesson.begin(0);
  return { title: `Learn ${kind.title}` };
}
