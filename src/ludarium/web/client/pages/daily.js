/** The deal of a day: what everyone is dealt, the table of the day, and games to watch. */

import { confirm } from "../core/dialogs.js";
import { button, h, sentence, showProblem } from "../core/dom.js";
import { get, post } from "../server/http.js";

/**
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").DailyTold} DailyTold
 * @typedef {import("../server/protocol.js").DailyEntryTold} DailyEntryTold
 */

const DAY = 86_400_000; // milliseconds

const TERMS = [
  "Everyone is dealt the same game today. Your first game counts: one try a day.",
  "No move is taken back, and a hint or an analysis keeps the game out of the table.",
  "Of equal points, those made first are ahead.",
  "You can watch the others when your own try is over.",
];

const READY =
  "This game counts: it is your try of today, and no move is taken back. You can leave it and go on until midnight UTC.";

/** A day some days later. @param {string} day @param {number} by */
const later = (day, by) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);

/** A day in words; days are those of UTC. @param {string} day */
export const dayName = (day) =>
  new Date(day).toLocaleDateString([], { dateStyle: "long", timeZone: "UTC" });

/** @param {string} kind @param {string} [day] @returns {Promise<DailyTold>} */
const fetchDay = (kind, day = "") => get(`daily/${kind}?${new URLSearchParams({ day })}`);

/**
 * @param {(page: HTMLElement) => void} show
 * @param {KindTold} kind
 * @param {string} [day] today without one
 */
export async function showDaily(show, kind, day) {
  const told = await fetchDay(kind.id, day);
  const isToday = told.day === told.today;
  const isFirst = isToday && !told.own; // the game that counts
  const before = isToday ? await fetchDay(kind.id, later(told.day, -1)) : null;
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {string} label @param {string} chosen @param {string} [look] */
  const play = (label, chosen, look) =>
    button(
      label,
      async () => {
        if (isFirst && chosen === told.day && !(await confirm("Are you ready?", READY, "I am ready"))) return;
        await begin(kind.id, chosen, problem);
      },
      { class: look },
    );
  const words = described(kind, told);
  const title = `${kind.title}: ${isToday ? "deal of the day" : `deal of ${dayName(told.day)}`}`;
  show(
    h(
      "div",
      { class: "page narrow" },
      h("h1", { text: title }),
      h("p", { class: "soft", text: isToday ? `${dayName(told.day)}. ${words}. ${closing(told)}` : words }),
      isToday ? ownLine(told) : null,
      h("div", { class: "buttons" }, isToday ? play(...todays(told), "primary") : play("Play it for practice", told.day)),
      problem,
      isToday ? h("ul", { class: "help" }, ...TERMS.map((text) => h("li", { text }))) : null,
      table(told, isToday ? "Today" : dayName(told.day)),
      before ? table(before, "Yesterday") : null,
      before ? h("div", { class: "buttons" }, play("Play yesterday's deal for practice", before.day)) : null,
      h("p", { class: "links" }, ...otherDays(kind, told)),
    ),
  );
  return { title };
}

/** The options of a deal, in words. @param {KindTold} kind @param {DailyTold} told */
const described = (kind, { options }) =>
  Object.entries(options)
    .map(([name, value]) => {
      const option = kind.options.find((each) => each.name === name);
      return option?.values.find(([each]) => each === value)?.[1] ?? `${option?.title ?? name}: ${value}`;
    })
    .join(" · ");

/** When the table of today is closed. @param {DailyTold} told */
function closing({ closes }) {
  const minutes = Math.max(0, Math.ceil((Date.parse(closes) - Date.now()) / 60_000));
  const left = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `The table closes at midnight UTC, in ${left}.`;
}

/** What the user has made of today's deal. @param {DailyTold} told */
function ownLine({ own, players }) {
  if (!own?.over) return null;
  const text =
    own.points === null
      ? "Your try is over and not in the table: a computer has helped in it, or it was not finished in time."
      : `You are in place ${own.place} of ${players}, with ${own.points} ${own.points === 1 ? "point" : "points"}.`;
  return h("p", {}, h("strong", { text }));
}

/** The label and the day of the button for today. @param {DailyTold} told @returns {[string, string]} */
function todays({ own, day }) {
  if (!own) return ["Play today's deal", day];
  return [own.over ? "Play it again for practice" : "Go on with your try", day];
}

/** @param {string} kind @param {string} day @param {HTMLElement} problem */
async function begin(kind, day, problem) {
  try {
    const game = await post(`daily/${kind}/${day}`, {});
    location.hash = `#/game/${game.id}`;
  } catch (error) {
    showProblem(problem, sentence(/** @type {Error} */ (error).message));
  }
}

/** The table of a day. @param {DailyTold} told @param {string} name */
function table(told, name) {
  const { entries, players, can_watch } = told;
  const count = `${players} ${players === 1 ? "player" : "players"}`;
  const heading = h("h2", { text: name });
  if (!entries.length) return h("section", {}, heading, h("p", { class: "none", text: "No game is in this table." }));
  const extra = Object.keys(entries[0].extra);
  const heads = ["place", "name", "points", ...extra, ...(can_watch ? ["game"] : [])];
  return h(
    "section",
    {},
    heading,
    h(
      "table",
      { class: "scores" },
      h("caption", { text: players > entries.length ? `${count}, the best ${entries.length}` : count }),
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...entries.map((entry) => row(entry, extra, can_watch))),
    ),
  );
}

/** @param {DailyEntryTold} entry @param {string[]} extra @param {boolean} canWatch */
function row({ place, person, name, points, extra: values, game }, extra, canWatch) {
  const watch = game ? h("a", { class: "watch", href: `#/watch/${game}`, "aria-label": `Watch ${name}`, text: "Watch" }) : null;
  return h(
    "tr",
    {},
    h("th", { scope: "row", text: place }),
    h("td", {}, person ? h("a", { href: `#/person/${person}`, text: name }) : name),
    h("td", { text: points }),
    ...extra.map((label) => h("td", { text: values[label] ?? "" })),
    canWatch ? h("td", {}, watch) : null,
  );
}

/** Links to the days before and after. @param {KindTold} kind @param {DailyTold} told */
function otherDays(kind, { day, today, first }) {
  const [earlier, next] = [later(day, -1), later(day, 1)];
  const link = (/** @type {string} */ to, /** @type {string} */ text) =>
    h("a", { href: `#/daily/${kind.id}${to === today ? "" : `/${to}`}`, text });
  return [
    earlier >= first ? link(earlier, "The day before") : null,
    next < today ? link(next, "The day after") : null,
    day < today ? link(today, "Today") : null,
  ];
}
