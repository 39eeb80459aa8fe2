/** All actions at a table: entries for the menu, the bar and the keys. */

import { ask, confirm, factList, openDialog, pick } from "../core/dialogs.js";
import { capital, isNarrow, sentence } from "../core/dom.js";
import { chooseFile, download, importGame } from "../core/files.js";
import { get } from "../server/http.js";
import { shareDialog } from "../core/share_link.js";
import { currentVisit } from "../core/visit.js";
import { askForGame } from "../pages/new_game.js";
import { preferenceFields } from "../pages/preferences.js";
import { openRules } from "../pages/rules.js";
import { openScores } from "../pages/scores.js";
import { leaveGame, partFromOthers, saveGame } from "./game_commands.js";
import { acceptsHelp } from "./input/help_question.js";
import { showKeys } from "./input/keys.js";
import { offerActions } from "./panels/opponents.js";
import { isMine, isMultiplayer, isPerson, isSpectator, may } from "./permissions.js";
import { occupant, portrait } from "./player_names.js";
import { playAgain, showStanding } from "./panels/results.js";
import { mayChangeSeat } from "./panels/side_panel.js";
import { advice, hasPeople } from "./panels/status.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("../core/menu.js").Entry} Entry
 */

const NO_UNDO = "At the deal of the day no move is taken back.";

/** @param {Table} table @returns {Entry[]} */
export function actions(table) {
  const groups = [[...moves(table), ...offerActions(table)], seats(table), information(table), games(table)];
  for (const [first] of groups.slice(1)) first.begins = true;
  return groups.flat();
}

/** @param {Table} table @returns {Entry[]} */
function moves(table) {
  const waits = () => table.view.waits && !table.view.ending;
  // Where players see different things, a computer gives hints by what the player sees, and analyses nothing
  const helped = () => (may(table, "analyse") || (table.view.hides && may(table, "hint"))) && plays();
  const canAsk = () => waits() && may(table, "hint");
  const canResign = () => may(table, "resign");
  const canUndo = () => table.view.can_undo;
  const canRedo = () => table.view.can_redo;
  const alone = () => may(table, "undo");
  // The menu has it where the bar has no room
  const hasRoom = () => alone() && !matchMedia("(max-width: 22rem)").matches;
  const plays = () => !isSpectator(table);
  const thinks = () => table.isThinking && may(table, "stop");
  const asks = () => helped() && !thinks() && !table.view.ending;
  const isRival = () => canResign() && table.view.count > 1 && (isMultiplayer(table) || !isNarrow());
  return [
    {
      id: "undo",
      label: "Undo",
      key: "U",
      run: () => table.request("undo"),
      may: canUndo,
      shown: alone,
      why: () => (table.state.daily ? NO_UNDO : ""),
    },
    {
      id: "redo",
      label: "Redo",
      key: "Y",
      run: () => table.request("redo"),
      may: canRedo,
      shown: alone,
      offered: hasRoom,
    },
    // Where a computer can be hurried, that takes the place of the hint
    { id: "hint", label: "Hint", key: "H", run: () => hint(table), may: canAsk, shown: helped, offered: asks },
    { id: "type", label: "Type a move", short: "Type", key: "T", run: () => typeMove(table), may: waits, shown: plays },
    { id: "stop", label: "Move now", key: "Esc", run: () => table.request("stop"), shown: thinks },
    { id: "resign", label: "Resign", key: "X", run: () => resign(table), shown: canResign, offered: isRival },
  ];
}

/** @param {Table} table @returns {Entry[]} */
function seats(table) {
  const others = () =>
    table.view.setting ||
    (table.ply === 0 && !table.view.vacant && table.view.players.some((player) => !isPerson(player)));
  /** @type {Entry} */
  const pause = {
    id: "pause",
    get label() {
      return table.view.paused ? "Go on" : "Pause";
    },
    key: "P",
    run: () => table.request("pause", { on: !table.view.paused }),
    // A game with people can be paused, too: the server pauses it when a computer cannot move
    shown: () => may(table, "pause") && (table.view.paused || !hasPeople(table.view)) && !table.view.ending,
  };
  /** @type {Entry} */
  const setting = {
    id: "moves",
    get label() {
      return table.view.setting ? "Let the others play" : "Set moves for all players";
    },
    key: "M",
    run: () => table.request("set moves", { on: !table.view.setting }),
    shown: () => may(table, "set moves") && others(),
  };
  const mayLay = () => may(table, "lay") && table.view.laying;
  const canStart = () => may(table, "start") && !table.view.begun;
  const canChange = () => may(table, "seat") && table.view.count > 1;
  const change = (/** @type {number | undefined} */ player) => changeSeat(table, player);
  return [
    { id: "level", label: "Who plays", key: "L", run: change, shown: canChange },
    { id: "start", label: "Start", run: () => table.request("start"), shown: canStart },
    pause,
    { id: "lay", label: "Set blocks", key: "B", run: () => lay(table), shown: mayLay },
    setting,
  ];
}

/** @param {Table} table @returns {Entry[]} */
function information(table) {
  return [
    { id: "rules", label: "Rules", key: "R", run: () => openRules(table.kind) },
    { id: "statistics", label: "Statistics", key: "I", run: () => statistics(table) },
    {
      id: "scores",
      label: "High scores",
      key: "O",
      run: () => openScores(table.kind, table.state.options),
      shown: () => table.kind.has_scores,
    },
    { id: "about", label: "About", key: "A", run: () => about(table) },
    { id: "keys", label: "Keys", key: "?", run: () => showKeys(table) },
    { id: "flip", label: "Flip the board", short: "Flip", key: "F", run: () => table.input.side.turn() },
    { id: "preferences", label: "Preferences", run: () => preferences(table) },
  ];
}

