/** Drawings as SVG elements: symbols of the page's own sprite, and of the sprite that a game brings. */

/** A game as far as its drawings go: what KindTold says of it. @typedef {{id: string, symbols: string[]}} Artwork */

const SVG = "http://www.w3.org/2000/svg";

/** The address of a file of the page, by its path from the root. @param {string} path */
export const fileUrl = (path) => new URL(`../${path}`, import.meta.url).href;

const SPRITE = fileUrl("symbols.svg");

/**
 * Where a symbol is: in the game's sprite if the game draws it, else in the page's.
 * @param {string} id
 * @param {Artwork} [game]
 */
export function symbolUrl(id, game) {
  return `${game?.symbols.includes(id) ? fileUrl(`games/${game.id}/pieces.svg`) : SPRITE}#${id}`;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Element[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A symbol as an element of its own: a character, a logo, an icon.
 * @param {string} id
 * @param {Artwork} [game] whose drawing it may be; the colours of its page.css hold then
 */
export function symbol(id, game) {
  const use = svg("use", { href: symbolUrl(id, game) });
  const frame = { class: "symbol", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" };
  const picture = svg("svg", frame, use);
  if (game) picture.dataset.kind = game.id;
  return picture;
}

/** The logo of a game; the page's own for a game that brings none. @param {Artwork} game */
export const logo = (game) => symbol("logo", game);
