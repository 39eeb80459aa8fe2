// Written by tools/page_types.py from ludarium.protocol; edit the structs there and run the tool again.

/** What stands on a cell. */
export type Piece = [
  /** the player's number, or -1 for no owner */
  owner: number,
  /** the game's own word, such as piece */
  kind: string,
  /** how many of them stand there */
  amount: number,
  /** ^ v < > : where it points */
  arrow: string,
  /** for pieces that differ by colour and not by owner */
  colour: number,
  /** how many of them fill the cell, so that they leave it; 0 for any number */
  room?: number,
];

/** What a cell looks like, wherever it is. */
export type CellLook = [
  ground: string,
  piece: Piece | null,
];

/** One place. Its name is what a path of squares is made of. */
export type Cell = [
  name: string,
  /** grows to the right */
  x: number,
  /** grows downwards, so that row 0 is drawn first */
  y: number,
  /** the game's own word, such as field, block, margin or reserve */
  ground: string,
  piece: Piece | null,
];

/** A line of facts beside the board. */
export type Panel = [
  label: string,
  value: string,
];

/** A move that was made, and one path of cells that means it. */
export type Made = [
  player: number,
  text: string,
  path: string[],
];

/** A frame of a film: the cells that differ from the frame before, and the panels. */
export type Frame = [
  cells: Cell[],
  panels: Panel[],
];

/** The outline of the cell at a column and row, moved to where the board fits; corners begin at the middle. */
export type Placed = [
  column: number,
  row: number,
  x: number,
  y: number,
  /** which of the geometry's forms it has */
  form: number,
];

/** A line that is drawn below the cells, such as a way between them or the side of a player; units as in Outline. */
export type Stroke = [
  points: number[][],
  /** the player whose colour it has, or -1 */
  owner: number,
];

/** The name of a line of cells, and where it stands: one step beyond its end. */
export type Label = [
  text: string,
  x: number,
  y: number,
  /** among the rows of cells, where text is all that there is */
  row: number,
  is_of_row: boolean,
];

/** How the cells of a board lie that is no grid of squares; the board has its origin at the top left. */
export type Geometry = [
  width: number,
  height: number,
  /** the corners x, y, x, y, ...; of a circle its radius alone */
  forms: number[][],
  cells: Placed[],
  strokes: Stroke[],
  labels: Label[],
];

/** A value of an option, and what people call it. */
export type ValueTold = [
  value: string,
  label: string,
];

/** Seconds for the game and an increment for each move, or days for each move. */
export interface Clock {
  seconds?: number;
  increment?: number;
  days?: number;
}

/** The cells of a large board in short. */
export interface Grid {
  /** of a cell, with `{column}` and `{row}` for the names of its lines */
  name: string;
  /** their names, from the left */
  columns: string[];
  /** their names, from the top */
  rows: string[];
  /** null where the board has no cell */
  looks: (CellLook | null)[];
  /** each row: the number of a look; -3 means three more cells with that look */
  runs: number[][];
}

/** The position after so many moves, and the film of the last of them. */
export interface PlyTold {
  ply: number;
  cells: Cell[];
  panels: Panel[];
  turn: number | null;
  move: Made | null;
  frames: Frame[];
  /** instead of the cells of a large board */
  grid: Grid | null;
}

/** A player of the match. */
export interface Player {
  number: number;
  /** a colour, or a number from 1 */
  name: string;
  /** the text of the seat: `human`, `level 3` */
  who: string;
  /** `you`, the name of a computer character or of a user, or `no one yet` */
  title: string;
  score: number;
  /** of a finished game: whether this player has won, alone or with others */
  won: boolean;
  /** the id of the user in this seat */
  person: string | null;
  /** whether the user is connected */
  here: boolean;
}

/** How a game ended. */
export interface Ending {
  /** who has won */
  sentence: string;
  reason: string;
  /** null for a draw, or several winners */
  winner: string | null;
}

