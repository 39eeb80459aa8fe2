// Types that several modules of the board share.

/** The names of players by their numbers; a player without a name is called by the number, counted from 1. */
export type Names = ArrayLike<string | undefined> | Record<number, string | undefined>;

/**
 * Marked cells: those that may be chosen next (null: no choice is open), those that begin another move, chosen, hinted,
 * and of the last move.
 */
export interface Marks {
  open: Set<string> | null;
  again: Set<string>;
  taken: Set<string>;
  hint: Set<string>;
  last: Set<string>;
}

/** Marks as callers give them; what is left out is not marked. */
export interface MarkRequest {
  open?: Set<string> | null;
  again?: Iterable<string>;
  taken?: Iterable<string>;
  hint?: Iterable<string>;
  last?: Iterable<string>;
}

/** The visible part of a board, in cells, and the pixels of a cell. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  size: number;
}

/** How the pieces of a game move, where they do more than jump. A game's page module sets it. */
export interface Motion {
  /** Kinds of pieces that turn into the direction of their trip. */
  heading?: string[];
  /** The symbol drawn below such a piece while it flies. */
  wings?: string;
  /** Grounds on which a piece stops on its way: it walks there, waits, and leaves a frame behind. */
  stopovers?: string[];
  /** The parts that fall off a piece of a kind when it becomes another: symbol and the transform at the end. */
  shells?: Record<string, [symbol: string, transform: string][]>;
}
