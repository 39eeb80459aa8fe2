"""What the server sends on the socket of a game. All is JSON; cells, pieces and panels are arrays.

A client sends `requests` (`do` names the request), the server sends messages (`say`). A request has a number, and gets
one answer with that number as `re`: the result, `done`, or `error`. Events of the game go to all clients in order, each
with the next `version`.
"""

from typing import NamedTuple, TypeAlias

from msgspec import Struct

from ..contract.scene import Cell, Geometry, Panel, Piece
from .clock import Clock


class Made(NamedTuple):
    """A move that was made, and one path of cells that means it."""

    player: int
    text: str
    path: tuple[str, ...]


class Frame(NamedTuple):
    """A frame of a film: the cells that differ from the frame before, and the panels."""

    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]


class CellLook(NamedTuple):
    """What a cell looks like, wherever it is."""

    ground: str
    piece: Piece | None


class Grid(Struct, frozen=True):
    """The cells of a large board in short."""

    name: str  # of a cell, with `{column}` and `{row}` for the names of its lines
    columns: tuple[str, ...]  # their names, from the left
    rows: tuple[str, ...]  # their names, from the top
    looks: tuple[CellLook | None, ...]  # null where the board has no cell
    runs: tuple[tuple[int, ...], ...]  # each row: the number of a look; -3 means three more cells with that look


class PlyTold(Struct, frozen=True):
    """The position after so many moves, and the film of the last of them."""

    ply: int
    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]
    turn: int | None
    move: Made | None
    frames: tuple[Frame, ...]
    grid: Grid | None = None  # instead of the cells of a large board


class Player(Struct, frozen=True):
    """A player of the match."""

    number: int
    name: str  # a colour, or a number from 1
    who: str  # the text of the seat: `human`, `level 3`
    title: str  # `you`, the name of a computer character or of a user, or `no one yet`
    score: int
    won: bool  # of a finished game: whether this player has won, alone or with others
    person: str | None = None  # the id of the user in this seat
    here: bool = True  # whether the user is connected


class Ending(Struct, frozen=True):
    """How a game ended."""

    sentence: str  # who has won
    reason: str
    winner: str | None  # null for a draw, or several winners


class View(Struct, frozen=True):
    """What a client shows besides the cells."""

    turn: int | None  # the player to move; null when the game is over
    waits: bool  # whether a person has to move now
    count: int  # of all players; `players` has the first ones and the one to move
    players: tuple[Player, ...]
    panels: tuple[Panel, ...]
    words: tuple[str, ...]  # that a move may begin with now
    leads: tuple[str, ...]  # those of them that need a cell after them
    paths: tuple[tuple[str, ...], ...] | None  # of all legal moves; null if there are too many, then `look` answers
    can_undo: bool
    can_redo: bool
    begun: bool  # computers move only after that
    paused: bool
    laying: bool  # whether the host can change cells now
    setting: bool  # whether the host makes the moves of all players now
    getting_ready: bool  # whether the code of the computers is being compiled
    ending: Ending | None
    place: int | None  # the rank that this game would take in the table of high scores, until it is entered
    vacant: int = 0  # free seats; the match waits until they are taken
    clocks: dict[int, int] = {}  # milliseconds that players have left; empty without clocks
    running: int | None = None  # the player whose clock runs
    offers: dict[str, tuple[int, ...]] = {}  # the players that have offered a `draw`, a `takeback` or a `rematch`
    takeback: str = ""  # the moves that are taken back if the others agree, where a player has asked for that
    for_points: bool = False  # whether its score can be entered; a hint or an analysis ends that
    next: str = ""  # the id of the rematch
    hides: bool = False  # whether players see different things now: there are no records, analyses and takebacks


class Error(Struct, tag_field="say", tag="error", frozen=True):
    """A request was refused, and nothing was changed; `message` says why. Without `re`, it could not be decoded."""

    message: str
    re: int | None = None


class Done(Struct, tag_field="say", tag="done", frozen=True):
    """A request was carried out; events say what has changed."""

    re: int