/** What a client shows besides the cells. */
export interface View {
  /** the player to move; null when the game is over */
  turn: number | null;
  /** whether a person has to move now */
  waits: boolean;
  /** of all players; `players` has the first ones and the one to move */
  count: number;
  players: Player[];
  panels: Panel[];
  /** that a move may begin with now */
  words: string[];
  /** those of them that need a cell after them */
  leads: string[];
  /** of all legal moves; null if there are too many, then `look` answers */
  paths: string[][] | null;
  can_undo: boolean;
  can_redo: boolean;
  /** computers move only after that */
  begun: boolean;
  paused: boolean;
  /** whether the host can change cells now */
  laying: boolean;
  /** whether the host makes the moves of all players now */
  setting: boolean;
  /** whether the code of the computers is being compiled */
  getting_ready: boolean;
  ending: Ending | null;
  /** the rank that this game would take in the table of high scores, until it is entered */
  place: number | null;
  /** free seats; the match waits until they are taken */
  vacant: number;
  /** milliseconds that players have left; empty without clocks */
  clocks: Record<number, number>;
  /** the player whose clock runs */
  running: number | null;
  /** the players that have offered a `draw`, a `takeback` or a `rematch` */
  offers: Record<string, number[]>;
  /** the moves that are taken back if the others agree, where a player has asked for that */
  takeback: string;
  /** whether its score can be entered; a hint or an analysis ends that */
  for_points: boolean;
  /** the id of the rematch */
  next: string;
  /** whether players see different things now: there are no records, analyses and takebacks */
  hides: boolean;
}

/** A request was refused, and nothing was changed; `message` says why. Without `re`, it could not be decoded. */
export interface Error {
  say: "error";
  message: string;
  re: number | null;
}

/** A request was carried out; events say what has changed. */
export interface Done {
  say: "done";
  re: number;
}

/** The whole state of a game, for a client that connects or has missed too many events. */
export interface State {
  say: "state";
  version: number;
  id: string;
  kind: string;
  options: Record<string, string>;
  /** as in NewGame */
  seats: string[];
  columns: number;
  rows: number;
  /** none of a large board, which has a grid */
  cells: Cell[];
  moves: Made[];
  view: View;
  grid: Grid | null;
  /** the user who has set it up; without one, clients on the server's machine own it */
  owner: string | null;
  /** whether the lobby lists it */
  listed: boolean;
  /** by which others can join */
  alias: string | null;
  clock: Clock | null;
  rated: boolean;
  /** the day whose deal this is a try at */
  daily: string;
  /** how cells lie, where the board is no grid of squares */
  geometry: Geometry | null;
  /** what people call one cell */
  cell_word: string;
}

/** A move was made. There is at least one frame, the last. */
export interface Moved {
  say: "moved";
  version: number;
  /** the number of moves, with this one */
  ply: number;
  move: Made;
  frames: Frame[];
  view: View;
  /** sentences about what the move has brought besides, such as a new level */
  news: string;
}

/** Another event: moves were taken back, a seat was taken, the game was paused, begun or resigned. */
export interface Changed {
  say: "changed";
  version: number;
  /** moves beyond are taken back */
  ply: number;
  /** those that differ from before */
  cells: Cell[];
  view: View;
}

/** A computer begins to think. This is not an event of the game, and has no version. */
export interface Thinking {
  say: "thinking";
  player: number;
}

/** Whether the code of the computers is being compiled. This is not an event of the game, and has no version. */
export interface Ready {
  say: "ready";
  getting_ready: boolean;
}

/** The first message on a socket: the user that the server takes the client for. */
export interface You {
  say: "you";
  person: string | null;
  name: string;
  /** whether the client is on the server's machine, where games without an owner belong to all */
  home: boolean;
}

/** A good move. */
export interface Hint {
  say: "hint";
  re: number;
  move: string;
  path: string[];
}

/** The cells of a `look` request that may be touched next. */
export interface May {
  say: "may";
  re: number;
  names: string[];
}

/** What a move would do, or why it cannot be made. */
export interface Preview {
  path: string[];
  /** of its film, as far as a player can know them */
  frames: Cell[][];
  /** of cells that it joins or parts */
  areas: string[][];
  /** why it is not legal; empty where the game does not say */
  objection: string;
  /** as it is written, if it is legal */
  move: string;
}

/** What the moves of a `preview` request would do, in its order. */
export interface Previews {
  say: "previews";
  re: number;
  previews: Preview[];
}

/** The moves that a player would have now, as in View. */
export interface Premoves {
  say: "premoves";
  re: number;
  words: string[];
  leads: string[];
  paths: string[][] | null;
}

/** A line of an analysis. */
export interface Line {
  moves: string[];
  /** of the first move */
  path: string[];
  /** of the first player: hundredths of a point, or thousandths of a win with many players */
  score: number;
  /** estimated, of the first player to win, from 0 to 1 */
  chance: number;
  /** plies to a forced win of the first player, negative for a loss */
  wins_in: number | null;
  depth: number;
  nodes: number;
}

/** The analysis of a position, the best line first. */
export interface Analysis {
  say: "analysis";
  re: number;
  ply: number;
  lines: Line[];
}

