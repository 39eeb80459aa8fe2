// Written by tools/page_types.py from ludarium.protocol; edit the structs there and run the tool again.

/** A line of facts beside the board. */
export type Panel = [
  label: string,
  value: string,
];

/** What stands on a cell. */
export type Piece = [
  /** the player's number, or -1 for nobody's */
  owner: number,
  /** the game's own word, such as piece */
  kind: string,
  /** how many of them stand there */
  amount: number,
  /** ^ v < > : where it points */
  arrow: string,
  /** for pieces that are told apart by colour and not by owner */
  colour: number,
];

/** One place. Its name is what a path of squares is made of. */
export type Cell = [
  name: string,
  /** grows to the right */
  x: number,
  /** grows downwards, so that row 0 is drawn first */
  y: number,
  /** the game's own word, such as field, block or margin */
  ground: string,
  piece: Piece | null,
];

/** A move that was made, and one way to point at it. */
export type Made = [
  player: number,
  text: string,
  path: string[],
];

/** A move as it unfolds: the cells that are not as in the frame before, and the facts beside the board. */
export type Frame = [
  cells: Cell[],
  panels: Panel[],
];

/** How time is given: so many seconds for the game, more of them for each move, or so many days for each move. */
export interface Clock {
  seconds?: number;
  increment?: number;
  days?: number;
}

/** Somebody at the table. */
export interface Player {
  number: number;
  /** a colour, or a number from 1 */
  name: string;
  /** the text of the seat: `human`, `level 3` */
  who: string;
  /** `you`, the name of a character or of somebody from elsewhere, or `nobody yet` */
  title: string;
  score: number;
  /** of a finished game: whether the win is theirs, or part of it */
  won: boolean;
  /** the id of somebody from elsewhere */
  person: string | null;
  /** whether they are connected */
  here: boolean;
}

/** How a game ended. */
export interface Ending {
  /** who has won, in a few words */
  sentence: string;
  reason: string;
  /** nobody, or nobody alone */
  winner: string | null;
}

/** What a page needs to know besides the cells, whenever nothing moves. */
export interface View {
  /** whose turn it is; None when the game is over */
  turn: number | null;
  /** whether a person has to move now */
  waits: boolean;
  /** how many players there are; those who are listed are the first ones, and whose turn it is */
  count: number;
  players: Player[];
  panels: Panel[];
  /** the words that a move may begin with now */
  words: string[];
  /** those of them that lead on to a cell, and are no move alone */
  leads: string[];
  /** every way to point at a legal move; None where `look` has to be asked */
  paths: string[][] | null;
  can_undo: boolean;
  can_redo: boolean;
  /** computers move only then */
  begun: boolean;
  paused: boolean;
  /** whether things can be laid on cells now */
  laying: boolean;
  /** whether a person makes the moves of all players now */
  setting: boolean;
  /** whether the computers of this game have to be compiled first */
  getting_ready: boolean;
  ending: Ending | null;
  /** the place in the table of high scores that this game would take, where nobody has entered it */
  place: number | null;
  /** seats that wait for somebody; nobody moves before */
  vacant: number;
  /** milliseconds that players have, at this moment; nothing where there are no clocks */
  clocks: Record<number, number>;
  /** the player whose clock runs */
  running: number | null;
  /** who has offered a `draw`, a `takeback` or a `rematch` */
  offers: Record<string, number[]>;
  /** the game that the same people went on to */
  next: string;
}

/** A request was refused, and nothing was changed: one sentence says why. Without `re`, it could not be read. */
export interface Error {
  say: "error";
  message: string;
  re: number | null;
}

/** A request was carried out; what came of it is told by events. */
export interface Done {
  say: "done";
  re: number;
}

/** All of a game: told to whoever begins to look on, or was away for too long. */
export interface State {
  say: "state";
  version: number;
  id: string;
  kind: string;
  options: Record<string, string>;
  /** who sits where, as in NewGame */
  seats: string[];
  columns: number;
  rows: number;
  cells: Cell[];
  moves: Made[];
  view: View;
  /** the person who has set it up; where there is none, anybody may do anything */
  owner: string | null;
  /** whether everybody finds it in the lobby */
  listed: boolean;
  /** by which others can join */
  alias: string | null;
  clock: Clock | null;
  rated: boolean;
}

/** A move was made. Without frames that unfold there is one, the last. */
export interface Moved {
  say: "moved";
  version: number;
  /** the number of moves made, with this one */
  ply: number;
  move: Made;
  frames: Frame[];
  view: View;
}

/** Something else happened: moves were taken back, somebody sat down, the game was paused, begun or given up. */
export interface Changed {
  say: "changed";
  version: number;
  /** moves beyond are taken back */
  ply: number;
  /** those that are not as before */
  cells: Cell[];
  view: View;
}

/** A computer begins to think about its move. This is no event of the game, and has no version. */
export interface Thinking {
  say: "thinking";
  player: number;
}

