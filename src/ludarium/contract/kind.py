"""A kind of game: its rules, its board, its options and its help, as one thing."""

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeAlias

from .errors import BadNotation, BadOption
from .options import Option
from .scene import Cell, Panel, Scene

# A position: a list of ints, or an array.array where a game has so many numbers that their size matters. Compiled
# code sees it as a numpy array. The position at rest may be followed by numbers that only matter while a move unfolds.
Row: TypeAlias = MutableSequence[int]


class Rules(Protocol):
    """What `rules.py` must have. `game` is the NamedTuple of the game's constants, `s` a position.

    The functions are plain Python that also compiles: whole numbers only, variables that keep one type, no
    allocation (`start` alone may), no recursion, no slices. Players and outcomes are numbers: 0, 1, ...
    """

    def players(self, game: Any) -> int:
        """How many players there are."""

    def start(self, game: Any, seed: int) -> Row:
        """The first position."""

    def most_moves(self, game: Any) -> int:
        """An upper bound of the number of legal moves in a position."""

    def turn(self, game: Any, s: Row) -> int:
        """The player to move."""

    def moves(self, game: Any, s: Row, out: Row, n: int) -> int:
        """Write the legal moves to out[n:] and return where they end. There is at least one until the game is over."""

    def play(self, game: Any, s: Row, move: int) -> None:
        """Make a legal move, in place."""

    def outcome(self, game: Any, s: Row) -> int:
        """0 while the game goes on, then why it ended: an index into the board's REASONS."""

    def share(self, game: Any, s: Row, player: int) -> int:
        """Of a finished game: the player's part of the win in thousandths; 1000 won, 0 lost, between them shared."""

    def score(self, game: Any, s: Row, player: int) -> int:
        """The points people see."""

    def key(self, game: Any, s: Row) -> int:
        """A hash of the position, of 63 bits."""

    # A rules module may also have:
    #
    # begin(game, s, move), step(game, s) -> int
    #     where a move unfolds: play is begin, then step until it returns 0; each call that returned 1 is a frame
    # legal(game, s, move) -> bool
    #     whether a number is a legal move, when that is quicker than to list them all
    # count_moves(game, s, out, n) -> int
    #     how many legal moves there are, when that is quicker than to list them; may use out[n:] as it likes
    # kept(game) -> int
    #     how many numbers at the front of a row make the position; those behind matter only while a move unfolds
    # chapter(game, s) -> int
    #     moves can be taken back only as far as this number stays the same


class Board(Protocol):
    """What `board.py` must have."""

    OPTIONS: Sequence[Option]
    REASONS: Sequence[str]

    def make(self, **options: Any) -> Any:
        """The game's constants from checked options, all of which are given."""

    def player(self, game: Any, number: int) -> str:
        """The player's name."""

    def write(self, game: Any, move: int) -> str:
        """The move in notation."""

    def read(self, game: Any, s: Row, text: str) -> int:
        """The move that a text means here, legal or not; BadNotation if it means none."""

    def picture(self, game: Any, s: Row) -> str:
        """The position as text, rows from the top."""

    def shape(self, game: Any) -> tuple[int, int]:
        """Columns and rows of the scene."""

    def cell(self, game: Any, s: Row, x: int, y: int) -> Cell | None:
        """What is to be seen at column x of row y, counted from the top left; None where the board has no cell."""

    # A board may also have:
    #
    # paths(game, s, move) -> sequence of tuples of cell names
    #     every way to point at a legal move, square by square; without it a move is one square of its own notation
    # words(game, s) -> sequence of str
    #     the words that a path may begin with now: a pass, a skip, the name of a special move
    # panels(game, s) -> sequence of Panel
    #     what stands beside the board
    # write_position(game, s) -> str, read_position(game, text) -> Row
    #     a position as text that round-trips; without them the numbers of the row, joined by commas
    # scenario(game) -> str, statistics(game, s) -> sequence of Panel
    #     where one plays for points: what a table of high scores is for, and what is known of the game so far
    # scenarios() -> sequence
    #     all scenarios that have a table of high scores
    # lay(options, name) -> dict
    #     where things are laid on cells before a game begins: the options with something laid on a cell, or taken away
    # changes(game, before, after) -> iterable of (x, y)
    #     the places whose cells differ between two positions, where that is quicker than to look at every cell
    # DIALECT: Dialect
    #     how its records differ from the house's
    # PERFT_OPTIONS: dict
    #     the options with which tables of perft numbers of this game are made by everybody


class Dialect(NamedTuple):
    """The record of a game that had a format of its own before it came to the house."""

    options: dict[str, str]  # header key -> option
    result: str  # the header key of the winner
    player: str  # the column that names the player
    move: tuple[str, ...]  # the columns that make up a move; its notation is their values joined by commas


