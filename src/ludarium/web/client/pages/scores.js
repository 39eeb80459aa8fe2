/** Tables of high scores: that of a game, and those of all its scenarios. */

import { openDialog } from "../core/dialogs.js";
import { capital, fill, h, sentence } from "../core/dom.js";
import { get } from "../core/socket.js";

/**
 * @typedef {import("../core/socket.js").KindTold} KindTold
 * @typedef {import("../core/socket.js").OptionTold} OptionTold
 * @typedef {import("../core/socket.js").ScoreTold} ScoreTold
 */

const ROWS = 8;

/** The options that name a table. @param {KindTold} kind */
const telling = (kind) => kind.options.filter(({ sort }) => sort !== "seed");

/** @param {KindTold} kind @param {Record<string, string>} options */
async function fetchRows(kind, options) {
  const asked = new URLSearchParams(telling(kind).map(({ name, default: usual }) => [name, options[name] ?? usual]));
  return /** @type {ScoreTold[]} */ (await get(`scores/${kind.id}?${asked}`));
}

/** A table, its empty rows too. @param {ScoreTold[]} scores @param {string} caption */
function scoreTable(scores, caption) {
  const extra = Object.keys(scores[0]?.extra ?? {});
  const heads = ["", "name", "points", ...extra];
  const rows = Array.from({ length: ROWS }, (_, place) => {
    const score = scores[place];
    const cells = score
      ? [score.name, score.points, ...extra.map((name) => score.extra[name] ?? "")]
      : heads.slice(1).map(() => "");
    return h("tr", {}, h("th", { scope: "row", text: place + 1 }), ...cells.map((text) => h("td", { text })));
  });
  return h(
    "table",
    { class: "scores" },
    h("caption", { text: caption }),
    h("thead", {}, h("tr", {}, ...heads.map((text) => (text ? h("th", { scope: "col", text }) : h("td"))))),
    h("tbody", {}, ...rows),
  );
}

/** What a table is for, in a line. @param {KindTold} kind @param {Record<string, string>} options */
const called = (kind, options) =>
  telling(kind)
    .map(({ name, default: usual }) => `${name} ${options[name] ?? usual}`)
    .join(", ");

/** The table that a game belongs to. @param {KindTold} kind @param {Record<string, string>} options */
export async function openScores(kind, options) {
  try {
    const rows = await fetchRows(kind, options);
    await openDialog({ title: `${kind.title}: high scores`, body: scoreTable(rows, called(kind, options)) });
  } catch (error) {
    await openDialog({ title: `${kind.title}: high scores`, body: sentence(/** @type {Error} */ (error).message) });
  }
}

/** All values of an option; only the usual one where they cannot be listed. @param {OptionTold} option */
function values(option) {
  if (option.sort === "choice") return option.choices;
  if (option.sort === "flag") return ["yes", "no"];
  const found = [];
  if (option.sort === "span") {
    for (let least = option.low ?? 0; least <= (option.high ?? 0); least++) {
      for (let most = least; most <= (option.high ?? 0); most++) found.push(`${least}-${most}`);
    }
  }
  return found.length ? found : [option.default];
}

/**
 * The page of a kind's tables: one is shown, and any other can be chosen.
 * @param {(page: HTMLElement) => void} show
 * @param {KindTold} kind
 */
export async function showScores(show, kind) {
  const place = h("div", { "aria-live": "polite" });
  const selects = telling(kind).map((option) =>
    h(
      "select",
      { name: option.name },
      ...values(option).map((text) => h("option", { text, selected: text === option.default })),
    ),
  );
  const look = async () => {
    const options = Object.fromEntries(selects.map((select) => [select.name, select.value]));
    try {
      fill(place, scoreTable(await fetchRows(kind, options), called(kind, options)));
    } catch (error) {
      fill(place, h("p", { class: "problem", text: sentence(/** @type {Error} */ (error).message) }));
    }
  };
  for (const select of selects) select.addEventListener("change", look);
  const fields = selects.map((select) =>
    h("label", { class: "asked" }, h("span", { text: capital(select.name) }), select),
  );
  await look();
  show(
    h(
      "div",
      { class: "page narrow" },
      h("h1", { text: `${kind.title}: high scores` }),
      h("div", { class: "form choices" }, ...fields),
      place,
    ),
  );
  return { title: `${kind.title}: high scores` };
}
