/** The page of Beetle Battle: its two menus, and the winner with OK and Save game. */

import {
  capital,
  h,
  isMultiplayer,
  isSpectator,
  leaveGame,
  menuButton,
  newGame,
  openDialog,
  playAgain,
  saveGame,
  symbol,
} from "../../page_api.js";

/** @typedef {import("../../page_api.js").Table} Table */

/** @param {Table} table @returns {import("../../page_api.js").PageExtension} */
export function extend(table) {
  table.board.motion = { heading: ["beetle"], wings: "wings" };
  const sizes = table.kind.options.find(({ name }) => name === "size")?.choices ?? [];
  const now = () => table.state.options.size;
  /** @param {string} size */
  const begin = (size) => newGame(table, { ...table.state.options, size }, table.seats);
  const game = menuButton("Game", () => [
    { id: "new-game", label: "New game", run: () => begin(now()) },
    { id: "exit", label: "Exit", run: () => leaveGame(table) },
  ]);
  const board = menuButton("Board", () =>
    sizes.map((size) => ({
      id: `board-${size}`,
      label: `${size}x${size}`,
      key: size === now() ? "✓" : undefined,
      run: () => begin(size),
    })),
  );
  table.slots.title.append(h("div", { class: "menus", role: "group", "aria-label": "Menus" }, game, board));
  return { ended: (view) => ended(table, view, () => (isMultiplayer(table) ? playAgain(table) : begin(now()))) };
}

/** The button for another game: in a multiplayer game the others have to agree. @param {Table} table */
function ok(table) {
  if (isSpectator(table)) return { label: "OK", value: "", primary: true };
  return { label: isMultiplayer(table) ? "Rematch" : "OK", value: "again", primary: true };
}

/**
 * Announce the winner: OK begins a new game of the same size, Save game gives the moves as a file.
 * @param {Table} table
 * @param {import("../../page_api.js").View} view
 * @param {() => unknown} again
 */
async function ended(table, view, again) {
  const winner = view.ending?.winner;
  const loser = view.players.find(({ name }) => name !== winner)?.name ?? "";
  const gone = view.players.some(({ name, score }) => name === loser && score === 0);
  const why = gone
    ? `${capital(loser)} has no beetles left after ${table.ply} moves.`
    : capital(`${view.ending?.reason}.`);
  const beetle = winner ? symbol(`beetle-${winner}`, table.kind) : null;
  const picture = h("div", { class: "winner" }, beetle, h("p", { text: why }));
  if (winner) picture.style.setProperty("--piece", `var(--player-${winner})`);
  const answer = await openDialog({
    title: view.ending?.sentence ?? "",
    body: picture,
    buttons: [ok(table), { label: "Save game", value: "save" }],
    check: (value) => {
      if (value !== "save") return "";
      saveGame(table);
      return { note: "The moves are saved among your downloads." };
    },
  });
  if (answer === "again") again();
}