/** A position of the past or of a variation, and what can be played there. */
export interface Explored {
  say: "explored";
  re: number;
  position: PlyTold;
  /** as in View */
  words: string[];
  leads: string[];
  /** of all legal moves; null if there are too many */
  paths: string[][] | null;
  /** why the game would be over */
  ending: string;
}

/** One move of a review; there is one of these for each move, then `done`. */
export interface Judged {
  say: "judged";
  re: number;
  /** counted from 1 */
  ply: number;
  /** of the first player, after it */
  score: number;
  /** of the mover's chance to win */
  loss: number;
  /** from 0 to 100 */
  accuracy: number;
  /** `?` a mistake, `??` a blunder */
  mark: string;
  /** of the first player to win, after it */
  chance: number;
  better: Line[];
}

/** A request; the answer repeats `id` as `re`. */
export interface Request {
  do: "Request";
  id: number;
}

/** Make a move, by its path or its text. `at` is how many moves had been made when it was chosen. */
export interface Play {
  do: "play";
  id: number;
  at: number;
  path?: string[];
  move?: string;
}

/** Take moves back to the last turn of a person. */
export interface Undo {
  do: "undo";
  id: number;
}

/** Make the moves again that were taken back last. */
export interface Redo {
  do: "redo";
  id: number;
}

/** Ask for a good move. */
export interface AskHint {
  do: "hint";
  id: number;
}

/** Stop the search of this game: the computer plays the best move it has found. */
export interface Stop {
  do: "stop";
  id: number;
}

/** End the analyses and reviews of this client; they are answered with what was found so far. */
export interface Enough {
  do: "enough";
  id: number;
}

/** Resign for a player. */
export interface Resign {
  do: "resign";
  id: number;
  player: number;
}

/** Change who plays for a player: `human` or `level 1` to `level 11`. */
export interface Seat {
  do: "seat";
  id: number;
  player: number;
  who: string;
}

/** Take a free seat: that of a player, or any. */
export interface Sit {
  do: "sit";
  id: number;
  player?: number | null;
}

/** Leave a seat before the first move; after it, resign instead. */
export interface Leave {
  do: "leave";
  id: number;
  player: number;
}

/** Offer a `draw`, a `takeback` or a `rematch`, or agree to the offer of others. */
export interface Offer {
  do: "offer";
  id: number;
  offer: string;
}

/** Decline an offer, or withdraw your own. */
export interface Decline {
  do: "decline";
  id: number;
  offer: string;
}

/** Claim the win over a player who has been disconnected for longer than the grace period. */
export interface Claim {
  do: "claim";
  id: number;
  player: number;
}

/** Pause the computers, or let them continue. */
export interface Pause {
  do: "pause";
  id: number;
  on: boolean;
}

/** End the set-up: computers may move. */
export interface Start {
  do: "start";
  id: number;
}

/** Replace the game before it begins by that of a record, and set which player the host plays. */
export interface SetUp {
  do: "set up";
  id: number;
  record: string;
  player: number;
}

/** Change a cell before the game begins, or change it back. */
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

/** Seed the random numbers of this game's computers, so that they play the same again. */
export interface Seed {
  do: "seed";
  id: number;
  /** of 64 bits with its sign; as a text, JavaScript keeps all its digits */
  number: number | string;
}

/** Analyse the position after so many moves, and after those of a variation that begins there. */
export interface Analyse {
  do: "analyse";
  id: number;
  ply: number;
  lines?: number;
  seconds?: number;
  moves?: string[];
}

/** Ask for the position after so many moves of the game, after `moves` that were not made in it, and after the move of a path. The game itself does not change. */
export interface Explore {
  do: "explore";
  id: number;
  ply: number;
  moves?: string[];
  path?: string[];
}

/** Review all moves of the game; each search looks at so many positions, or fewer where that is slow. */
export interface Review {
  do: "review";
  id: number;
  nodes?: number;
}

/** Ask which of these cells may be touched next, after those in `touched`. */
export interface Look {
  do: "look";
  id: number;
  names: string[];
  touched?: string[];
}

/** Ask what moves would do, or why they cannot be made; `at` is as in Play. */
export interface AskPreview {
  do: "preview";
  id: number;
  at: number;
  paths: string[][];
}

/** Ask which moves a player would have if it were this player's turn. */
export interface AskPremoves {
  do: "premoves";
  id: number;
  player: number;
}

/** An option of a kind of game. */
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
  /** what people call it */
  title: string;
  /** those that have names, in the order in which people read them */
  values: ValueTold[];
  /** whether there are pictures of boards with its values */
  pictured: boolean;
}

