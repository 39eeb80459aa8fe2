/** The page of Beetle Battle: its two menus, and the winner at the end. */

import {
  capital,
  h,
  leaveGame,
  menuButton,
  newGame,
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
      now: size === now(),
      run: () => begin(size),
    })),
  );
  table.slots.title.append(h("div", { class: "menus", role: "group", "aria-label": "Menus" }, game, board));
  return { unit: "beetle", result: () => [winner(table)] };
}

/** The winner's beetle, and how it won. @param {Table} table */
function winner({ kind, view, ply }) {
  const name = view.ending?.winner;
  const loser = view.players.find((player) => player.name !== name)?.name ?? "";
  const gone = view.players.some((player) => player.name === loser && player.score === 0);
  const beetle = name ? symbol(`beetle-${name}`, kind) : null;
  const why = gone ? `${capital(loser)} has no beetles left after ${ply} ${ply === 1 ? "move" : "moves"}.` : "";
  const picture = h("div", { class: "winner" }, beetle, h("p", { text: why }));
  if (name) picture.style.setProperty("--piece", `var(--player-${name})`);
  return picture;
}
