/** The question before a computer helps in a game that is played for points. */

import { confirm } from "../core/dialogs.js";

/** @typedef {import("./types.js").Table} Table */

/**
 * Ask whether the user accepts help, where it costs the place in the table of high scores.
 * @param {Table} table
 * @param {string} what helps
 */
export async function acceptsHelp(table, what) {
  if (!table.view.for_points) return true;
  const text = `${what} counts as help: the score of this game can then not be entered in the table of high scores.`;
  return confirm("Be helped?", text, "Go on");
}
