/** The page of Abatis: the four corners of the board, the same in a menu, and the form at the end. */

import {
  currentVisit,
  factList,
  fill,
  get,
  h,
  logo,
  menuButton,
  NewGameForm,
  openDialog,
  playAgain,
  saveGame,
  symbol,
} from "../../page_api.js";

/**
 * @typedef {import("../../page_api.js").Table} Table
 * @typedef {import("../../page_api.js").Panel} Panel
 */

/** @param {Table} table @returns {import("../../page_api.js").PageExtension} */
export function extend(table) {
  /** @type {{id: string}} the game to go to when this one has ended */
  const next = { id: "" };
  const stop = () => stopped(table, next);
  const corners = {
    logo: cornerButton("About Abatis", () => table.run("about")),
    field: h("button", {
      type: "button",
      class: "in-corner",
      title: "Statistics",
      on: { click: () => table.run("statistics") },
    }),
    chips: cornerButton("Next chips", () => table.run("undo")),
    panel: h("div", { class: "corner-panel", role: "group", "aria-label": "Control panel" }),
  };
  corners.logo.append(logo(table.kind));
  corners.panel.append(
    panelButton("icon-stop", "Stop, or a new game", stop),
    panelButton("icon-preferences", "Preferences", () => table.run("preferences")),
    panelButton("icon-scores", "High scores", () => table.run("scores")),
    panelButton("icon-rules", "Rules", () => table.run("rules")),
  );
  const { board } = table;
  board.corner("nw").append(corners.logo);
  board.corner("ne").append(corners.field);
  board.corner("se").append(corners.chips);
  board.corner("sw").append(corners.panel);
  table.slots.title.append(h("div", { class: "menus" }, menu(table, stop)));
  const shown = { score: 0, level: 0 };
  board.motion = { gain: (panels) => Number(new Map(panels).get("score")) - shown.score };
  /** @param {Panel[]} panels */
  const draw = (panels) => {
    const values = new Map(panels);
    shown.score = Number(values.get("score"));
    shown.level = Number(values.get("level"));
    drawField(corners.field, values);
    drawChips(corners.chips, values.get("next") ?? "", table);
    table.parts.facts.hidden = true;
  };
  const entry = table.menu.find(({ id }) => id === "new");
  if (entry) entry.run = stop;
  return {
    refresh: (view, panels) => draw(panels ?? view.panels),
    frame: (panels) => {
      const level = new Map(panels).get("level");
      if (Number(level) > shown.level) announceLevel(board, `Level ${level}`);
      draw(panels);
    },
    // A new game that was asked for waits only for the name in the table of high scores
    ended: (view) => {
      if (!next.id || view.place !== null) return false;
      location.hash = `#/game/${next.id}`;
      return true;
    },
    again: () => (next.id ? (location.hash = `#/game/${next.id}`) : playAgain(table)),
    result: async () => [await results(table)],
  };
}

/** A banner across the board, which goes by itself. @param {HTMLElement} board @param {string} text */
function announceLevel(board, text) {
  const banner = h("p", { class: "level-banner", "aria-hidden": "true", text });
  banner.addEventListener("animationend", () => banner.remove());
  board.append(banner);
}

/** @param {Table} table @param {() => unknown} stop */
function menu(table, stop) {
  return menuButton("Game", () => [
    { id: "stop-game", label: "Stop, or a new game", run: stop },
    { id: "undo-move", label: "Take back", run: () => table.run("undo"), may: () => table.view.can_undo },
    { id: "tell-statistics", label: "Statistics", run: () => table.run("statistics") },
    { id: "tell-scores", label: "High scores", run: () => table.run("scores") },
    { id: "set-preferences", label: "Preferences", run: () => table.run("preferences") },
    { id: "tell-rules", label: "Rules", run: () => table.run("rules") },
    { id: "tell-about", label: "About", run: () => table.run("about") },
  ]);
}

/** @param {string} label @param {() => unknown} run */
function cornerButton(label, run) {
  return h("button", { type: "button", class: "in-corner", "aria-label": label, title: label, on: { click: run } });
}

/** @param {string} drawing @param {string} label @param {() => unknown} run */
function panelButton(drawing, label, run) {
  return h("button", { type: "button", "aria-label": label, title: label, on: { click: run } }, symbol(drawing));
}

/**
 * The information field: score, level and blocks, from top to bottom.
 * @param {HTMLElement} field
 * @param {Map<string, string>} values
 */
function drawField(field, values) {
  const rows = ["score", "level", "blocks"].map((label) => [label, values.get(label) ?? ""]);
  const [made, all] = (values.get("shots") ?? "").split(" of ");
  if (all) rows.push(["left", String(Number(all) - Number(made))]);
  const lines = rows.map(([label, value]) =>
    h("span", { class: label }, h("small", { text: label }), " ", h("b", { text: value })),
  );
  fill(field, ...lines, h("span", { class: "unseen", text: ": statistics" }));
}

/** The next three chips of the stack. @param {HTMLElement} place @param {string} letters @param {Table} table */
function drawChips(place, letters, table) {
  const chips = letters.split(" ").filter(Boolean);
  const label = `Next chips ${chips.join(", ")}: take the last move back`;
  if (place.getAttribute("aria-label") === label) return;
  place.setAttribute("aria-label", label);
  place.title = "The next chips; a click takes the last move back";
  fill(place, ...chips.map((letter) => table.pieces.drawing([-1, "chip", 1, "", letter.charCodeAt(0) - 64])));
}

/** What a game has brought. @param {Table} table */
async function results(table) {
  /** @type {{facts: Panel[]}} */
  const statistics = await get(`games/${table.id}/statistics`).catch(() => ({ facts: table.view.panels }));
  const shown = ["score", "level", "shots", "blocks in all", "chips in all", "boards cleared"];
  return factList(statistics.facts.filter(([label]) => shown.includes(label)));
}

/**
 * The form of a game that is stopped or over: its results, and the options of a new game. Beginning a new game ends
 * the current one, and its score counts.
 * @param {Table} table
 * @param {{id: string}} next
 */
async function stopped(table, next) {
  const visit = currentVisit();
  const { ending } = table.view;
  const kind = { ...table.kind, options: table.kind.options.filter(({ sort }) => sort !== "seed") };
  const form = new NewGameForm(table.house, kind, table.state.options, []);
  const body = h(
    "div",
    { class: "stopped" },
    h("h3", { text: "Results" }),
    await results(table),
    h("h3", { text: "A new game" }),
    form.element,
  );
  const answer = await openDialog({
    title: ending ? "The game is over" : "The game is stopped",
    body,
    visit,
    buttons: [
      { label: "New game", value: "new", primary: !!ending },
      { label: ending ? "Close" : "Go on", value: "", primary: !ending },
      { label: "Save game", value: "save" },
    ],
    check: async (value) => {
      if (value === "new") {
        next.id = await form.begin();
        return next.id ? "" : (form.problem.textContent ?? "");
      }
      saveGame(table);
      return { note: "The game is saved among your downloads." };
    },
  });
  if (answer !== "new") return;
  if (ending) location.hash = `#/game/${next.id}`;
  else if (!table.ply || !(await table.request("resign", { player: 0 }))) location.hash = `#/game/${next.id}`;
}
