/** A piece in the hand: it follows the pointer, above a finger, and goes back where it was if it is let go wrongly. */

const BACK = 160; // milliseconds of the way back

export class HeldPiece {
  #frame = document.createElement("div");
  /** @type {Element | undefined} */
  #left;
  #size;

  /**
   * @param {HTMLElement} host
   * @param {Element} drawing of the piece
   * @param {number} size pixels of a cell
   * @param {Element | undefined} left what stands on its cell, and is not shown meanwhile
   */
  constructor(host, drawing, size, left) {
    this.#size = size;
    this.#left = left;
    this.#frame.className = "in-hand";
    this.#frame.style.setProperty("--size", `${size}px`);
    this.#frame.append(drawing);
    host.append(this.#frame);
    left?.classList.add("lifted");
  }

  /** @param {PointerEvent} event */
  follow({ clientX, clientY, pointerType }) {
    const above = pointerType === "touch" ? this.#size : 0;
    this.#place(clientX - this.#size / 2, clientY - this.#size / 2 - above);
  }

  /** @param {number} x @param {number} y */
  #place(x, y) {
    this.#frame.style.setProperty("translate", `${x}px ${y}px`);
  }

  /** Fly back to where it was. @param {DOMRect} place */
  async back(place) {
    this.#frame.classList.add("back");
    this.#place(place.x, place.y);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    await new Promise((resolve) => setTimeout(resolve, calm ? 0 : BACK));
    this.put();
  }

  /** Wait on the cell where it was put. @param {DOMRect} place */
  rest(place) {
    this.#frame.classList.add("at-rest");
    this.#place(place.x, place.y);
  }

  /** Put it down here. */
  put() {
    this.#frame.remove();
    this.#left?.classList.remove("lifted");
  }
}