/** @param {Table} table @returns {Entry[]} */
function games(table) {
  const isAlone = () => !isMultiplayer(table) && !isSpectator(table);
  const isOpen = () => !table.view.hides;
  return [
    { id: "results", label: "How it stands", key: "E", run: () => standing(table) },
    { id: "new", label: "A new game ...", key: "N", run: () => askNewGame(table) },
    { id: "again", label: "New game", run: () => again(table), shown: () => table.view.ending !== null && isAlone() },
    { id: "save", label: "Save as a file", short: "Save", key: "S", run: () => saveGame(table), shown: isOpen },
    { id: "load", label: "Load a file", short: "Load", key: "J", run: () => load(table) },
    { id: "share", label: "Share a link", short: "Share", key: "K", run: () => shareDialog(table.id, table.seats), shown: isOpen },
    { id: "picture", label: "Picture of the board", short: "Picture", key: "W", run: () => picture(table) },
    { id: "leave", label: "To the house", key: "Q", run: () => leaveGame(table) },
  ];
}

/** @param {Table} table */
async function typeMove(table) {
  if (!table.moveInput && !table.isPast) {
    table.refuse(advice(table));
    return;
  }
  const at = table.ply;
  /** @param {string} move */
  const check = (move) =>
    table.isPast
      ? (table.history?.explorer.type(move) ?? "")
      : move
      ? table.socket.ask("play", { at, move }).then(
          () => "",
          (error) => error.message,
        )
      : "A move needs a word.";
  const example = table.isPast ? nextMove(table) : table.input.example();
  await ask({ title: "Type a move", label: "Move", button: "Play", example, check });
}

/** The move that was made or tried in the shown position of the past. @param {Table} table */
function nextMove({ history, state }) {
  const { node = null, ply = null } = history ?? {};
  return node ? node.next[0]?.text : state.moves[ply ?? state.moves.length]?.[1];
}

/** @param {Table} table */
async function hint(table) {
  if (await acceptsHelp(table, "A hint")) await table.input.hint();
}

/** @param {Table} table */
async function resign(table) {
  const { view } = table;
  const people = view.players.filter((each) => isMine(table, each));
  const player = people.find(({ number }) => number === view.turn) ?? people[0] ?? view.players[0];
  const text =
    view.count === 2 ? `${capital(table.playerTitle(1 - player.number))} wins then.` : "The game is over then.";
  if (await confirm("Give the game up?", text, "Resign")) await table.request("resign", { player: player.number });
}

/** How the game stands, or has ended. @param {Table} table */
const standing = (table) => (table.view.ending ? table.result?.open() : showStanding(table));

/** Another game of the same kind. @param {Table} table */
const again = (table) => (table.extension.again ?? playAgain)(table);

/** @param {Table} table */
function lay(table) {
  table.laying = !table.laying;
  table.refresh();
  table.say(advice(table));
}

/** @param {Table} table @param {number} [given] */
async function changeSeat(table, given) {
  const { view, house } = table;
  let number = given;
  if (number === undefined) {
    const rows = view.players
      // The last seat is that of all other players
      .filter((player) => player.number < table.state.seats.length && mayChangeSeat(table, player))
      .map((player) => ({
        label: `${capital(table.playerTitle(player.number))}: ${occupant(table, player)}`,
        value: String(player.number),
        symbol: portrait(player),
      }));
    const picked = await pick({ title: "For whom?", rows });
    if (picked === null) return;
    number = Number(picked);
  }
  const now = view.players.find((player) => player.number === number)?.who;
  const rows = [
    { label: "You, or a friend beside you", value: "human", symbol: "person", now: now === "human" },
    ...house.levels.map(({ name, number: level, seat }) => ({
      label: `${name}, level ${level}`,
      value: seat,
      symbol: name.toLowerCase(),
      now: now === seat,
    })),
  ];
  const who = await pick({ title: `Who plays for ${table.playerTitle(number)}?`, rows });
  if (who !== null && who !== now) await table.request("seat", { player: number, who });
}

/** @param {Table} table */
async function statistics(table) {
  const visit = currentVisit();
  try {
    const statistics = await get(`games/${table.id}/statistics`);
    await openDialog({ title: "The game so far", body: factList(statistics.facts), visit });
  } catch (error) {
    table.refuse(sentence(/** @type {Error} */ (error).message));
  }
}

/** @param {Table} table */
function about(table) {
  const house = `Ludarium ${table.house.version}, a house for abstract board games.`;
  return openDialog({ title: table.kind.title, body: [table.kind.about, house] });
}

/** @param {Table} table */
async function preferences(table) {
  await openDialog({ title: "Preferences", body: preferenceFields(table.house.levels) });
  table.refresh();
}

/** @param {Table} table */
async function askNewGame(table) {
  if (!(await partFromOthers(table))) return;
  const wanted = await askForGame(table.house, table.kind, table.state.options, table.seats);
  if (wanted) location.hash = `#/game/${wanted}`;
}

/** @param {Table} table */
async function load(table) {
  try {
    const text = (await partFromOthers(table)) ? await chooseFile() : null;
    if (text !== null) await importGame(text, table.kind.id);
  } catch (error) {
    table.refuse(sentence(/** @type {Error} */ (error).message));
  }
}

/** @param {Table} table */
async function picture(table) {
  try {
    download(await get(`games/${table.id}/board.svg`), `${table.kind.id}.svg`, "image/svg+xml");
  } catch (error) {
    table.refuse(sentence(/** @type {Error} */ (error).message));
  }
}
