/** High scores: the table of a game, and the page with the tables of all its scenarios. */

import { openDialog } from "../core/dialogs.js";
import { capital, fill, h, sentence } from "../core/dom.js";
import { currentVisit } from "../core/visit.js";
import { get } from "../server/http.js";

/**
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").OptionTold} OptionTold
 * @typedef {import("../server/protocol.js").ScoreTold} ScoreTold
 */

const ROWS = 8;

/** The options that a table is for. @param {KindTold} kind */
const tableOptions = (kind) => kind.options.filter(({ sort }) => sort !== "seed");

/** @param {KindTold} kind @param {Record<string, string>} options */
async function fetchRows(kind, options) {
  const values = tableOptions(kind).map(({ name, default: fallback }) => [name, options[name] ?? fallback]);
  const query = new URLSearchParams(values);
  return /** @type {ScoreTold[]} */ (await get(`scores/${kind.id}?${query}`));
}

/** A table with its empty rows. @param {ScoreTold[]} scores @param {string} text */
function scoreTable(scores, text) {
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
    h("caption", { text }),
    h("thead", {}, h("tr", {}, ...heads.map((text) => (text ? h("th", { scope: "col", text }) : h("td"))))),
    h("tbody", {}, ...rows),
  );
}

/** The options of a table, in a line. @param {KindTold} kind @param {Record<string, string>} options */
const caption = (kind, options) =>
  tableOptions(kind)
    .map(({ name, default: fallback }) => `${name} ${options[name] ?? fallback}`)
    .join(", ");

/** The table that a game belongs to. @param {KindTold} kind @param {Record<string, string>} options */
export async function openScores(kind, options) {
  const visit = currentVisit();
  const title = `${kind.title}: high scores`;
  try {
    const rows = await fetchRows(kind, options);
    await openDialog({ title, body: scoreTable(rows, caption(kind, options)), visit });
  } catch (error) {
    await openDialog({ title, body: sentence(/** @type {Error} */ (error).message), visit });
  }
}

/** All values of an option; only the default where they cannot be listed. @param {OptionTold} option */
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
 * The page of a game's tables: one is shown, and any other can be chosen.
 * @param {(page: HTMLElement) => void} show
 * @param {KindTold} kind
 */
export async function showScores(show, kind) {
  const place = h("div", { "aria-live": "polite" });
  const selects = tableOptions(kind).map((option) =>
    h(
      "select",
      { name: option.name },
      ...values(option).map((text) => h("option", { text, selected: text === option.default })),
    ),
  );
  const look = async () => {
    const options = Object.fromEntries(selects.map((select) => [select.name, select.value]));
    try {
      fill(place, scoreTable(await fetchRows(kind, options), caption(kind, options)));
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
