/**
 * How a piece, a count, an arrow and a tile lie on a cell of 100 by 100, and which symbol and colour a piece has.
 *
 * The page draws by it, and so does `web/http/board_svg.py`, which makes the picture of a board for download. To say it
 * once, the value is strict JSON inside a module: the page imports it without a further request, the type checker sees
 * it, and Python reads everything between the first brace and the last. A file of plain JSON would cost the page a
 * request before the first board, and a generated copy would be a build step.
 *
 * Of the symbols, the first that the game's sprite or the page's has is drawn. {name} is the owner's name, {owner} the
 * number, {token} the number of one of the page's own tokens, {colour} that of a piece without an owner. Tokens of
 * players beyond their number bear the player's name: its letters are `size` high, and `width` apart at most.
 */
export const PIECE_LAYOUT = {
  "slots": [
    [[50, 50, 92]],
    [[29, 32, 58], [71, 68, 58]],
    [[50, 27, 54], [26, 73, 54], [74, 73, 54]],
    [[27, 27, 53], [73, 27, 53], [27, 73, 53], [73, 73, 53]]
  ],
  "arrows": { "^": "arrow-n", "v": "arrow-s", "<": "arrow-w", ">": "arrow-e" },
  "arrow": { "inset": 4, "size": 92 },
  "count": { "radius": 17, "size": 28, "baseline": 61 },
  "number": { "size": 46, "width": 120, "drop": 0.36 },
  "tile": { "inset": 1.5, "size": 97, "radius": 9 },
  "ground": "var(--ground-{ground}{odd}, var(--field{odd}))",
  "tokens": 10,
  "owned": {
    "symbols": ["{kind}-{name}", "{kind}-{owner}", "token-{token}"],
    "colour": "var(--player-{name}, var(--owner-{token}))"
  },
  "unowned": {
    "symbols": ["{kind}-{colour}", "token-{token}"],
    "colour": "var(--{kind}-{colour}, var(--owner-{token}))"
  }
};
