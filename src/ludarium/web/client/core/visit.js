/** Visits of pages, counted: what the server answers slowly is not shown on a page that was opened meanwhile. */

let count = 0;

/** A page is being opened. */
export function beginVisit() {
  return ++count;
}

/** The number of the page that is open, or being opened. */
export function currentVisit() {
  return count;
}