/** A kind of game. */
export interface KindTold {
  id: string;
  title: string;
  about: string;
  /** by default */
  players: number;
  /** of the players by default, nine at most */
  names: string[];
  options: OptionTold[];
  /** whether it comes with puzzles */
  has_puzzles: boolean;
  /** whether everyone is dealt the same game on a day */
  has_daily: boolean;
  /** whether it is played for points and has tables of high scores */
  has_scores: boolean;
  /** whether the host can change cells before it begins */
  can_lay: boolean;
  /** whether the page has a module for it */
  own: boolean;
  /** what the words of a move are called on buttons, where it is not the word itself */
  word_labels: Record<string, string>;
  /** the ids of the drawings that the game brings for the page */
  symbols: string[];
  /** custom properties of the page: the colours that the game says of its players */
  colours: Record<string, string>;
  /** whether its drawings are in very dark or very light colours */
  needs_rim: boolean;
  /** whether new players can try moves in prepared positions */
  has_introduction: boolean;
}

/** A level of computer opponents. */
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

/** The kinds of games and the levels of computers on this server. */
export interface House {
  version: string;
  kinds: KindTold[];
  levels: LevelTold[];
  limits: Limits;
  /** why some folders of games cannot be played, a sentence each */
  problems: string[];
  /** the ids of games that are not ready yet, soon after the server has started */
  loading: string[];
  /** whether the house runs in the browser, where no other person can be reached */
  is_alone: boolean;
}

/** A new game. Seats that are not named have their default: one person against computers. */
export interface NewGame {
  kind: string;
  options?: Record<string, string>;
  seats?: string[];
  position?: string | null;
  begun?: boolean;
  /** whether the lobby lists it, for players to take a seat that is `open` or to watch */
  listed?: boolean;
  /** by which others can join it until it is over */
  alias?: string | null;
  /** the time control of people */
  clock?: Clock | null;
  /** whether it changes ratings; only for games between people */
  rated?: boolean;
}

/** A game to import: a record, a CSV file of an original game, or a file of line mode's commands with their kind. */
export interface Brought {
  text: string;
  kind?: string;
  /** without any, people play for all, and it begins paused until a request says who plays */
  seats?: string[];
  begun?: boolean;
  /** those that a file of commands loads, by name */
  files?: Record<string, string>;
}

/** A saved game. */
export interface GameTold {
  id: string;
  kind: string;
  title: string;
  finished: boolean;
  /** time in UTC, ISO 8601 */
  changed: string;
  seats: string[];
  /** free seats */
  vacant: number;
  clock: Clock | null;
  rated: boolean;
  alias: string | null;
}

/** A row of a table of high scores. */
export interface ScoreTold {
  name: string;
  points: number;
  extra: Record<string, number>;
  entered: string;
}

/** A row of the table of a day. */
export interface DailyEntryTold {
  place: number;
  person: string;
  name: string;
  points: number;
  extra: Record<string, number>;
  ended: string;
  /** to watch; null while the user may not watch it, or if it was deleted */
  game: string | null;
}

/** The user's own try at the deal of a day. */
export interface DailyTryTold {
  /** null if it was deleted */
  game: string | null;
  over: boolean;
  /** null if it is not in the table */
  points: number | null;
  place: number | null;
}

/** The deal of a day and its table. */
export interface DailyTold {
  kind: string;
  /** as 2026-11-17, in UTC */
  day: string;
  today: string;
  /** the earliest day that is kept */
  first: string;
  /** when the table of today is closed */
  closes: string;
  /** of the deal, without the seed */
  options: Record<string, string>;
  /** in the table */
  players: number;
  /** the best ones */
  entries: DailyEntryTold[];
  own: DailyTryTold | null;
  /** those of today only after the own try */
  can_watch: boolean;
}

/** The name for a high score. */
export interface Signed {
  name: string;
}

/** Facts about the board, and the points of each player. */
export interface Statistics {
  facts: Panel[];
  results: Panel[];
}

/** A board to be drawn, outside any game. */
export interface BoardTold {
  columns: number;
  rows: number;
  cells: Cell[];
  /** of the players */
  names: string[];
  /** as in State */
  geometry: Geometry | null;
}

/** The rules of a game for players. */
export interface Help {
  /** where a `pre` with `data-board` stands for the drawing of one of the boards */
  html: string;
  boards: BoardTold[];
}

/** A step of an introduction: a position in which a move is tried. */
export interface StepTold {
  text: string;
  board: BoardTold;
  turn: number;
  /** of the moves that can be tried */
  paths: string[][];
  /** that a path may begin with */
  words: string[];
}

/** The introduction to a game. */
export interface IntroductionTold {
  steps: StepTold[];
}

/** A move that is tried in a step of an introduction. */
export interface Tried {
  path: string[];
}

