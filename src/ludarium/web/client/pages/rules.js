/** The rules of a game, from its help file. */

import { boardPicture } from "../board/drawing/picture.js";
import { ownerMark } from "../board/drawing/pieces.js";
import { openDialog } from "../core/dialogs.js";
import { h, sentence } from "../core/dom.js";
import { playerTitle } from "../core/player_title.js";
import { currentVisit } from "../core/visit.js";
import { get } from "../server/http.js";
import { playUrl } from "./quick_game.js";

/**
 * @typedef {import("../server/protocol.js").KindTold} KindTold
 * @typedef {import("../server/protocol.js").BoardTold} BoardTold
 */

/** The help of a game; the server makes its HTML from our own Markdown. @param {KindTold} kind */
async function help(kind) {
  const { html, boards } = await get(`kinds/${kind.id}/help`);
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const letters of parsed.querySelectorAll("pre[data-board]")) {
    const board = boards[Number(letters.getAttribute("data-board"))];
    letters.replaceWith(h("div", { class: "drawn" }, boardPicture(kind, board, true), legend(kind, board)));
  }
  return h("div", { class: "help" }, ...parsed.body.childNodes);
}

/** Whose the pieces on a drawn board are. @param {KindTold} kind @param {BoardTold} board */
function legend(kind, { cells, names }) {
  const present = new Set(cells.map(([, , , , piece]) => piece?.[0] ?? -1));
  const owners = names.map((name, number) => ({ name, number })).filter(({ number }) => present.has(number));
  const rows = owners.map(({ name, number }) =>
    h("span", { data: { kind: kind.id } }, ownerMark(number, names), playerTitle({ name })),
  );
  return rows.length > 1 ? h("p", { class: "legend soft" }, ...rows) : null;
}

/** @param {KindTold} kind */
export async function openRules(kind) {
  const visit = currentVisit();
  try {
    const text = await help(kind);
    text.querySelector("h1")?.remove();
    await openDialog({ title: kind.title, body: text, className: "wide", visit });
  } catch (error) {
    await openDialog({ title: kind.title, body: sentence(/** @type {Error} */ (error).message), visit });
  }
}

/** The page of a game's rules. @param {(page: HTMLElement) => void} show @param {KindTold} kind */
export async function showRules(show, kind) {
  const text = await help(kind);
  const play = h("a", { class: "button primary", href: playUrl(kind), text: "Play" });
  const learn = h("a", { class: "button", href: `#/learn/${kind.id}`, text: "Try it step by step" });
  const buttons = h("div", { class: "buttons" }, play, kind.has_introduction ? learn : null);
  show(h("article", { class: "page narrow" }, text, buttons));
  return { title: `${kind.title}: rules` };
}
