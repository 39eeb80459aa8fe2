/** What fingers and mice do on a board: click, drag a piece, look at a cell, draw arrows. Meaning is given elsewhere. */

/**
 * @typedef {object} Hands what the board does with a gesture; cells are given by name, "" is beside the board
 * @property {(event: MouseEvent) => string} cellAt
 * @property {(name: string) => boolean} mayLift
 * @property {(name: string, event: PointerEvent) => void} lift
 * @property {(name: string, event: PointerEvent) => void} carry
 * @property {(name: string) => void} drop
 * @property {() => void} cancel a drag
 * @property {(name: string) => void} look
 * @property {(name: string, clicks: number) => void} click
 * @property {(from: string, to: string, tone: string) => void} draw
 * @property {() => boolean} release a right click: whether it ended something, and draws nothing
 * @typedef {{id: number, name: string, x: number, y: number, does: "press" | "drag" | "draw" | "nothing"}} Press
 */

const FAR = 6; // pixels that a pointer moves before it drags
const LONG = 450; // milliseconds after which a press without motion draws

export class Gestures {
  /** @type {Press | null} */
  #press = null;
  #clicked = ""; // the cell on which the last press began, if a click there counts
  #seen = "";
  #timer = 0;

  /** @param {HTMLElement} plan @param {Hands} hands */
  constructor(plan, hands) {
    this.plan = plan;
    this.hands = hands;
    plan.addEventListener("pointerdown", (event) => this.#down(event));
    plan.addEventListener("pointermove", (event) => this.#move(event));
    plan.addEventListener("pointerup", (event) => this.#up(event));
    plan.addEventListener("pointercancel", () => this.cancel());
    plan.addEventListener("pointerleave", () => this.#look(""));
    plan.addEventListener("click", (event) => this.#click(event));
    plan.addEventListener("contextmenu", (event) => !this.#isOutside(event) && event.preventDefault());
    // A finger that drags or draws does not scroll the page
    plan.addEventListener("touchmove", (event) => this.#holds() && event.preventDefault(), { passive: false });
  }

  /** End a drag or a drawing without an effect. */
  cancel() {
    clearTimeout(this.#timer);
    const dragged = this.#press?.does === "drag";
    if (this.#press) this.#press.does = "nothing";
    this.#clicked = "";
    if (dragged) this.hands.cancel();
  }

  /** Whether a press is on an element in a corner. @param {Event} event */
  #isOutside({ target }) {
    return target instanceof Element && target.closest(".corner") !== null;
  }

  /** Whether the pointer has something to move. */
  #holds() {
    const press = this.#press;
    return !!press && (press.does === "drag" || press.does === "draw" || this.hands.mayLift(press.name));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    clearTimeout(this.#timer);
    if (!event.isPrimary || this.#isOutside(event) || event.button === 1) return;
    const name = this.hands.cellAt(event);
    if (this.#press?.does === "drag") this.cancel(); // by another button
    const { pointerId: id, clientX: x, clientY: y } = event;
    const draws = event.button === 2;
    this.#press = { id, name, x, y, does: draws ? (this.hands.release() ? "nothing" : "draw") : "press" };
    this.#clicked = draws ? "" : name;
    if (draws) this.plan.setPointerCapture(id);
    else if (event.pointerType === "touch") {
      this.#timer = window.setTimeout(() => this.#drawInstead(), LONG);
      this.#look(name);
    }
  }

  /** A long press begins to draw. */
  #drawInstead() {
    if (this.#press?.does !== "press") return;
    this.#press.does = "draw";
    this.#clicked = "";
    navigator.vibrate?.(15);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    const name = this.hands.cellAt(event);
    if (press && event.pointerId === press.id && event.buttons) {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (press.does === "press" && far > FAR) this.#drag(press, event);
      if (press.does === "drag") this.hands.carry(name, event);
    }
    this.#look(name);
  }

  /** @param {Press} press @param {PointerEvent} event */
  #drag(press, event) {
    clearTimeout(this.#timer);
    press.does = "nothing";
    if (!this.hands.mayLift(press.name)) return;
    press.does = "drag";
    this.#clicked = "";
    this.plan.setPointerCapture(press.id);
    this.hands.lift(press.name, event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    clearTimeout(this.#timer);
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = null;
    const name = this.hands.cellAt(event);
    if (press.does === "drag") this.hands.drop(name);
    if (press.does === "draw" && press.name && name) this.hands.draw(press.name, name, toneOf(event));
    if (event.pointerType === "touch") this.#look("");
  }

  /** @param {string} name */
  #look(name) {
    if (name === this.#seen) return;
    this.#seen = name;
    this.hands.look(name);
  }

  /** A press and a release on one cell; assistive technology clicks without either. @param {MouseEvent} event */
  #click(event) {
    const name = this.#isOutside(event) ? "" : this.hands.cellAt(event);
    const counts = !event.detail || this.#clicked === name;
    if (name && counts) this.hands.click(name, event.detail);
  }
}

/** @param {PointerEvent} event */
function toneOf({ shiftKey, altKey }) {
  return shiftKey ? "bad" : altKey ? "other" : "good";
}
