/** Puzzles: a position in which one move is best. The user tries a move and sees what comes of it. */

import "../board/board.js";
import { MoveInput, beginFirst } from "../board/move_input.js";
import { ownerMark, Pieces } from "../board/drawing/pieces.js";
import { announce } from "../core/announcer.js";
import { cellsOf } from "../core/cells.js";
import { button, capital, fill, h, sentence, unseen } from "../core/dom.js";
import { currentUser, fetchUser } from "../core/identity.js";
import { filmSpeed } from "../core/preferences.js";
import { play as sound } from "../core/sound.js";
import { logo } from "../core/symbols.js";
import { get, post } from "../server/http.js";

/**
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../server/protocol.js").House} House
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").PuzzleTold} PuzzleTold
 * @typedef {import("../server/protocol.js").AnswerTold} AnswerTold
 * @typedef {import("../server/protocol.js").SolverTold} SolverTold
 */

const PAUSE = 700; // milliseconds between two moves of an answer

/** The page that offers the puzzles of all games. @param {(page: HTMLElement) => void} show @param {House} house */
export function showPuzzles(show, house) {
  const kinds = house.kinds.filter((kind) => kind.has_puzzles);
  const cards = kinds.map((kind) =>
    h(
      "li",
      { class: "card" },
      h("div", { class: "poster" }, logo(kind)),
      h("div", { class: "card-text" }, h("h3", { text: kind.title })),
      h(
        "div",
        { class: "card-play" },
        h("a", { class: "button primary", href: `#/puzzles/${kind.id}` }, "Puzzles", unseen(` of ${kind.title}`)),
        h("a", { class: "button", href: `#/puzzles/${kind.id}?daily` }, "Puzzle of the day", unseen(` of ${kind.title}`)),
      ),
    ),
  );
  const none = h("p", { class: "none", text: "No game here comes with puzzles." });
  const shelf = h("div", { class: "shelf" }, h("ul", { class: "cards" }, ...cards));
  show(h("div", { class: "page" }, h("h1", { text: "Puzzles" }), kinds.length ? shelf : none));
  return { title: "Puzzles" };
}

/**
 * The page of one game's puzzles.
 * @param {(page: HTMLElement) => void} show
 * @param {KindTold} kind
 * @param {string} query `daily` for the puzzle of the day, or `id=...`
 */
export async function showPuzzle(show, kind, query) {
  if (!kind.has_puzzles) throw new Error(`${kind.title} has no puzzles.`);
  const page = new PuzzlePage(kind);
  const given = new URLSearchParams(query);
  const wanted = given.has("daily") ? "?daily=true" : given.has("id") ? `?id=${given.get("id")}` : "";
  const first = await get(`puzzles/${kind.id}${wanted}`);
  show(page.element);
  page.begin(first);
  return { title: `${kind.title}: puzzles`, close: () => page.close() };
}

