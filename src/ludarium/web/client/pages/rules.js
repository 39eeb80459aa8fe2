/** The rules of a game, from its help file. */

import { openDialog } from "../core/dialogs.js";
import { h, sentence } from "../core/dom.js";
import { get } from "../server/http.js";

/** @typedef {import("../server/protocol.js").KindTold} KindTold */

/** The help of a game; the server makes its HTML from our own Markdown. @param {KindTold} kind */
async function help(kind) {
  const { html } = await get(`kinds/${kind.id}/help`);
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return h("div", { class: "help" }, ...parsed.body.childNodes);
}

/** @param {KindTold} kind */
export async function openRules(kind) {
  try {
    const text = await help(kind);
    text.querySelector("h1")?.remove();
    await openDialog({ title: kind.title, body: text, className: "wide" });
  } catch (error) {
    await openDialog({ title: kind.title, body: sentence(/** @type {Error} */ (error).message) });
  }
}

/** The page of a game's rules. @param {(page: HTMLElement) => void} show @param {KindTold} kind */
export async function showRules(show, kind) {
  const text = await help(kind);
  const play = h("a", { class: "button primary", href: `#/new/${kind.id}`, text: "Play" });
  show(h("article", { class: "page narrow" }, text, h("p", {}, play)));
  return { title: `${kind.title}: rules` };
}
