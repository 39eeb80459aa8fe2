/** A try at the deal of a day: the way to its table, and what has become of it. */

import { h, sentence } from "../core/dom.js";
import { post } from "../server/http.js";
import { dayName } from "../pages/daily.js";

/** @typedef {import("./types.js").Table} Table */

/** The address of the table of the day. @param {Table} table */
const tableOfDay = (table) => `#/daily/${table.kind.id}/${table.state.daily}`;

/** Link from a try to the table of its day. @param {Table} table */
export function linkToDay(table) {
  const { daily } = table.state;
  if (daily) table.slots.title.append(h("a", { href: tableOfDay(table), text: "Deal of the day", title: dayName(daily) }));
}

/** Enter a try into the table of its day: which place it has taken, or why it has none. @param {Table} table */
export async function enterTry(table) {
  const text = await post(`games/${table.id}/daily`, {}).then(
    ({ place }) => `You are in place ${place} of the table of the day.`,
    (error) => sentence(error.message),
  );
  const link = h("a", { class: "button", href: tableOfDay(table), text: "See the table" });
  return [h("div", { class: "try" }, h("p", { text }), link)];
}
