/**
 * What the page module of a game may use: the stable part of the page.
 *
 * A game folder may hold `page.js`, which exports `extend(table)`; that returns a PageExtension: what the game adds to
 * its table. The server serves it as `games/<id>/page.js` beside this file, so it imports `../../page_api.js`, wherever
 * the folder is. `page.css` in the same folder holds its styles, scoped to `[data-kind="<id>"]`, and `pieces.svg` its
 * drawings: symbols for pieces (see board/piece_layout.js), and one with the id `logo`.
 *
 * @typedef {import("./table/types.js").Table} Table
 * @typedef {import("./table/types.js").PageExtension} PageExtension
 * @typedef {import("./server/protocol.js").Panel} Panel
 * @typedef {import("./server/protocol.js").View} View
 */

export { ownerMark } from "./board/drawing/pieces.js";
export { ask, factList, openDialog, pick } from "./core/dialogs.js";
export { button, capital, fill, h, sentence } from "./core/dom.js";
export { askForFile, importGame } from "./core/files.js";
export { get } from "./server/http.js";
export { menuButton } from "./core/menu.js";
export { tellsKeys } from "./core/preferences.js";
export { logo, symbol } from "./core/symbols.js";
export { currentVisit } from "./core/visit.js";
export { askToJoin } from "./pages/join_game.js";
export { NewGameForm } from "./pages/new_game.js";
export { optionPicture } from "./pages/option_pictures.js";
export { fetchUsualLevel } from "./pages/quick_game.js";
export { leaveGame, newGame, partFromOthers, saveGame } from "./table/game_commands.js";
export { hostGame } from "./table/hosting.js";
export { openPlayer } from "./table/panels/opponents.js";
export { isHost, isMine, isMultiplayer, isSpectator } from "./table/permissions.js";
export { occupant } from "./table/player_names.js";
export { playAgain } from "./table/panels/results.js";
