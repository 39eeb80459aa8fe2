"""What a client may ask for on the socket of a game; `messages` says what it is answered."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Number: TypeAlias = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]  # JavaScript represents these exactly


class Request(Struct, tag_field="do", frozen=True, forbid_unknown_fields=True):
    """A request; the answer repeats `id` as `re`."""

    id: Number


class Play(Request, frozen=True, tag="play"):
    """Make a move, by its path or its text. `at` is how many moves had been made when it was chosen."""

    at: int
    path: tuple[str, ...] = ()
    move: str = ""


class Undo(Request, frozen=True, tag="undo"):
    """Take moves back to the last turn of a person."""


class Redo(Request, frozen=True, tag="redo"):
    """Make the moves again that were taken back last."""


class AskHint(Request, frozen=True, tag="hint"):
    """Ask for a good move."""


class Stop(Request, frozen=True, tag="stop"):
    """Stop the search of this game: the computer plays the best move it has found."""


class Enough(Request, frozen=True, tag="enough"):
    """End the analyses and reviews of this client; they are answered with what was found so far."""


class Resign(Request, frozen=True, tag="resign"):
    """Resign for a player."""

    player: int


class Seat(Request, frozen=True, tag="seat"):
    """Change who plays for a player: `human` or `level 1` to `level 11`."""

    player: int
    who: str


class Sit(Request, frozen=True, tag="sit"):
    """Take a free seat: that of a player, or any."""

    player: int | None = None


class Leave(Request, frozen=True, tag="leave"):
    """Leave a seat before the first move; after it, resign instead."""

    player: int


class Offer(Request, frozen=True, tag="offer"):
    """Offer a `draw`, a `takeback` or a `rematch`, or agree to the offer of others."""

    offer: str


class Decline(Request, frozen=True, tag="decline"):
    """Decline an offer, or withdraw your own."""

    offer: str


class Claim(Request, frozen=True, tag="claim"):
    """Claim the win over a player who has been disconnected for longer than the grace period."""

    player: int


class Pause(Request, frozen=True, tag="pause"):
    """Pause the computers, or let them continue."""

    on: bool


class Start(Request, frozen=True, tag="start"):
    """End the set-up: computers may move."""


class SetUp(Request, frozen=True, tag="set up"):
    """Replace the game before it begins by that of a record, and set which player the host plays."""

    record: str
    player: int


class Lay(Request, frozen=True, tag="lay"):
    """Change a cell before the game begins, or change it back."""

    name: str


class SetMoves(Request, frozen=True, tag="set moves"):
    """Begin or end making the moves of all players."""

    on: bool


class Seed(Request, frozen=True, tag="seed"):
    """Seed the random numbers of this game's computers, so that they play the same again."""

    number: int | str  # of 64 bits with its sign; as a text, JavaScript keeps all its digits


class Analyse(Request, frozen=True, tag="analyse"):
    """Analyse the position after so many moves, and after those of a variation that begins there."""

    ply: int
    lines: int = 3
    seconds: float = 1.0
    moves: tuple[str, ...] = ()


class Explore(Request, frozen=True, tag="explore"):
    """Ask for the position after so many moves of the game, after `moves` that were not made in it, and after the move
    of a path. The game itself does not change."""

    ply: int
    moves: tuple[str, ...] = ()
    path: tuple[str, ...] = ()


class Review(Request, frozen=True, tag="review"):
    """Review all moves of the game; each search looks at so many positions, or fewer where that is slow."""

    nodes: int = 20_000


class Look(Request, frozen=True, tag="look"):
    """Ask which of these cells may be touched next, after those in `touched`."""

    names: tuple[str, ...]
    touched: tuple[str, ...] = ()


class AskPreview(Request, frozen=True, tag="preview"):
    """Ask what moves would do, or why they cannot be made; `at` is as in Play."""

    at: int
    paths: tuple[tuple[str, ...], ...]


class AskPremoves(Request, frozen=True, tag="premoves"):
    """Ask which moves a player would have if it were this player's turn."""

    player: int


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
    | Explore
    | Review
    | Look
    | AskPreview
    | AskPremoves
)
