"""The wire: every message between a page and the server. All are JSON; cells, pieces and panels are arrays.

Over a game's socket a page asks (`do` names what for) and the server tells (`say`). Every request carries a number
of the page's own and gets one answer with that number as `re`: what was asked for, `done`, or `error`. What happens
to the game is told to everybody who looks on, in order, each event with the next `version`.
"""

from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from ..contract.scene import Cell, Panel
from .clock import Clock

# What happens and what is asked


class Made(NamedTuple):
    """A move that was made, and one way to point at it."""

    player: int
    text: str
    path: tuple[str, ...]


class Frame(NamedTuple):
    """A move as it unfolds: the cells that are not as in the frame before, and the facts beside the board."""

    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]


class Player(Struct, frozen=True):
    """Somebody at the table."""

    number: int
    name: str  # a colour, or a number from 1
    who: str  # the text of the seat: `human`, `level 3`
    title: str  # `you`, the name of a character or of somebody from elsewhere, or `nobody yet`
    score: int
    won: bool  # of a finished game: whether the win is theirs, or part of it
    person: str | None = None  # the id of somebody from elsewhere
    here: bool = True  # whether they are connected


class Ending(Struct, frozen=True):
    """How a game ended."""

    sentence: str  # who has won, in a few words
    reason: str
    winner: str | None  # nobody, or nobody alone


class View(Struct, frozen=True):
    """What a page needs to know besides the cells, whenever nothing moves."""

    turn: int | None  # whose turn it is; None when the game is over
    waits: bool  # whether a person has to move now
    count: int  # how many players there are; those who are listed are the first ones, and whose turn it is
    players: tuple[Player, ...]
    panels: tuple[Panel, ...]
    words: tuple[str, ...]  # the words that a move may begin with now
    leads: tuple[str, ...]  # those of them that lead on to a cell, and are no move alone
    paths: tuple[tuple[str, ...], ...] | None  # every way to point at a legal move; None where `look` has to be asked
    can_undo: bool
    can_redo: bool
    begun: bool  # computers move only then
    paused: bool
    laying: bool  # whether things can be laid on cells now
    setting: bool  # whether a person makes the moves of all players now
    getting_ready: bool  # whether the computers of this game have to be compiled first
    ending: Ending | None
    place: int | None  # the place in the table of high scores that this game would take, where nobody has entered it
    vacant: int = 0  # seats that wait for somebody; nobody moves before
    clocks: dict[int, int] = {}  # milliseconds that players have, at this moment; nothing where there are no clocks
    running: int | None = None  # the player whose clock runs
    offers: dict[str, tuple[int, ...]] = {}  # who has offered a `draw`, a `takeback` or a `rematch`
    next: str = ""  # the game that the same people went on to


class Error(Struct, tag_field="say", tag="error", frozen=True):
    """A request was refused, and nothing was changed: one sentence says why. Without `re`, it could not be read."""

    message: str
    re: int | None = None


class Done(Struct, tag_field="say", tag="done", frozen=True):
    """A request was carried out; what came of it is told by events."""

    re: int


class State(Struct, tag_field="say", tag="state", frozen=True):
    """All of a game: told to whoever begins to look on, or was away for too long."""

    version: int
    id: str
    kind: str
    options: dict[str, str]
    seats: tuple[str, ...]  # who sits where, as in NewGame
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    moves: tuple[Made, ...]
    view: View
    owner: str | None = None  # the person who has set it up; where there is none, anybody may do anything
    listed: bool = False  # whether everybody finds it in the lobby
    alias: str | None = None  # by which others can join
    clock: Clock | None = None
    rated: bool = False


class Moved(Struct, tag_field="say", tag="moved", frozen=True):
    """A move was made. Without frames that unfold there is one, the last."""

    version: int
    ply: int  # the number of moves made, with this one
    move: Made
    frames: tuple[Frame, ...]
    view: View


class Changed(Struct, tag_field="say", tag="changed", frozen=True):
    """Something else happened: moves were taken back, somebody sat down, the game was paused, begun or given up."""

    version: int
    ply: int  # moves beyond are taken back
    cells: tuple[Cell, ...]  # those that are not as before
    view: View


class Thinking(Struct, tag_field="say", tag="thinking", frozen=True):
    """A computer begins to think about its move. This is no event of the game, and has no version."""

    player: int


class Ready(Struct, tag_field="say", tag="ready", frozen=True):
    """The computers of this game have to be compiled first, or are ready. This is no event of the game either."""

    getting_ready: bool


class You(Struct, tag_field="say", tag="you", frozen=True):
    """The first message on a socket: who you are, as the server knows you."""

    person: str | None
    name: str
    home: bool  # whether you sit at the machine that the server runs on: games that nobody owns are yours then


class Hint(Struct, tag_field="say", tag="hint", frozen=True):
    """A good move."""

    re: int
    move: str
    path: tuple[str, ...]


