/** The pieces of a game as drawings, by what the game brings: `pieces.svg` for shapes and `page.css` for colours. */

import { svg, symbol, symbolUrl } from "../../core/symbols.js";
import { points } from "../geometry.js";
import { PIECE_LAYOUT } from "./piece_layout.js";

/**
 * @typedef {import("../../server/protocol.js").Piece} Piece
 * @typedef {import("../../core/symbols.js").Artwork} Artwork
 * @typedef {import("../types.js").Names} Names
 */

const { arrow: ARROW, count: COUNT, number: NUMBER, tile: TILE, owned, unowned } = PIECE_LAYOUT;
const ARROWS = /** @type {Record<string, string>} */ (PIECE_LAYOUT.arrows);

/** Of how many owners the page has tokens; those of the others also bear a name. */
const TOKENS = PIECE_LAYOUT.tokens;

/** @param {number} number @param {Names} names */
export function nameOf(number, names) {
  return /** @type {Record<number, string | undefined>} */ (names)[number] ?? String(number + 1);
}

/** A word as a part of an id or of a custom property. @param {string} word */
const slug = (word) => word.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Put values in the place of {name} and so on. @param {string} text @param {Record<string, string | number>} values */
const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The colour of a player, as a CSS value. @param {number} number @param {Names} names */
export function colourOf(number, names) {
  return fillIn(owned.colour, { name: slug(nameOf(number, names)), token: number % TOKENS });
}

/** The rim of a player's pieces, where their colour needs one; else no value. @param {number} number @param {Names} names */
const rimOf = (number, names) => `var(--rim-${slug(nameOf(number, names))})`;

/**
 * What a token bears besides its shape and colour, which another player may have too.
 * @param {number} number @param {Names} names
 */
export function tokenName(number, names) {
  return number < TOKENS ? "" : nameOf(number, names);
}

/** A name on a token, in a drawing of 100 by 100 at a place. @param {string} name */
export function tokenText(name, x = 0, y = 0) {
  const size = Math.min(NUMBER.size, NUMBER.width / name.length);
  const text = svg("text", { class: "number", x: x + 50, y: y + 50 + NUMBER.drop * size, "font-size": size });
  text.textContent = name;
  return text;
}

/** A player's token beside a name. @param {number} number @param {Names} names */
export function ownerMark(number, names) {
  const token = symbol(`token-${number % TOKENS}`);
  const name = tokenName(number, names);
  if (name) token.append(tokenText(name));
  const mark = document.createElement("span");
  mark.className = "owner";
  mark.append(token);
  mark.style.setProperty("--piece", colourOf(number, names));
  mark.style.setProperty("--rim", rimOf(number, names));
  return mark;
}

/** The colour of a tile, as a CSS value. @param {string} ground @param {boolean} odd */
export function groundColour(ground, odd) {
  return fillIn(PIECE_LAYOUT.ground, { ground: slug(ground), odd: odd ? "-odd" : "" });
}

/** Whether one more piece fills the cell, so that they leave it. @param {Piece} piece */
export function isNearlyFull([, , amount, , , room]) {
  return !!room && amount >= room - 1;
}

/** The plate with the number of pieces on a cell. @param {number} amount @param {boolean} warns */
function count(amount, warns) {
  const { x, y, radius, drop, burst } = COUNT;
  const text = svg("text", { x, y: y + drop, class: "count" });
  text.textContent = String(amount);
  const plate = warns
    ? svg("path", { d: burst, class: "count-plate nearly-full" })
    : svg("circle", { cx: x, cy: y, r: radius, class: "count-plate" });
  return [plate, text];
}

export class Pieces {
  /** Whether cells of one owner that touch are drawn as one area. A game's page module sets it. */
  areJoined = false;

  /** @param {Artwork} game @param {Names} names of the players */
  constructor(game, names) {
    this.game = game;
    this.names = names;
  }

