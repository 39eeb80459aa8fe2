/**
 * Who may do what at a table. Written by tools/permission_table.py from ludarium/play/match/permissions.py: change it
 * there and run the tool again.
 */

/** The states of a game. */
export const STATES = ["set-up", "set-up, rivals", "in play", "in play, rivals", "over", "over, rivals"];

/** The roles that a word of the table stands for. @type {Record<string, string[]>} */
export const AUDIENCES = {
  "everyone": ["host to move", "host not to move", "host without a seat", "player to move", "player not to move", "spectator"],
  "host, players": ["host to move", "host not to move", "host without a seat", "player to move", "player not to move"],
  "players": ["host to move", "host not to move", "player to move", "player not to move"],
  "player to move": ["host to move", "player to move"],
  "host": ["host to move", "host not to move", "host without a seat"],
  "-": [],
};

/** Who may do something, for each of STATES. @type {Record<string, string[]>} */
export const TABLE = {
  "play": ["player to move", "player to move", "player to move", "player to move", "-", "-"],
  "undo": ["host, players", "host", "host, players", "-", "host, players", "-"],
  "redo": ["host, players", "host", "host, players", "-", "-", "-"],
  "resign": ["players", "players", "players", "players", "-", "-"],
  "sit": ["everyone", "everyone", "everyone", "everyone", "everyone", "everyone"],
  "leave": ["players", "players", "players", "players", "players", "players"],
  "offer draw": ["-", "-", "players", "players", "-", "-"],
  "offer takeback": ["players", "players", "players", "players", "-", "-"],
  "offer rematch": ["-", "-", "-", "-", "players", "players"],
  "decline": ["players", "players", "players", "players", "players", "players"],
  "claim": ["-", "players", "-", "players", "-", "-"],
  "seat": ["host", "host", "host", "host", "host", "host"],
  "pause": ["host", "host", "host", "host", "host", "host"],
  "start": ["host", "host", "-", "-", "host", "host"],
  "set up": ["host", "host", "-", "-", "host", "host"],
  "lay": ["host", "host", "-", "-", "-", "-"],
  "set moves": ["host", "host", "host", "-", "host", "host"],
  "seed": ["host", "host", "-", "-", "host", "host"],
  "look": ["everyone", "everyone", "everyone", "everyone", "everyone", "everyone"],
  "preview": ["everyone", "everyone", "everyone", "everyone", "everyone", "everyone"],
  "premoves": ["everyone", "everyone", "everyone", "everyone", "everyone", "everyone"],
  "hint": ["player to move", "-", "player to move", "-", "-", "-"],
  "analyse": ["everyone", "-", "everyone", "-", "everyone", "everyone"],
  "explore": ["everyone", "-", "everyone", "-", "everyone", "everyone"],
  "review": ["everyone", "-", "everyone", "-", "everyone", "everyone"],
  "stop": ["host, players", "host, players", "host, players", "host, players", "host, players", "host, players"],
  "enough": ["everyone", "everyone", "everyone", "everyone", "everyone", "everyone"],
  "read": ["everyone", "everyone", "everyone", "everyone", "everyone", "everyone"],
  "delete": ["host", "-", "host", "-", "host", "host"],
  "enter score": ["host", "host", "host", "host", "host", "host"],
};

/** What no one may do while players see different things. */
export const TELLING = ["analyse", "explore", "review", "set moves"];
