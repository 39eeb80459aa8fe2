/** The question before a computer helps in a game that is played for points. */

import { confirm } from "../../core/dialogs.js";

/** @typedef {import("../types.js").Table} Table */

/**
 * Ask whether the user accepts help, where it costs the place in a table.
 * @param {Table} table
 * @param {string} what helps
 */
export async function acceptsHelp(table, what) {
  if (!table.view.for_points) return true;
  const lost = table.state.daily
    ? "your try can then not be entered in the table of the day, and there is one try a day"
    : "the score of this game can then not be entered in the table of high scores";
  return confirm("Be helped?", `${what} counts as help: ${lost}.`, "Go on");
}