class Kind:
    """One game of the house, before anything about it is chosen."""

    def __init__(
        self,
        id: str,
        rules: Any,
        board: Any,
        strategy: ModuleType | None,
        folder: Path,
        protocol: ModuleType | None = None,
    ) -> None:
        self.id = id
        self.strategy = strategy
        self.protocol = protocol
        self.rules: Rules = rules
        self.board: Board = board
        self.folder = folder
        self.options = {option.name: option for option in board.OPTIONS}
        self.chapter: Callable[[Any, Row], int] | None = getattr(rules, "chapter", None)
        self._legal: Callable[[Any, Row, int], bool] | None = getattr(rules, "legal", None)
        self._paths: Callable[[Any, Row, int], Sequence[tuple[str, ...]]] | None = getattr(board, "paths", None)

    def __repr__(self) -> str:
        return f"<Kind {self.id}>"

    @cached_property
    def help(self) -> str:
        """The rules for players, in Markdown."""
        return (self.folder / "help.md").read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        return self.help.partition("\n")[0].lstrip("# ")

    @property
    def about(self) -> str:
        """What the game is, in a sentence or two."""
        return " ".join(self.help.split("\n\n")[1].split())

    def choose(self, given: dict[str, Any]) -> dict[str, Any]:
        """All options with their values, those that were given checked."""
        for name in given:
            if name not in self.options:
                known = ", ".join(self.options) or "none at all"
                raise BadOption(f"{self.id} has no option {name!r:.60}; it has {known}")
        return {
            name: option.check(given[name]) if name in given else option.absent()
            for name, option in self.options.items()
        }

    def variants(self, seed: int = 0) -> Iterable[dict[str, Any]]:
        """The options by default, then with each of them changed alone to the other values that show it."""
        usual = self.choose({"seed": seed} if "seed" in self.options else {})
        yield usual
        for name, option in self.options.items():
            for value in option.samples():
                if value != usual[name]:
                    yield {**usual, name: value}

    def make(self, options: dict[str, Any]) -> Any:
        """The game's constants."""
        return self.board.make(**options)

    def start(self, game: Any, options: dict[str, Any]) -> Row:
        """The first position of a game with these options."""
        return self.rules.start(game, options.get("seed", 0))

    def legal_moves(self, game: Any, s: Row) -> list[int]:
        """The numbers of the legal moves; none when the game is over."""
        if self.rules.outcome(game, s):
            return []
        out = [0] * self.rules.most_moves(game)
        return out[: self.rules.moves(game, s, out, 0)]

    def is_legal(self, game: Any, s: Row, move: int) -> bool:
        if self.rules.outcome(game, s):
            return False
        return self._legal(game, s, move) if self._legal else move in self.legal_moves(game, s)

    @cached_property
    def unfolds(self) -> bool:
        """Whether there is something to be seen between the position before a move and the one after it."""
        return hasattr(self.rules, "begin") and hasattr(self.rules, "step")

    def frames(self, game: Any, s: Row, move: int) -> Iterable[Row]:
        """Make the move in place, and stop at every frame."""
        begin, step = getattr(self.rules, "begin", None), getattr(self.rules, "step", None)
        if begin is None or step is None:
            self.rules.play(game, s, move)
            yield s
            return
        begin(game, s, move)
        yield s
        while step(game, s):
            yield s

    def paths(self, game: Any, s: Row, move: int) -> Sequence[tuple[str, ...]]:
        """Every way to point at a legal move, square by square."""
        return self._paths(game, s, move) if self._paths else [(self.board.write(game, move),)]

    def ways(self, game: Any, s: Row) -> list[tuple[str, ...]]:
        """Every way to point at any legal move."""
        paths = self._paths or self.paths
        return [path for move in self.legal_moves(game, s) for path in paths(game, s, move)]

    def scene(self, game: Any, s: Row) -> Scene:
        """All that a screen needs to draw the position."""
        columns, rows = self.board.shape(game)
        look = self.board.cell
        cells = (look(game, s, x, y) for y in range(rows) for x in range(columns))
        panels: Sequence[Panel] = self.board.panels(game, s) if hasattr(self.board, "panels") else ()
        words: Sequence[str] = self.board.words(game, s) if hasattr(self.board, "words") else ()
        over = self.rules.outcome(game, s)
        return Scene(
            columns,
            rows,
            tuple(cell for cell in cells if cell is not None),
            tuple(panels),
            None if over else self.rules.turn(game, s),
            () if over else tuple(words),
        )

    def changes(self, game: Any, before: Row, after: Row) -> Iterable[tuple[int, int]]:
        """The places, as columns and rows, whose cells differ between two positions."""
        own: Callable[[Any, Row, Row], Iterable[tuple[int, int]]] | None = getattr(self.board, "changes", None)
        if own:
            return own(game, before, after)
        columns, rows = self.board.shape(game)
        look = self.board.cell
        places = ((x, y) for y in range(rows) for x in range(columns))
        return [(x, y) for x, y in places if look(game, before, x, y) != look(game, after, x, y)]

    def write_position(self, game: Any, s: Row) -> str:
        """The position as one line of text that read_position() takes back."""
        write = getattr(self.board, "write_position", None)
        return write(game, s) if write else ",".join(map(str, s))

    def read_position(self, game: Any, text: str) -> Row:
        """The position that a text describes, or BadNotation."""
        read: Callable[[Any, str], Row] | None = getattr(self.board, "read_position", None)
        if read:
            return read(game, text)
        pattern = self.rules.start(game, 0)
        try:
            row = [int(number) for number in text.split(",")]
        except ValueError:
            raise BadNotation(f"a position of {self.id} is {len(pattern)} whole numbers joined by commas") from None
        if len(row) != len(pattern):
            raise BadNotation(f"a position of {self.id} is {len(pattern)} numbers, not {len(row)}")
        return row
