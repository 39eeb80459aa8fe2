/**
 * Drawings as pictures of so many pixels, to be painted on a canvas: a picture costs the same however many lines its
 * drawing has, and needs no elements for them.
 */

import { svg } from "../../core/symbols.js";

const STROKE = ["stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "paint-order"];
const STYLES = ["fill", "fill-opacity", ...STROKE, "font", "text-anchor"];

/** @type {Map<string, Promise<Document>>} */
const sprites = new Map();

/** A file of symbols. @param {string} address */
function sprite(address) {
  const read = sprites.get(address) ?? fetch(address).then((answer) => answer.text()).then(parse);
  sprites.set(address, read);
  read.catch(() => sprites.delete(address));
  return read;
}

/** @param {string} text */
const parse = (text) => new DOMParser().parseFromString(text, "image/svg+xml");

/**
 * A drawing as a picture, in the colours that it has in a part of the page.
 * @param {SVGSVGElement} drawing @param {Element} place @param {number} pixels of its side
 */
export async function stamp(drawing, place, pixels) {
  for (const use of drawing.querySelectorAll("use")) use.replaceWith(await contents(use));
  // A picture knows nothing of the page's styles: they go with it
  place.append(drawing);
  const elements = [.../** @type {NodeListOf<SVGElement>} */ (drawing.querySelectorAll("*"))];
  const styles = elements.map((element) => {
    const style = getComputedStyle(element);
    return STYLES.map((name) => `${name}: ${style.getPropertyValue(name)}`).join(";");
  });
  drawing.remove();
  elements.forEach((element, index) => (element.style.cssText = styles[index]));
  drawing.setAttribute("width", String(pixels));
  drawing.setAttribute("height", String(pixels));
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, pixels, pixels);
  return canvas;
}

/** What a symbol shows, where it is used. @param {SVGUseElement} use */
async function contents(use) {
  const [address, id] = use.href.baseVal.split("#");
  const symbol = (await sprite(address)).getElementById(id);
  const sides = ["x", "y", "width", "height"].map((name) => [name, use.getAttribute(name) ?? ""]);
  const viewBox = symbol?.getAttribute("viewBox") ?? "0 0 100 100";
  const frame = svg("svg", { ...Object.fromEntries(sides), viewBox });
  for (const child of symbol?.children ?? []) frame.append(document.importNode(child, true));
  return frame;
}
