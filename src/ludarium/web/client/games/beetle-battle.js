/** What Beetle Battle has of its own: its two menus, and the winner with OK and Save game. */

import { openDialog } from "../core/dialogs.js";
import { capital, h, menuButton } from "../core/dom.js";
import { again } from "../table/results.js";
import { looksOn, playsOthers } from "../table/permissions.js";
import { symbol } from "../core/symbols.js";

/** @typedef {import("../table/table.js").Table} Table */

/** @param {Table} table @returns {import("../table/table.js").Furniture} */
export function furnish(table) {
  const sizes = table.kind.options.find(({ name }) => name === "size")?.choices ?? [];
  const now = () => table.state.options.size;
  /** @param {string} size */
  const begin = (size) => table.newGame({ ...table.state.options, size }, table.seats);
  const game = menuButton("Game", () => [
    { id: "new-game", label: "New game", run: () => begin(now()) },
    { id: "exit", label: "Exit", run: () => table.leave() },
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
  return { ended: (view) => ended(table, view, () => (playsOthers(table) ? again(table) : begin(now()))) };
}

/** What comes next: where others have played, they are asked. @param {Table} table */
function ok(table) {
  if (looksOn(table)) return { label: "OK", value: "", primary: true };
  return { label: playsOthers(table) ? "Rematch" : "OK", value: "again", primary: true };
}

/**
 * Announce the winner: OK begins a new game of the same size, Save game gives the moves as a file.
 * @param {Table} table
 * @param {import("../core/socket.js").View} view
 * @param {() => unknown} again
 */
async function ended(table, view, again) {
  const winner = view.ending?.winner;
  const loser = view.players.find(({ name }) => name !== winner)?.name ?? "";
  const gone = view.players.some(({ name, score }) => name === loser && score === 0);
  const why = gone
    ? `${capital(loser)} has no beetles left after ${table.ply} moves.`
    : capital(`${view.ending?.reason}.`);
  const picture = h("div", { class: "winner" }, winner ? symbol(`beetle-${winner}`) : null, h("p", { text: why }));
  if (winner) picture.style.setProperty("--piece", `var(--${winner})`);
  const answer = await openDialog({
    title: view.ending?.sentence ?? "",
    body: picture,
    buttons: [ok(table), { label: "Save game", value: "save" }],
    check: (value) => {
      if (value !== "save") return "";
      table.download();
      return "The moves are saved among your downloads.";
    },
  });
  if (answer === "again") again();
}