/** What a tried move does. */
export interface TriedTold {
  /** whether it is one that the step asks for */
  counts: boolean;
  text: string;
  frames: Frame[];
}

/** What has happened in a game with others while you were away. */
export interface NewsTold {
  id: string;
  kind: string;
  text: string;
  /** time in UTC, ISO 8601 */
  changed: string;
  finished: boolean;
  /** whether another player is to move, and you have nothing to do */
  waits: boolean;
}

/** A move that was played in a position before. */
export interface PlayedMoveTold {
  move: string;
  games: number;
  /** of those who played it, from 0 to 1 */
  score: number;
  /** some of them, the most frequent first */
  players: string[];
}

/** What was played in a position before, the most frequent move first; null without a collection of games. */
export interface PlayedBefore {
  moves: PlayedMoveTold[] | null;
}

/** The rank of a score in its table, from 1; null if it was too low. */
export interface Place {
  place: number | null;
}

/** The value of a preference. */
export interface Preference {
  value: string;
}

/** Why a request was refused, in one sentence; nothing was changed. */
export interface Wrong {
  message: string;
  /** the name of a file that the request has to bring too */
  needs?: string;
}

/** The user that sends the request. */
export interface Me {
  id: string;
  name: string;
  /** whether the user has no account */
  guest: boolean;
  since: string;
}

/** A new name of a user. */
export interface Named {
  name: string;
}

/** The name and the password of an account. */
export interface Entering {
  name: string;
  password: string;
}

/** The current password and the new one. */
export interface NewPassword {
  old: string;
  new: string;
}

/** The token of a reset link, and the new password. */
export interface Reset {
  token: string;
  new: string;
}

/** A session of a user. */
export interface SessionTold {
  id: string;
  /** the browser and its system */
  label: string;
  since: string;
  /** when it expires, unless it is used before */
  until: string;
  /** whether it is the session of this request */
  here: boolean;
}

/** The purpose of a token. */
export interface Labelled {
  label: string;
}

/** A token of a program, without its secret. */
export interface TokenTold {
  id: string;
  label: string;
  since: string;
  until: string;
}

/** A new token for a program. The server keeps only its hash: this answer is the only one that has the token. */
export interface TokenMade {
  id: string;
  label: string;
  since: string;
  until: string;
  token: string;
}

/** The rating of a user in a kind of game. */
export interface RatingTold {
  kind: string;
  /** begins at 1000 */
  rating: number;
  games: number;
}

/** The public profile of a user; private games are included only for that user. */
export interface PersonTold {
  id: string;
  name: string;
  guest: boolean;
  since: string;
  ratings: RatingTold[];
  games: GameTold[];
}

/** A row of the ranking of a kind of game. */
export interface RankTold {
  person: string;
  name: string;
  rating: number;
  games: number;
}

/** How well the user solves the puzzles of a kind of game. */
export interface SolverTold {
  /** begins at 1000 */
  rating: number;
  tries: number;
  /** puzzles solved in a row */
  streak: number;
}

/** A puzzle: its position, and what to look for. */
export interface PuzzleTold {
  id: string;
  kind: string;
  task: string;
  hint: string;
  rating: number;
  /** whether it is the puzzle of the day */
  daily: boolean;
  /** whether the user has tried it before; then ratings do not change */
  tried: boolean;
  /** the player to move */
  turn: number;
  /** of the players */
  names: string[];
  columns: number;
  rows: number;
  cells: Cell[];
  panels: Panel[];
  /** that a move may begin with */
  words: string[];
  /** of all legal moves */
  paths: string[][];
  mine: SolverTold;
  /** as in State */
  geometry: Geometry | null;
}

/** A move that is tried, as a path of cells; an empty one gives up and asks for the solution. */
export interface Try {
  path: string[];
}

/** A move of an answer, and its film. */
export interface Shown {
  text: string;
  path: string[];
  frames: Frame[];
}

/** What comes of a try. */
export interface AnswerTold {
  right: boolean;
  text: string;
  /** the move that was tried and what follows */
  moves: Shown[];
  /** whether it was the first try, which counts */
  rated: boolean;
  mine: SolverTold;
}

export type Told = Error | Done | You | State | Moved | Changed | Thinking | Ready | Hint | May | Previews | Premoves | Analysis | Explored | Judged;

export type Asked = Play | Undo | Redo | AskHint | Stop | Enough | Resign | Seat | Sit | Leave | Offer | Decline | Claim | Pause | Start | SetUp | Lay | SetMoves | Seed | Analyse | Explore | Review | Look | AskPreview | AskPremoves;