/** The computers of this game have to be compiled first, or are ready. This is no event of the game either. */
export interface Ready {
  say: "ready";
  getting_ready: boolean;
}

/** The first message on a socket: who you are, as the server knows you. */
export interface You {
  say: "you";
  person: string | null;
  name: string;
  /** whether you sit at the machine that the server runs on: games that nobody owns are yours then */
  home: boolean;
}

/** A good move. */
export interface Hint {
  say: "hint";
  re: number;
  move: string;
  path: string[];
}

/** Of the cells that were asked about, those that may be touched next. */
export interface May {
  say: "may";
  re: number;
  names: string[];
}

/** One way to play on. */
export interface Line {
  moves: string[];
  /** of the first move */
  path: string[];
  /** for whoever's turn it is: hundredths of a point, or thousandths of the win where many play */
  score: number;
  /** of the first player to win, from 0 to 1, roughly */
  chance: number;
  /** plies to a certain win, below 0 for a loss */
  wins_in: number | null;
  depth: number;
  nodes: number;
}

/** What a position is worth, the best line first. */
export interface Analysis {
  say: "analysis";
  re: number;
  ply: number;
  lines: Line[];
}

/** One move of the game looked at again; as many come as moves were made, then `done`. */
export interface Judged {
  say: "judged";
  re: number;
  /** counted from 1 */
  ply: number;
  /** for the player who made it */
  score: number;
  loss: number;
  /** `?` a mistake, `??` a blunder */
  mark: string;
  /** of the first player to win, after it */
  chance: number;
  better: Line[];
}

/** What a page asks for; `id` is a number of its own, for the answer. */
export interface Request {
  do: "Request";
  id: number;
}

/** Make a move, by pointing at it or by its text. `at` is how many moves had been made when it was chosen. */
export interface Play {
  do: "play";
  id: number;
  at: number;
  path?: string[];
  move?: string;
}

/** Take back as far as a person's last turn. */
export interface Undo {
  do: "undo";
  id: number;
}

/** Make again what was taken back last. */
export interface Redo {
  do: "redo";
  id: number;
}

/** Ask for a good move. */
export interface AskHint {
  do: "hint";
  id: number;
}

/** Whatever is being thought about has been thought about enough: a computer plays the best it has found. */
export interface Stop {
  do: "stop";
  id: number;
}

/** End the analyses and the review that this page has asked for; they are answered with what was found. */
export interface Enough {
  do: "enough";
  id: number;
}

/** Give the game up for a player. */
export interface Resign {
  do: "resign";
  id: number;
  player: number;
}

/** Let somebody else play for a player: `human` or `level 1` to `level 8`. */
export interface Seat {
  do: "seat";
  id: number;
  player: number;
  who: string;
}

/** Take a seat that waits for somebody: that of a player, or any. */
export interface Sit {
  do: "sit";
  id: number;
  player?: number | null;
}

/** Give a seat back before the first move; later, one resigns. */
export interface Leave {
  do: "leave";
  id: number;
  player: number;
}

/** Offer a `draw`, ask for a `takeback` of moves, or for a `rematch`; agree, if the others have. */
export interface Offer {
  do: "offer";
  id: number;
  offer: string;
}

/** Do not agree, or take an offer of one's own back. */
export interface Decline {
  do: "decline";
  id: number;
  offer: string;
}

/** Claim the game from a player who has been away for longer than the grace time. */
export interface Claim {
  do: "claim";
  id: number;
  player: number;
}

/** Let computers wait, or go on. */
export interface Pause {
  do: "pause";
  id: number;
  on: boolean;
}

/** Set-up is over: computers may move. */
export interface Start {
  do: "start";
  id: number;
}

/** Put another game on the table before it begins, as a record tells it, and say which player the host plays. */
export interface SetUp {
  do: "set up";
  id: number;
  record: string;
  player: number;
}

/** Lay something on a cell before the game begins, or take it away again. */
export interface Lay {
  do: "lay";
  id: number;
  name: string;
}

/** Begin or end making the moves of all players. */
export interface SetMoves {
  do: "set moves";
  id: number;
  on: boolean;
}

/** Let the computers of this game draw their chances from a number, so that they play the same again. */
export interface Seed {
  do: "seed";
  id: number;
  number: number;
}

/** Ask what the position after so many moves is worth. */
export interface Analyse {
  do: "analyse";
  id: number;
  ply: number;
  lines?: number;
  seconds?: number;
}

/** Ask for every move to be judged. */
export interface Review {
  do: "review";
  id: number;
  seconds?: number;
}

/** Ask which of these cells may be touched next, after those that have been. */
export interface Look {
  do: "look";
  id: number;
  names: string[];
  touched?: string[];
}

/** Something that can be chosen about a game. */
export interface OptionTold {
  name: string;
  /** whole, seed, choice, flag, span, text */
  sort: string;
  default: string;
  help: string;
  takes: string;
  low: number | null;
  high: number | null;
  choices: string[];
}

