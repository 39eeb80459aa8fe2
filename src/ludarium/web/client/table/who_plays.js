/** The question who plays in a game that came from a file or a link. */

import { openDialog } from "../core/dialogs.js";
import { capital, h } from "../core/dom.js";
import { fetchSeats } from "../core/record_seats.js";
import { currentVisit } from "../core/visit.js";
import { may } from "./permissions.js";

/** @typedef {import("./types.js").Table} Table */

/**
 * Ask who plays for each player, and let the game go on. It came paused: no computer moves before the answer.
 * @param {Table} table
 */
export async function askWhoPlays(table) {
  const { view } = table;
  if (!view.paused || view.ending || !view.begun || view.count < 2 || !may(table, "seat")) return;
  const choices = [
    { seat: "human", label: "You, or a friend beside you" },
    ...table.house.levels.map(({ seat, name, number }) => ({ seat, label: `${name}, level ${number}` })),
  ];
  const visit = currentVisit();
  const known = await fetchSeats(table.id).catch(() => /** @type {string[]} */ ([]));
  const fields = view.players.map(({ number, who }) => {
    const offered = choices.some(({ seat }) => seat === known[number]) ? known[number] : who;
    const options = choices.map(({ seat, label }) => h("option", { value: seat, text: label, selected: seat === offered }));
    return { number, who, field: h("select", {}, ...options) };
  });
  const rows = fields.map(({ number, field }) =>
    h("label", { class: "asked" }, h("span", { text: capital(table.playerTitle(number)) }), field),
  );
  const check = async () => {
    try {
      for (const { number, who, field } of fields)
        if (field.value !== who) await table.socket.ask("seat", { player: number, who: field.value });
      await table.socket.ask("pause", { on: false });
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  };
  const buttons = [
    { label: "Go on", value: "go", primary: true },
    { label: "Look at it first", value: "" },
  ];
  await openDialog({ title: "Who plays?", body: rows, buttons, visit, check });
}
