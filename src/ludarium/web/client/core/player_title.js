/** What a player is called. */

/** A player by name; `player 3` where the name is a number. @param {{name: string}} player */
export const playerTitle = ({ name }) => (/^\d+$/.test(name) ? `player ${name}` : name);
