/** The colours that games say of their players, for all that shows the game. */

const RIM = "drop-shadow(0 0 1.5px var(--rim, transparent))";

const sheet = new CSSStyleSheet();

/** @param {import("../server/protocol.js").KindTold[]} kinds */
export function addPlayerColours(kinds) {
  sheet.replaceSync("");
  for (const { id, colours, needs_rim: needsRim } of kinds) {
    const properties = Object.entries(colours).map(([name, value]) => `--${name}: ${value};`);
    if (properties.length) sheet.insertRule(`[data-kind="${id}"] { ${properties.join(" ")} }`);
    if (needsRim) sheet.insertRule(`[data-kind="${id}"] .piece > use { filter: ${RIM} ${RIM}; }`);
  }
  document.adoptedStyleSheets = [sheet];
}
