// Types that the modules of the table share. `Table` says what the parts may use of the page of one game, so that they
// need not import the module that puts them together.

import type { Board } from "../board/board.js";
import type { MoveInput, QueriedMoveInput } from "../board/move_input.js";
import type { Pieces } from "../board/drawing/pieces.js";
import type { Cells } from "../core/cells.js";
import type { Entry } from "../core/menu.js";
import type { House, KindTold, Made, Moved, Panel, Player, State, View } from "../server/protocol.js";
import type { GameSocket } from "../server/socket.js";
import type { Tabs } from "./panels/tabs.js";

/** The tone of a message under the board. */
export type Tone = "" | "wrong" | "busy";

/** The elements that every table has. */
export interface Parts {
  page: HTMLElement;
  name: HTMLElement;
  /** The sign of the player to move. */
  sign: HTMLElement;
  turn: HTMLElement;
  lost: HTMLElement;
  players: HTMLElement;
  facts: HTMLElement;
  say: HTMLElement;
  here: HTMLElement;
  bar: HTMLElement;
  /** What stands beside the board: moves, analysis. */
  tabs: Tabs;
}

/** The places around the board where parts and page modules put their elements. */
export interface Slots {
  /** Beside the name of the game, in the page's header. */
  title: HTMLElement;
  /** Left of the board: the bar of an analysis. */
  evaluation: HTMLElement;
  /** Around the board. */
  stage: HTMLElement;
  /** Below the moves: offers and free seats. */
  offers: HTMLElement;
  /** The panels with tabs, in the column beside the board. */
  side: HTMLElement;
  /** Below the moves: what a game adds. */
  game: HTMLElement;
}

/** How the page shows a word of a game that is a move, or begins one. */
export interface WordStyle {
  /** Its key and what the key does, for the list of keys. */
  help?: [key: string, text: string];
  /** The symbol on its button. */
  symbol?: string;
}

/** What the page module of a game adds to its table; all of it is optional. */
export interface PageExtension {
  /** How the game's words are shown, by word. */
  words?: Record<string, WordStyle>;
  /** Draw what is shown now, which may be a position of the past. */
  refresh?: (view: View, panels: Panel[], turn: number | null) => void;
  /** A move was made. */
  moved?: (moved: Moved) => void;
  /** A frame of a film is shown. */
  frame?: (panels: Panel[]) => void;
  /** The game has ended; true if the usual panel shall not be shown. */
  ended?: (view: View) => boolean | void;
  /** What the panel of a game that is over shows of the game's own. */
  result?: () => HTMLElement[] | Promise<HTMLElement[]>;
  /** What "New game" does there. */
  again?: (table: Table) => unknown;
  /** Handle a key; true if it was handled. */
  key?: (event: KeyboardEvent) => boolean | void;
  /** A request was refused, with this sentence. */
  refused?: (sentence: string) => void;
  /** Handle a click on a cell; true if it was handled. */
  touch?: (name: string) => boolean | void;
  /** The cells that may be chosen, where the game decides that itself. */
  open?: () => Set<string> | null | undefined;
  /** What the user can do now; replaces the usual text. */
  advice?: () => string | undefined;
  /** How a player's card differs: its drawing, who plays, and what a click on it does. */
  card?: (player: Player) => { portrait: string; who: string; title: string; run: () => unknown };
  /** The actions for which the page module has buttons of its own, by id: they stand nowhere else. */
  placed?: () => string[];
  /** What a player's score counts, for one: a piece, say. A point, where it is not given. */
  unit?: string;
  /** The table is closed. */
  close?: () => void;
}

/** A move of a variation: one that was not made in the game. */
export interface Variation {
  text: string;
  /** The number of moves before the position after it. */
  ply: number;
  /** The move before it in the variation; null for the first. */
  parent: Variation | null;
  next: Variation[];
  /** The evaluation of the position after it, once that was analysed. */
  worth: string;
}

