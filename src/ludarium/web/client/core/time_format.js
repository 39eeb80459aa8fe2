/** Times and time controls in words. */

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The time of a clock. @param {number} milliseconds */
export function clockTime(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60)];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** A time control, in a few words. @param {import("../server/protocol.js").Clock | null | undefined} clock */
export function timeControl(clock) {
  if (!clock) return "";
  if (clock.days) return `${clock.days} ${clock.days === 1 ? "day" : "days"} a move`;
  const seconds = clock.seconds ?? 0;
  return `${seconds % 60 ? `${seconds} s` : `${seconds / 60} min`}${clock.increment ? ` + ${clock.increment} s` : ""}`;
}

/** A moment, in the user's own time. @param {string} iso */
export function dateAndTime(iso) {
  return new Date(iso).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** @type {[number, string][]} */
const UNITS = [
  [DAY, "day"],
  [HOUR, "hour"],
  [60, "minute"],
];

/** How long ago something was. @param {string} then @param {number} now */
export function ago(then, now) {
  const seconds = (now - Date.parse(then)) / 1000;
  for (const [length, name] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count > 0) return `${count} ${name}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}
