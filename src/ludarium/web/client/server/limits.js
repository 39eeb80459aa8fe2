/** The limits that the server enforces, as it reports them when the page opens. */

/** @typedef {import("./protocol.js").Limits} Limits */

/** @type {Limits | null} */
let known = null;

/** @param {Limits} limits */
export function setLimits(limits) {
  known = limits;
}

/** @returns {Limits} */
export function limits() {
  if (!known) throw new Error("The limits are known when the page has opened.");
  return known;
}

/** How large a request may be, in words. */
export const largestFile = () => `${limits().request_bytes >> 20} MiB`;