/** A game of the house. */
export interface KindTold {
  id: string;
  title: string;
  about: string;
  /** by default */
  players: number;
  /** of the players by default, nine at most */
  names: string[];
  options: OptionTold[];
  /** whether it is played for points, and its scenarios have tables */
  has_scores: boolean;
  /** whether things can be laid on cells before it begins */
  can_lay: boolean;
  /** whether the page has a module of its own for it */
  own: boolean;
  /** the drawings that the game brings for the page, by their ids */
  symbols: string[];
}

/** A computer that can take a seat. */
export interface LevelTold {
  number: number;
  name: string;
  seat: string;
}

/** What the server accepts at most, so that a client can say so before it asks. */
export interface Limits {
  request_bytes: number;
  /** letters */
  user_name: number;
  score_name: number;
  alias: number;
  /** how long a player may be away before the game can be claimed */
  grace_seconds: number;
}

/** What the house offers. */
export interface House {
  version: string;
  kinds: KindTold[];
  levels: LevelTold[];
  limits: Limits;
}

/** What is to be played, and who plays it. Seats that are not named are as usual: a person against computers. */
export interface NewGame {
  kind: string;
  options?: Record<string, string>;
  seats?: string[];
  position?: string | null;
  begun?: boolean;
  /** whether everybody finds it in the lobby, to take a seat that is `open` or to look on */
  listed?: boolean;
  /** by which others can join it, as long as it is not over */
  alias?: string | null;
  /** how long people may think */
  clock?: Clock | null;
  /** whether it counts, if people alone play it */
  rated?: boolean;
}

/** A game from elsewhere: a record of the house, a seed's CSV, or a file of line mode's commands of a kind. */
export interface Brought {
  text: string;
  kind?: string;
  seats?: string[];
  begun?: boolean;
}

/** A game that is kept. */
export interface GameTold {
  id: string;
  kind: string;
  title: string;
  finished: boolean;
  /** a time in UTC, as ISO 8601 writes it */
  changed: string;
  seats: string[];
  /** seats that wait for somebody */
  vacant: number;
  clock: Clock | null;
  rated: boolean;
  alias: string | null;
}

/** How a game stood after so many moves, and the film of the last of them. */
export interface PlyTold {
  ply: number;
  cells: Cell[];
  panels: Panel[];
  turn: number | null;
  move: Made | null;
  frames: Frame[];
}

/** A row of a table of high scores. */
export interface ScoreTold {
  name: string;
  points: number;
  extra: Record<string, number>;
  entered: string;
}

/** Whose score is to be entered. */
export interface Signed {
  name: string;
}

/** A game in detail: what the board tells, and every player's points. */
export interface Statistics {
  facts: Panel[];
  results: Panel[];
}

/** The rules of a game for players. */
export interface Help {
  html: string;
}

/** The place that a score has taken in its table, from 1; none if it was too low. */
export interface Place {
  place: number | null;
}

/** What is preferred: anything that JSON can tell. */
export interface Preference {
  value: unknown;
}

/** One sentence about why something cannot be done; nothing was changed. */
export interface Wrong {
  message: string;
}

/** Whoever asks. */
export interface Me {
  id: string;
  name: string;
  /** whether they have no account */
  guest: boolean;
  since: string;
}

/** What somebody wants to be called. */
export interface Named {
  name: string;
}

/** The name and the password of an account. */
export interface Entering {
  name: string;
  password: string;
}

/** The password that somebody has, and the one that they want to have. */
export interface NewPassword {
  old: string;
  new: string;
}

/** Somewhere that somebody is known. */
export interface SessionTold {
  id: string;
  /** what the browser calls itself */
  label: string;
  since: string;
  /** if they are not seen there before */
  until: string;
  /** whether it is the one that asks */
  here: boolean;
}

/** What a token is for. */
export interface Labelled {
  label: string;
}

/** A program's token, as its owner knows it again. */
export interface TokenTold {
  id: string;
  label: string;
  since: string;
  until: string;
}

/** A new token for a program. It is shown this once, and kept nowhere. */
export interface TokenMade {
  id: string;
  label: string;
  since: string;
  until: string;
  token: string;
}

/** How well somebody plays a kind of game. */
export interface RatingTold {
  kind: string;
  /** begins at 1000 */
  rating: number;
  games: number;
}

/** What everybody may know of somebody; their private games are told to themselves alone. */
export interface PersonTold {
  id: string;
  name: string;
  guest: boolean;
  since: string;
  ratings: RatingTold[];
  games: GameTold[];
}

/** Somebody in the list of the best players of a kind of game. */
export interface RankTold {
  person: string;
  name: string;
  rating: number;
  games: number;
}

export type Told = Error | Done | You | State | Moved | Changed | Thinking | Ready | Hint | May | Analysis | Judged;

export type Asked = Play | Undo | Redo | AskHint | Stop | Enough | Resign | Seat | Sit | Leave | Offer | Decline | Claim | Pause | Start | SetUp | Lay | SetMoves | Seed | Analyse | Review | Look;
