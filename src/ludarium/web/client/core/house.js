/** What the server reports about its games, levels and limits. */

import { get } from "../server/http.js";
import { setLimits } from "../server/limits.js";
import { pause } from "./dom.js";
import { addPlayerColours } from "./player_colours.js";

/** @typedef {import("../server/protocol.js").House} House */

const PAUSE = 500; // milliseconds before a game that is being loaded is asked for again

/** @returns {Promise<House>} */
export async function fetchHouse() {
  const house = await get("house");
  setLimits(house.limits);
  addPlayerColours(house.kinds);
  return house;
}

/**
 * A kind of game; undefined if there is none. One that is still being loaded is asked for until it is there.
 * @param {House} house
 * @param {string} id
 */
export async function findKind(house, id) {
  const find = () => house.kinds.find((kind) => kind.id === id);
  if (!find()) Object.assign(house, await fetchHouse());
  while (!find() && house.loading.includes(id)) {
    await pause(PAUSE);
    Object.assign(house, await fetchHouse());
  }
  return find();
}