  /** The values that choose symbol and colour of a piece. @param {Piece} piece */
  #values([owner, kind, , , colour]) {
    const number = owner < 0 ? Math.max(colour, 1) - 1 : owner;
    const name = slug(nameOf(owner, this.names));
    return { kind: slug(kind), owner, name, colour: number + 1, token: number % TOKENS };
  }

  /** The id of the symbol that shows a piece. @param {Piece} piece */
  symbolOf(piece) {
    const values = this.#values(piece);
    const ids = (piece[0] < 0 ? unowned : owned).symbols.map((text) => fillIn(text, values));
    return ids.find((id) => this.game.symbols.includes(id)) ?? ids[ids.length - 1];
  }

  /** What a piece bears because another player's looks the same. @param {Piece} piece */
  nameOn(piece) {
    return this.symbolOf(piece).startsWith("token-") ? tokenName(piece[0], this.names) : "";
  }

  /** The colour of a piece, as a CSS value. @param {Piece} piece */
  colourOf(piece) {
    return fillIn((piece[0] < 0 ? unowned : owned).colour, this.#values(piece));
  }

  /**
   * A symbol to be put into another drawing.
   * @param {string} id
   */
  use(id, x = 0, y = 0, size = 100) {
    return svg("use", { href: symbolUrl(id, this.game), x, y, width: size, height: size });
  }

  /** A piece, or several that stand together, as a group of 100 by 100. @param {Piece} piece */
  group(piece) {
    const [, , amount, , , room] = piece;
    const group = this.figure(piece);
    if (amount > 1 || room) group.append(...count(amount, isNearlyFull(piece)));
    return group;
  }

  /**
   * Show another number of the same pieces in their group: a drawing that stands is not made again.
   * @param {Element} group @param {Piece} piece
   */
  recount(group, piece) {
    group.querySelectorAll(".count, .count-plate").forEach((part) => part.remove());
    group.append(...count(piece[2], isNearlyFull(piece)));
  }

  /** One piece, as large as any of several that stand together. @param {Piece} piece */
  figure(piece) {
    const [, , amount, arrow, , room] = piece;
    const { x, y, size } = PIECE_LAYOUT[amount > 1 || room ? "counted" : "piece"];
    const group = svg("g", { class: "piece" }, this.use(this.symbolOf(piece), x - size / 2, y - size / 2, size));
    group.style.setProperty("--piece", this.colourOf(piece));
    if (piece[0] >= 0) group.style.setProperty("--rim", rimOf(piece[0], this.names));
    const name = this.nameOn(piece);
    if (name) group.append(tokenText(name));
    if (ARROWS[arrow]) group.append(this.use(ARROWS[arrow], ARROW.inset, ARROW.inset, ARROW.size));
    return group;
  }

  /** A piece as an element of its own, for panels beside the board. @param {Piece} piece */
  drawing(piece) {
    return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, this.group(piece));
  }

  /**
   * The tile of a cell, with what the game draws on such a ground.
   * @param {number} x @param {number} y @param {string} ground @param {number[]} [form] of a cell that is no square
   */
  tile(x, y, ground, form) {
    const odd = !form && (x + y) % 2 === 1;
    const { inset, size, radius } = TILE;
    const transform = `translate(${x * 100} ${y * 100})`;
    const group = svg("g", { class: `ground ${ground}${odd ? " odd" : ""}`, transform });
    group.style.setProperty("--ground", groundColour(ground, odd));
    if (form) group.append(svg("polygon", { points: points(form) }));
    else group.append(svg("rect", { x: inset, y: inset, width: size, height: size, rx: radius }));
    if (this.game.symbols.includes(ground)) group.append(this.use(ground));
    return group;
  }

  /** The lines below the cells of a board. @param {import("../geometry.js").PlacedCells} cells */
  lines(cells) {
    return cells.strokes.map(({ points, owner }) => {
      const places = points.map(([x, y]) => `${100 * x},${100 * y}`).join(" ");
      const line = svg("polyline", { class: owner < 0 ? "stroke" : "stroke owned", points: places });
      if (owner >= 0) line.style.setProperty("--piece", colourOf(owner, this.names));
      return line;
    });
  }

  /** The names of lines of such a board. @param {import("../geometry.js").PlacedCells} cells */
  labels(cells) {
    return cells.labels.map(({ text, x, y }) => {
      const label = svg("text", { class: "line-name", x: 100 * x, y: 100 * y + 12 });
      label.textContent = text;
      return label;
    });
  }
}