/** The past of the game and its variations, as far as others need it. */
export interface HistoryControl {
  readonly element: HTMLElement;
  /** The moves of the game before the shown position, or before its variation; null while the present is shown. */
  readonly ply: number | null;
  /** The shown move of a variation. */
  readonly node: Variation | null;
  /** The moves of the variation that is shown. */
  readonly line: string[];
  /** The number of moves before the shown position of the past. */
  readonly count: number | null;
  /** The move before the shown position of the past. */
  readonly last: Made | null;
  readonly explorer: {
    type(text: string): Promise<string>;
    mayLift(name: string): boolean;
    lift(name: string): void;
    drop(to: string): boolean;
  };
  readonly tree: { judge(node: Variation, worth: string): void };
  go(ply: number | null, node?: Variation | null): Promise<void>;
  follow(ply: number, moves: string[], node?: Variation | null): Promise<void>;
  key(event: KeyboardEvent): boolean;
  refuse(): void;
  refresh(): void;
  mark(): void;
  touch(name: string): Promise<void>;
  word(word: string, name?: string): Promise<void>;
  marks(marks: Map<number, string>): void;
}

/** The user's input, as far as others need it. */
export interface InputControl {
  calm(): void;
  /** The view that a film leads to; null when it has ended. */
  foresee(view: View | null): void;
  /** Show what the user can do while a long film runs. */
  adviseInFilm(): void;
  /** Forget a planned move, and say so; returns whether there was one. */
  cancelPlan(): boolean;
  escape(): void;
  hint(): Promise<void>;
  /** A legal move as it is written; empty where none is known. */
  example(): Promise<string>;
  readonly side: { turn(): void };
}

/** The page of one game. */
export interface Table {
  /** What hides the board while the device is passed to another player. */
  readonly curtain: { readonly isDown: boolean; follow(view: View): void };
  readonly id: string;
  readonly house: House;
  readonly board: Board;
  readonly parts: Parts;
  readonly slots: Slots;
  readonly socket: GameSocket;
  readonly input: InputControl;
  kind: KindTold;
  pieces: Pieces;
  state: State;
  /** The cells as they are now, by name. */
  cells: Cells;
  /** The players' names, by number. */
  names: string[];
  /** Whether a click places something on a cell before the game begins. */
  laying: boolean;
  /** The move whose film is running. */
  unfolding: Made | null;
  /** The cells of a hint and of the last move. */
  marks: { hint: string[]; last: string[] };
  extension: PageExtension;
  menu: Entry[];
  history?: HistoryControl;
  analysis?: { refresh(): void };
  /** The panel of a game that is over. */
  result?: { readonly isOpen: boolean; open(): void; close(): void };
  readonly view: View;
  /** How many moves have been made. */
  readonly ply: number;
  /** The seats for a new game with the same players. */
  readonly seats: string[];
  /** Whether a computer is choosing its move. */
  readonly isThinking: boolean;
  /** Whether a film is running. */
  readonly isFilming: boolean;
  /** Whether the board shows a position of the past. */
  readonly isPast: boolean;
  readonly speed: string;
  /** The move that the user is choosing; null where it is not the user's turn. */
  readonly moveInput: MoveInput | QueriedMoveInput | null;
  /** Words that can be chosen instead of a cell. */
  readonly words: string[];
  begin(state: State): Promise<void>;
  take(view: View): void;
  refresh(): void;
  mark(): void;
  showNow(): void;
  clearPast(): void;
  unfold(move: Made | null): void;
  clearInput(): void;
  showPast(past: { panels: Panel[]; turn: number | null }): void;
  say(text: string, tone?: Tone): void;
  write(text: string, tone?: Tone): void;
  advise(): void;
  /** Show why something cannot be done, beside the cell that was touched. */
  refuse(text: string, cell?: string): void;
  playerTitle(number: number): string;
  wordLabel(word: string): string;
  needsCell(word: string): boolean;
  chooseWord(word: string, name?: string): void;
  entry(id: string): Entry | undefined;
  run(id: string, ...given: unknown[]): void;
  request(what: string, fields?: Record<string, unknown>): Promise<any>;
}
