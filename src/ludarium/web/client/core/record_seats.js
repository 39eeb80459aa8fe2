/** Who played in games that were saved or shared: a record does not say it, so this browser remembers it. */

import { get } from "../server/http.js";
import { keptList } from "./kept_list.js";

/** @type {import("./kept_list.js").KeptList<[record: string, seats: string[]]>} */
const remembered = keptList("ludarium-record-seats");

/** A short name for a text (FNV-1a); crypto.subtle is missing on pages without TLS. @param {string} text */
function digest(text) {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return `${text.length} ${hash >>> 0}`;
}

/** The record of a game, after which this browser knows who plays in it. @param {string} id @param {string[]} seats */
export async function fetchRecord(id, seats) {
  const text = await get(`games/${id}/record`);
  const record = digest(text);
  remembered.add([record, seats], ([each]) => each === record);
  return text;
}

/** Who played in the game that was loaded; none if this browser has not saved it. @param {string} id */
export async function fetchSeats(id) {
  const record = digest(await get(`games/${id}/record`));
  return remembered.read().find(([each]) => each === record)?.[1] ?? [];
}