class PuzzlePage {
  board = /** @type {Board} */ (document.createElement("ludarium-board"));
  /** @type {PuzzleTold | null} */
  #puzzle = null;
  /** @type {MoveInput | null} null while an answer is shown, and after it */
  #input = null;
  #showing = 0; // counts what is shown, so that an earlier film does not go on
  #parts = {
    task: h("p", { class: "task" }),
    day: h("p", { class: "soft" }),
    verdict: h("p", { class: "verdict", role: "status" }),
    words: h("div", { class: "buttons" }),
    buttons: h("div", { class: "buttons" }),
    facts: h("p", { class: "soft" }),
    panels: h("p", { class: "soft" }),
  };

  /** @param {KindTold} kind */
  constructor(kind) {
    this.kind = kind;
    const { task, day, verdict, words, buttons, facts, panels } = this.#parts;
    this.element = h(
      "div",
      { class: "page puzzle", "data-kind": kind.id },
      h("div", { class: "puzzle-board" }, this.board),
      h(
        "section",
        { class: "puzzle-side", "aria-label": "Puzzle" },
        h("h1", { text: kind.title }),
        day,
        task,
        panels,
        words,
        verdict,
        buttons,
        facts,
      ),
    );
    this.board.addEventListener("touch", (event) => this.#touch(/** @type {CustomEvent} */ (event).detail.name));
  }

  close() {
    this.#showing++;
    this.board.skip();
  }

  /** Show a puzzle. @param {PuzzleTold} puzzle */
  begin(puzzle) {
    this.#puzzle = puzzle;
    const { task, day, verdict } = this.#parts;
    const alone = puzzle.names.length === 1;
    fill(task, alone ? null : ownerMark(puzzle.turn, puzzle.names), h("strong", { text: puzzle.task }));
    day.textContent = puzzle.daily ? "The puzzle of the day" : "";
    verdict.textContent = "";
    delete this.element.dataset.answer;
    this.#tellRatings(puzzle.mine);
    this.#reset();
    announce(puzzle.task);
  }

  /** Lay the position again, for a first try or another one. */
  #reset() {
    const puzzle = /** @type {PuzzleTold} */ (this.#puzzle);
    this.#showing++;
    const pieces = new Pieces(this.kind, puzzle.names);
    const { columns, rows, geometry } = puzzle;
    this.board.lay({ columns, rows, cells: cellsOf(puzzle), pieces, geometry });
    const facts = puzzle.panels.map(([label, value]) => `${capital(label)}: ${value}`);
    this.#parts.panels.textContent = facts.join(" · ");
    this.#parts.panels.style.visibility = "";
    this.#input = new MoveInput(puzzle.paths, puzzle.words);
    this.#mark();
    this.#offer(
      button("Hint", () => this.#say(puzzle.hint)),
      button("Solution", () => this.#try([])),
      button("Next", () => this.#next()),
    );
  }

  /** Tell the ratings, before a try and after one. @param {SolverTold} mine @param {boolean} [rated] of the try */
  #tellRatings({ rating, tries, streak }, rated) {
    const { rating: its, tried } = /** @type {PuzzleTold} */ (this.#puzzle);
    const row = streak > 1 ? `; you have solved ${streak} in a row` : "";
    const stays = `Only your first try at a puzzle counts: your rating stays ${rating}.`;
    const kept = currentUser()?.guest ? " With an account you keep it on all your devices." : "";
    const own = tries ? `Your rating is ${rating}${row}.` : "Your first try at a puzzle is rated.";
    this.#parts.facts.textContent =
      rated === undefined
        ? `This puzzle is rated ${its}. ${tried ? stays : own}`
        : rated
          ? `Your rating is ${rating} now${row}.${kept}`
          : stays;
  }

  /** @param {...HTMLElement} buttons */
  #offer(...buttons) {
    fill(this.#parts.buttons, ...buttons);
  }

  /** @param {string} text */
  #say(text) {
    this.#parts.verdict.textContent = text;
  }

  /** Mark what may be chosen, on the board and among the words. */
  #mark() {
    const input = this.#input;
    this.board.mark({ open: input?.open() ?? null, again: input?.again(), taken: input?.touched });
    const words = input ? input.words.filter((word) => input.canTouch(word)) : [];
    fill(
      this.#parts.words,
      ...words.map((word) => {
        const choice = button(this.kind.word_labels[word] ?? capital(word), () => this.#touch(word));
        choice.setAttribute("aria-pressed", String(input?.touched.includes(word)));
        return choice;
      }),
    );
  }

  /** A cell or word was chosen. @param {string} name */
  #touch(name) {
    const input = this.#input;
    if (!input) return;
    if (!input.canTouch(name))
      this.#say(input.comesLater(name) ? `${beginFirst(name)}.` : `${name} cannot be chosen now.`);
    const path = input.touch(name);
    this.#mark();
    if (path) this.#try(path);
  }

  /** Try a move; an empty path asks for the solution. @param {string[]} path */
  async #try(path) {
    const puzzle = /** @type {PuzzleTold} */ (this.#puzzle);
    this.#input = null;
    this.#mark();
    this.#parts.panels.style.visibility = "hidden"; // they are those of the position before
    const number = ++this.#showing;
    try {
      const answer = await post(`puzzles/${puzzle.kind}/${puzzle.id}`, { path });
      // With a first try, an unknown user becomes a guest
      if (!currentUser()) await fetchUser().catch(() => {});
      if (number === this.#showing) await this.#answer(answer, path.length > 0, number);
    } catch (error) {
      if (number !== this.#showing) return;
      this.#reset();
      this.#say(sentence(/** @type {Error} */ (error).message));
    }
  }

  /** Show what comes of a try. @param {AnswerTold} answer @param {boolean} tried @param {number} number */
  async #answer(answer, tried, number) {
    this.#say(answer.text);
    this.element.dataset.answer = answer.right ? "right" : tried ? "wrong" : "solution";
    this.#tellRatings(answer.mine, answer.rated);
    announce(answer.text, true);
    sound(answer.right ? "win" : tried ? "lose" : "place");
    const next = button("Next puzzle", () => this.#next());
    next.classList.add("primary");
    const again = button(answer.right ? "Look again" : "Try again", () => this.#again());
    const wrong = tried && !answer.right;
    this.#offer(next, again, ...(wrong ? [button("Show the solution", () => this.#showSolution())] : []));
    const solution = wrong ? [] : (answer.moves[0]?.path ?? []);
    for (const { path, frames } of answer.moves) {
      await this.board.film(frames, filmSpeed(), path);
      if (number !== this.#showing) return;
      this.board.mark({ open: null, last: path, hint: solution });
      if (filmSpeed() !== "off") await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (number !== this.#showing) return;
    }
  }

  #showSolution() {
    this.#again();
    this.#try([]);
  }

  #again() {
    delete this.element.dataset.answer;
    this.#say("");
    this.#reset();
  }

  async #next() {
    const number = ++this.#showing;
    try {
      const puzzle = await get(`puzzles/${this.kind.id}`);
      if (number === this.#showing) this.begin(puzzle);
    } catch (error) {
      this.#say(sentence(/** @type {Error} */ (error).message));
    }
  }
}
