/** Double clicks: what the first click brings into view, by opening or closing something, is not hit by the second. */

let hasChanged = false; // since the first click

/** Something that lies on the page has opened or closed. */
export function noteChange() {
  hasChanged = true;
}

/** @param {MouseEvent} event */
function stopSecond(event) {
  if (event.detail < 2) hasChanged = false;
  else if (hasChanged) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** From now on second clicks are watched. */
export function watchDoubleClicks() {
  addEventListener("click", stopSecond, true);
  addEventListener("mousedown", stopSecond, true); // which would mark the word under it
}
