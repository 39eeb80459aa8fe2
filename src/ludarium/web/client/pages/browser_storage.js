/** What a house in the browser keeps: saved to a file, and loaded from one. */

import { button, fill, h, sentence } from "../core/dom.js";
import { chooseFile, saveFile } from "../core/files.js";
import { get, post } from "../server/http.js";

const ABOUT =
  "Games, scores and preferences are kept in this browser alone, as long as its data are not cleared. A file takes them to another one.";

/** The part of the preferences page that is about this browser. */
export function storageSection() {
  const said = h("p", { role: "status" });
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {() => Promise<string>} work that returns what to say */
  const report = async (work) => {
    fill(problem);
    try {
      fill(said, await work());
    } catch (error) {
      fill(problem, sentence(/** @type {Error} */ (error).message));
    }
  };
  const save = async () => ((await saveFile(() => get("backup"), "ludarium.json")) ? "Everything is saved in a file." : "");
  const load = async () => {
    const text = await chooseFile();
    if (text === null) return "";
    const { games } = await post("backup", { text });
    return games === 1 ? "One game was added." : `${games} games were added.`;
  };
  return h(
    "section",
    { class: "storage" },
    h("h2", { text: "This browser" }),
    h("p", { text: ABOUT }),
    h("div", { class: "buttons" }, button("Save everything", () => report(save)), button("Load a saved file", () => report(load))),
    said,
    problem,
  );
}
