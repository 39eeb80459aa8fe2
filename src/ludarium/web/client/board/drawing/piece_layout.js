/**
 * How a piece, a count, an arrow and a tile lie on a cell of 100 by 100, and which symbol and colour a piece has.
 *
 * The page draws by it, and so does `house/board_picture.py`, which makes the picture of a board for download. To say it
 * once, the value is strict JSON inside a module: the page imports it without a further request, the type checker sees
 * it, and Python reads everything between the first brace and the last. A file of plain JSON would cost the page a
 * request before the first board, and a generated copy would be a build step.
 *
 * Where pieces fill a cell or stand together, one is drawn with their number on a plate: a circle, or the `burst` where
 * one more fills the cell.
 *
 * Of the symbols, the first that the game's sprite or the page's has is drawn. {name} is the owner's name, {owner} the
 * number, {token} the number of one of the page's own tokens, {colour} that of a piece without an owner. Tokens of
 * players beyond their number bear the player's name: its letters are `size` high, and `width` apart at most.
 */
export const PIECE_LAYOUT = {
  "piece": { "x": 50, "y": 50, "size": 92 },
  "counted": { "x": 45, "y": 46, "size": 86 },
  "arrows": { "^": "arrow-n", "v": "arrow-s", "<": "arrow-w", ">": "arrow-e" },
  "arrow": { "inset": 4, "size": 92 },
  "count": {
    "x": 74, "y": 74, "radius": 18, "size": 30, "drop": 11,
    "burst": "M74 50L79 57L88 55L88 64L96 67L92 74L96 81L88 84L88 93L79 91L74 98L69 91L60 93L60 84L52 81L56 74L52 67L60 64L60 55L69 57z"
  },
  "number": { "size": 46, "width": 120, "drop": 0.36 },
  "tile": { "inset": 1.5, "size": 97, "radius": 9 },
  "ground": "var(--ground-{ground}{odd}, var(--ground-{ground}, var(--field{odd})))",
  "tokens": 10,
  "owned": {
    "symbols": ["{kind}-{name}", "{kind}-{owner}", "{kind}", "token-{token}"],
    "colour": "var(--player-{name}, var(--owner-{token}))"
  },
  "unowned": {
    "symbols": ["{kind}-{colour}", "{kind}", "token-{token}"],
    "colour": "var(--{kind}-{colour}, var(--owner-{token}))"
  }
};
