/**
 * Drawings as pictures of so many pixels, to be painted on a canvas: a picture costs the same however many lines its
 * drawing has, and needs no elements for them.
 */

import { svg } from "../../core/symbols.js";

const FILL = ["fill", "fill-opacity", "stroke"];
const STROKE = ["stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "paint-order"];
const TEXT = ["font", "text-anchor"];
const SHAPES = "path, rect, circle, ellipse, line, polyline, polygon, text, tspan"; // elements that paint something

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
 * Drawings as pictures, in the colours that they have in a part of the page. All are laid there at once, so that the
 * browser computes their styles once, and are read as one picture: each takes it longer to open than to paint.
 * @param {SVGSVGElement[]} drawings @param {Element} place @param {number} pixels of a side
 */
export async function stampAll(drawings, place, pixels) {
  if (!drawings.length) return [];
  for (const use of drawings.flatMap((drawing) => [...drawing.querySelectorAll("use")]))
    use.replaceWith(await contents(use));
  const strip = svg("svg", { width: drawings.length * pixels, height: pixels }, ...drawings);
  drawings.forEach((drawing, index) => {
    for (const [name, value] of [["x", index * pixels], ["width", pixels], ["height", pixels]])
      drawing.setAttribute(String(name), String(value));
  });
  place.append(strip);
  const shapes = [.../** @type {NodeListOf<SVGElement>} */ (strip.querySelectorAll(SHAPES))];
  const styles = shapes.map((shape) => {
    const style = getComputedStyle(shape);
    const names = [...FILL, ...(style.stroke === "none" ? [] : STROKE), ...(shape.matches("text, tspan") ? TEXT : [])];
    return names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join(";");
  });
  strip.remove();
  await new Promise((resolve) => requestAnimationFrame(resolve)); // one frame late rather than several at once
  // A picture knows nothing of the page's styles: they go with it
  shapes.forEach((shape, index) => (shape.style.cssText = styles[index]));
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(strip))}`;
  await picture.decode();
  return drawings.map((_, index) => {
    const [canvas, paper] = square(pixels);
    paper?.drawImage(picture, index * pixels, 0, pixels, pixels, 0, 0, pixels, pixels);
    return canvas;
  });
}

/**
 * A picture that is turned round its middle, on a sheet that holds all of it.
 * @param {HTMLCanvasElement} picture @param {number} degrees
 */
export function turned(picture, degrees) {
  const [side, angle] = [picture.width, (degrees * Math.PI) / 180];
  const wide = degrees % 90 ? Math.ceil(side * (Math.abs(Math.sin(angle)) + Math.abs(Math.cos(angle)))) : side;
  const [canvas, paper] = square(wide);
  paper?.translate(wide / 2, wide / 2);
  paper?.rotate(angle);
  paper?.drawImage(picture, -side / 2, -side / 2);
  return canvas;
}

/** An empty picture. @param {number} side @returns {[HTMLCanvasElement, CanvasRenderingContext2D | null]} */
function square(side) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  return [canvas, canvas.getContext("2d")];
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
