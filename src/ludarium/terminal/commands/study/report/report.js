// Replays of games on the report's page: a board is drawn from the cells that each move has changed.
// @ts-check
(() => {
  /** @typedef {{number: number, title: string, moves: string[], steps: number[][]}} Game */
  const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {{frame: string, looks: string[], games: Game[]}} */
  const data = JSON.parse(find("games-data").textContent || "{}");
  const slider = /** @type {HTMLInputElement} */ (find("ply"));
  /** @type {Game} */
  let game = data.games[0];

  const cellsAfter = (/** @type {number} */ count) => {
    /** @type {number[]} */
    const cells = [];
    for (const step of game.steps.slice(0, count + 1)) {
      for (let i = 0; i < step.length; i += 2) cells[step[i]] = step[i + 1];
    }
    return cells.map((look) => data.looks[look]).join("");
  };

  const show = (/** @type {number} */ count) => {
    const ply = Math.max(0, Math.min(game.moves.length, count));
    find("board").innerHTML = data.frame.replace("BODY", () => cellsAfter(ply));
    slider.value = String(ply);
    slider.setAttribute("aria-valuetext", ply ? `move ${ply}: ${game.moves[ply - 1]}` : "the start");
    [...find("moves").children].forEach((item, i) => {
      if (i === ply - 1) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    find("moves").children[ply - 1]?.scrollIntoView({ block: "nearest" });
  };

  const open = (/** @type {Game} */ chosen) => {
    game = chosen;
    find("replay-title").textContent = game.title;
    find("moves").replaceChildren(...game.moves.map((move) => {
      const item = document.createElement("li");
      item.textContent = move;
      return item;
    }));
    slider.max = String(game.moves.length);
    show(0);
  };

  slider.addEventListener("input", () => show(Number(slider.value)));
  find("back").addEventListener("click", () => show(Number(slider.value) - 1));
  find("on").addEventListener("click", () => show(Number(slider.value) + 1));
  for (const button of document.querySelectorAll("button[data-game]")) {
    button.addEventListener("click", () => {
      open(data.games[Number(/** @type {HTMLElement} */ (button).dataset.game)]);
      find("replay-title").scrollIntoView();
      slider.focus();
    });
  }
  if (game) open(game);
})();