class State(Struct, tag_field="say", tag="state", frozen=True):
    """The whole state of a game, for a client that connects or has missed too many events."""

    version: int
    id: str
    kind: str
    options: dict[str, str]
    seats: tuple[str, ...]  # as in NewGame
    columns: int
    rows: int
    cells: tuple[Cell, ...]  # none of a large board, which has a grid
    moves: tuple[Made, ...]
    view: View
    grid: Grid | None = None
    owner: str | None = None  # the user who has set it up; without one, clients on the server's machine own it
    listed: bool = False  # whether the lobby lists it
    alias: str | None = None  # by which others can join
    clock: Clock | None = None
    rated: bool = False
    daily: str = ""  # the day whose deal this is a try at
    geometry: Geometry | None = None  # how cells lie, where the board is no grid of squares
    cell_word: str = "square"  # what people call one cell


class Moved(Struct, tag_field="say", tag="moved", frozen=True):
    """A move was made. There is at least one frame, the last."""

    version: int
    ply: int  # the number of moves, with this one
    move: Made
    frames: tuple[Frame, ...]
    view: View
    news: str = ""  # sentences about what the move has brought besides, such as a new level


class Changed(Struct, tag_field="say", tag="changed", frozen=True):
    """Another event: moves were taken back, a seat was taken, the game was paused, begun or resigned."""

    version: int
    ply: int  # moves beyond are taken back
    cells: tuple[Cell, ...]  # those that differ from before
    view: View


class Thinking(Struct, tag_field="say", tag="thinking", frozen=True):
    """A computer begins to think. This is not an event of the game, and has no version."""

    player: int


class Ready(Struct, tag_field="say", tag="ready", frozen=True):
    """Whether the code of the computers is being compiled. This is not an event of the game, and has no version."""

    getting_ready: bool


class You(Struct, tag_field="say", tag="you", frozen=True):
    """The first message on a socket: the user that the server takes the client for."""

    person: str | None
    name: str
    home: bool  # whether the client is on the server's machine, where games without an owner belong to all


class Hint(Struct, tag_field="say", tag="hint", frozen=True):
    """A good move."""

    re: int
    move: str
    path: tuple[str, ...]


class May(Struct, tag_field="say", tag="may", frozen=True):
    """The cells of a `look` request that may be touched next."""

    re: int
    names: tuple[str, ...]


class Preview(Struct, frozen=True):
    """What a move would do, or why it cannot be made."""

    path: tuple[str, ...]
    frames: tuple[tuple[Cell, ...], ...] = ()  # of its film, as far as a player can know them
    areas: tuple[tuple[str, ...], ...] = ()  # of cells that it joins or parts
    objection: str = ""  # why it is not legal; empty where the game does not say
    move: str = ""  # as it is written, if it is legal


class Previews(Struct, tag_field="say", tag="previews", frozen=True):
    """What the moves of a `preview` request would do, in its order."""

    re: int
    previews: tuple[Preview, ...]


class Premoves(Struct, tag_field="say", tag="premoves", frozen=True):
    """The moves that a player would have now, as in View."""

    re: int
    words: tuple[str, ...]
    leads: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...] | None


class Line(Struct, frozen=True):
    """A line of an analysis."""

    moves: tuple[str, ...]
    path: tuple[str, ...]  # of the first move
    score: int  # of the first player: hundredths of a point, or thousandths of a win with many players
    chance: float  # estimated, of the first player to win, from 0 to 1
    wins_in: int | None  # plies to a forced win of the first player, negative for a loss
    depth: int
    nodes: int


class Analysis(Struct, tag_field="say", tag="analysis", frozen=True):
    """The analysis of a position, the best line first."""

    re: int
    ply: int
    lines: tuple[Line, ...]


class Explored(Struct, tag_field="say", tag="explored", frozen=True):
    """A position of the past or of a variation, and what can be played there."""

    re: int
    position: PlyTold
    words: tuple[str, ...]  # as in View
    leads: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...] | None  # of all legal moves; null if there are too many
    ending: str = ""  # why the game would be over


class Judged(Struct, tag_field="say", tag="judged", frozen=True):
    """One move of a review; there is one of these for each move, then `done`."""

    re: int
    ply: int  # counted from 1
    score: int  # of the first player, after it
    loss: float  # of the mover's chance to win
    accuracy: float  # from 0 to 100
    mark: str  # `?` a mistake, `??` a blunder
    chance: float  # of the first player to win, after it
    better: tuple[Line, ...]


Told: TypeAlias = (
    Error
    | Done
    | You
    | State
    | Moved
    | Changed
    | Thinking
    | Ready
    | Hint
    | May
    | Previews
    | Premoves
    | Analysis
    | Explored
    | Judged
)
