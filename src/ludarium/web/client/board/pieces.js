/** The pieces of a game as drawings, by what the game brings: `pieces.svg` for shapes and `page.css` for colours. */

import { svg, symbol, symbolUrl } from "../core/symbols.js";
import { PIECE_LAYOUT } from "./piece_layout.js";

/**
 * @typedef {import("../server/protocol.js").Piece} Piece
 * @typedef {import("../core/symbols.js").Artwork} Artwork
 * @typedef {import("./types.js").Names} Names
 */

const { slots: SLOTS, arrow: ARROW, count: COUNT, number: NUMBER, tile: TILE, owned, unowned } = PIECE_LAYOUT;
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
  return mark;
}

/** The colour of a tile, as a CSS value. @param {string} ground @param {boolean} odd */
export function groundColour(ground, odd) {
  return fillIn(PIECE_LAYOUT.ground, { ground: slug(ground), odd: odd ? "-odd" : "" });
}

/** How large one of several pieces on a cell is, compared with a single one. @param {Piece | null} piece */
export function scaleIn(piece) {
  return SLOTS[Math.min(piece?.[2] ?? 1, SLOTS.length) - 1][0][2] / SLOTS[0][0][2];
}

export class Pieces {
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
    const [, , amount, arrow] = piece;
    const id = this.symbolOf(piece);
    const slots = SLOTS[Math.min(amount, SLOTS.length) - 1] ?? SLOTS[0];
    const group = svg("g", { class: "piece" });
    group.append(...slots.map(([x, y, size]) => this.use(id, x - size / 2, y - size / 2, size)));
    group.style.setProperty("--piece", this.colourOf(piece));
    const name = this.nameOn(piece);
    if (name) group.append(tokenText(name));
    if (ARROWS[arrow]) group.append(this.use(ARROWS[arrow], ARROW.inset, ARROW.inset, ARROW.size));
    if (amount > SLOTS.length) {
      const count = svg("text", { x: 50, y: COUNT.baseline, class: "count" });
      count.textContent = String(amount);
      group.append(svg("circle", { cx: 50, cy: 50, r: COUNT.radius, class: "count-plate" }), count);
    }
    return group;
  }

  /** A piece as an element of its own, for panels beside the board. @param {Piece} piece */
  drawing(piece) {
    return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, this.group(piece));
  }

  /**
   * The tile of a cell, with what the game draws on such a ground.
   * @param {number} x @param {number} y @param {string} ground
   */
  tile(x, y, ground) {
    const odd = (x + y) % 2 === 1;
    const { inset, size, radius } = TILE;
    const transform = `translate(${x * 100} ${y * 100})`;
    const group = svg("g", { class: `ground ${ground}${odd ? " odd" : ""}`, transform });
    group.style.setProperty("--ground", groundColour(ground, odd));
    group.append(svg("rect", { x: inset, y: inset, width: size, height: size, rx: radius }));
    if (this.game.symbols.includes(ground)) group.append(this.use(ground));
    return group;
  }
}
