/** Drawings as SVG elements: symbols of the page's own sprite, and of a sprite that a game brings. */

const SVG = "http://www.w3.org/2000/svg";

/** The address of a file of the page, by its path from the root. @param {string} path */
export const fileUrl = (path) => new URL(`../${path}`, import.meta.url).href;

const SPRITE = fileUrl("symbols.svg");

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
 * A symbol to be put into another drawing.
 * @param {string} id
 */
export function use(id, x = 0, y = 0, size = 100) {
  return svg("use", { href: `${SPRITE}#${id}`, x, y, width: size, height: size });
}

/**
 * A symbol as an element of its own: a character, a logo, an icon.
 * @param {string} id
 * @param {string} [label] what it shows, where no text beside it says so
 */
export function symbol(id, label) {
  const picture = svg("svg", { class: "symbol", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" });
  picture.append(svg("use", { href: `${SPRITE}#${id}` }));
  if (label) {
    picture.removeAttribute("aria-hidden");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", label);
  }
  return picture;
}