class May(Struct, tag_field="say", tag="may", frozen=True):
    """Of the cells that were asked about, those that may be touched next."""

    re: int
    names: tuple[str, ...]


class Line(Struct, frozen=True):
    """One way to play on."""

    moves: tuple[str, ...]
    path: tuple[str, ...]  # of the first move
    score: int  # for whoever's turn it is: hundredths of a point, or thousandths of the win where many play
    chance: float  # of the first player to win, from 0 to 1, roughly
    wins_in: int | None  # plies to a certain win, below 0 for a loss
    depth: int
    nodes: int


class Analysis(Struct, tag_field="say", tag="analysis", frozen=True):
    """What a position is worth, the best line first."""

    re: int
    ply: int
    lines: tuple[Line, ...]


class Judged(Struct, tag_field="say", tag="judged", frozen=True):
    """One move of the game looked at again; as many come as moves were made, then `done`."""

    re: int
    ply: int  # counted from 1
    score: int  # for the player who made it
    loss: int
    mark: str  # `?` a mistake, `??` a blunder
    chance: float  # of the first player to win, after it
    better: tuple[Line, ...]


Told: TypeAlias = Error | Done | You | State | Moved | Changed | Thinking | Ready | Hint | May | Analysis | Judged


# Requests


Number: TypeAlias = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]  # one that JavaScript counts exactly


class Request(Struct, tag_field="do", frozen=True, forbid_unknown_fields=True):
    """What a page asks for; `id` is a number of its own, for the answer."""

    id: Number


class Play(Request, frozen=True, tag="play"):
    """Make a move, by pointing at it or by its text. `at` is how many moves had been made when it was chosen."""

    at: int
    path: tuple[str, ...] = ()
    move: str = ""


class Undo(Request, frozen=True, tag="undo"):
    """Take back as far as a person's last turn."""


class Redo(Request, frozen=True, tag="redo"):
    """Make again what was taken back last."""


class AskHint(Request, frozen=True, tag="hint"):
    """Ask for a good move."""


class Stop(Request, frozen=True, tag="stop"):
    """Whatever is being thought about has been thought about enough: a computer plays the best it has found."""


class Enough(Request, frozen=True, tag="enough"):
    """End the analyses and the review that this page has asked for; they are answered with what was found."""


class Resign(Request, frozen=True, tag="resign"):
    """Give the game up for a player."""

    player: int


class Seat(Request, frozen=True, tag="seat"):
    """Let somebody else play for a player: `human` or `level 1` to `level 8`."""

    player: int
    who: str


class Sit(Request, frozen=True, tag="sit"):
    """Take a seat that waits for somebody: that of a player, or any."""

    player: int | None = None


class Leave(Request, frozen=True, tag="leave"):
    """Give a seat back before the first move; later, one resigns."""

    player: int


class Offer(Request, frozen=True, tag="offer"):
    """Offer a `draw`, ask for a `takeback` of moves, or for a `rematch`; agree, if the others have."""

    offer: str


class Decline(Request, frozen=True, tag="decline"):
    """Do not agree, or take an offer of one's own back."""

    offer: str


class Claim(Request, frozen=True, tag="claim"):
    """Claim the game from a player who has been away for longer than the grace time."""

    player: int


class Pause(Request, frozen=True, tag="pause"):
    """Let computers wait, or go on."""

    on: bool


class Start(Request, frozen=True, tag="start"):
    """Set-up is over: computers may move."""


class SetUp(Request, frozen=True, tag="set up"):
    """Put another game on the table before it begins, as a record tells it, and say which player the host plays."""

    record: str
    player: int


class Lay(Request, frozen=True, tag="lay"):
    """Lay something on a cell before the game begins, or take it away again."""

    name: str


class SetMoves(Request, frozen=True, tag="set moves"):
    """Begin or end making the moves of all players."""

    on: bool


class Seed(Request, frozen=True, tag="seed"):
    """Let the computers of this game draw their chances from a number, so that they play the same again."""

    number: int


class Analyse(Request, frozen=True, tag="analyse"):
    """Ask what the position after so many moves is worth."""

    ply: int
    lines: int = 3
    seconds: float = 1.0


class Review(Request, frozen=True, tag="review"):
    """Ask for every move to be judged."""

    seconds: float = 0.1


class Look(Request, frozen=True, tag="look"):
    """Ask which of these cells may be touched next, after those that have been."""

    names: tuple[str, ...]
    touched: tuple[str, ...] = ()


Asked: TypeAlias = (
    Play
    | Undo
    | Redo
    | AskHint
    | Stop
    | Enough
    | Resign
    | Seat
    | Sit
    | Leave
    | Offer
    | Decline
    | Claim
    | Pause
    | Start
    | SetUp
    | Lay
    | SetMoves
    | Seed
    | Analyse
    | Review
    | Look
)
