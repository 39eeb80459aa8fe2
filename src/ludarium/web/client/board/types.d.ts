// Types that several modules of the board share.

import type { Panel } from "../server/protocol.js";

/** The names of players by their numbers; a player without a name is called by the number, counted from 1. */
export type Names = ArrayLike<string | undefined> | Record<number, string | undefined>;

/**
 * Marked cells: those that may be chosen next (null: no choice is open), those that begin another move, chosen, hinted,
 * of the last move, targets to which a piece goes and leaves its cell empty, and cells of a move chosen in advance.
 */
export interface Marks {
  open: Set<string> | null;
  again: Set<string>;
  taken: Set<string>;
  hint: Set<string>;
  last: Set<string>;
  leaves: Set<string>;
  planned: Set<string>;
}

/** Marks as callers give them; what is left out is not marked. */
export interface MarkRequest {
  open?: Set<string> | null;
  again?: Iterable<string>;
  taken?: Iterable<string>;
  hint?: Iterable<string>;
  last?: Iterable<string>;
  leaves?: Iterable<string>;
  planned?: Iterable<string>;
}

/** An arrow between two cells, or a circle on one, in a tone: `good`, `bad`, `other`. */
export type Arrow = [from: string, to: string, tone: string];

/** Who decides what a drag does; cells are given by name. */
export interface Grip {
  /** Whether a piece can be dragged from a cell now. */
  mayLift(name: string): boolean;
  lift(name: string): void;
  /** A piece was released, "" beside the board; returns whether it stays there. */
  drop(from: string, to: string): boolean;
  /** A right click; returns whether it has ended something, and draws nothing. */
  release(): boolean;
}

/** What a move would do, besides the cells that change. */
export interface Effect {
  /** The way of its piece. */
  way?: string[];
  /** The cells on which pieces are captured or eliminated. */
  gone?: string[];
  /** The cells that it joins or parts, area by area. */
  areas?: string[][];
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
  /** The points that a frame wins, which rise from the pieces that vanish in it; called before it is shown. */
  gain?: (panels: Panel[]) => number;
}
