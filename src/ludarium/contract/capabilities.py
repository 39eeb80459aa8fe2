"""What the modules of a game may have besides what they must have, each with its default.

This is the only module that looks whether a game has something: everything else calls `kind.panels(game, s)` and gets
the game's own function or the default below.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .board import Board, Dialect
from .errors import BadNotation, BadOption
from .row import Row
from .rules import Rules
from .scene import Panel

# The optional functions by the module that may define them.
OF_RULES = "begin", "step", "legal", "count_moves", "kept", "chapter"
OF_BOARD = (
    "paths",
    "words",
    "spell",
    "panels",
    "statistics",
    "write_position",
    "read_position",
    "changes",
    "repeats",
    "objection",
    "news",
    "scenario",
    "scenarios",
    "lay",
)
OF_STRATEGY = "order", "evaluate", "noisy", "known", "expected_share", "determinize", "positions", "number", "place"


class Capabilities:
    """The optional functions of a game. A method here is the default; the game's own function replaces it.

    The static methods are plain functions that also compile, as those of a game do.
    """

    def __init__(self, id: str, rules: Rules, board: Board, strategy: Any) -> None:
        self.id = id
        self.rules = rules
        self.board = board
        self._own: set[str] = set()
        for module, names in (rules, OF_RULES), (board, OF_BOARD), (strategy, OF_STRATEGY):
            for name in names:
                if hasattr(module, name):
                    setattr(self, name, getattr(module, name))
                    self._own.add(name)
        self.dialect: Dialect | None = getattr(board, "DIALECT", None)
        """How the game's records differ from those of other games."""
        self.perft_options: Mapping[str, Any] = getattr(board, "PERFT_OPTIONS", {})
        """The options with which published tables of perft numbers are made."""
        self.word_labels: Mapping[str, str] = getattr(board, "WORD_LABELS", {})
        """What people call the words that paths begin with, where it is not the word itself."""
        self.leading_words: Sequence[str] = getattr(board, "LEADING_WORDS", ())
        """The words of a path that a cell follows."""
        self.next_panel: str = getattr(board, "NEXT_PANEL", "")
        """The label of the panel that shows what chance brings next."""
        self.weights: list[int] = getattr(strategy, "WEIGHTS", [])
        """The numbers of the evaluation that can be fitted."""

    def function(self, name: str) -> Callable[..., Any]:
        """A function that compiles: the game's own, of its rules or its strategy, or the default."""
        if name not in OF_RULES + OF_STRATEGY:
            return getattr(self.rules, name)  # type: ignore[no-any-return]
        return getattr(self if name in self._own else Capabilities, name)  # type: ignore[no-any-return]

    # What a game is able to do

    @property
    def unfolds(self) -> bool:
        """Whether there are frames between the position before a move and the one after it."""
        return {"begin", "step"} <= self._own

    @property
    def checks_quickly(self) -> bool:
        """Whether it is quicker to check one move than to list them all."""
        return "legal" in self._own

    @property
    def counts_moves(self) -> bool:
        """Whether it is quicker to count moves than to list them."""
        return "count_moves" in self._own

    @property
    def has_words(self) -> bool:
        """Whether there are moves that begin with a word, such as a pass."""
        return "words" in self._own

    @property
    def has_chapters(self) -> bool:
        """Whether there are moves that cannot be taken back."""
        return "chapter" in self._own

    @property
    def spells(self) -> bool:
        """Whether one move can be written in several ways, such as from several cells."""
        return "spell" in self._own

    @property
    def has_statistics(self) -> bool:
        """Whether the board knows more about a game than its panels say."""
        return "statistics" in self._own

    @property
    def has_scores(self) -> bool:
        """Whether one plays for points, and there are tables of high scores."""
        return "scenario" in self._own

    @property
    def has_scenarios(self) -> bool:
        """Whether there is a table of high scores for each of several scenarios."""
        return "scenarios" in self._own

    @property
    def can_lay(self) -> bool:
        """Whether things can be laid on cells before a game begins."""
        return "lay" in self._own

    @property
    def has_noisy_moves(self) -> bool:
        """Whether a search has to look for moves that upset its judgement of a position."""
        return "noisy" in self._own

    # Of rules.py

    def begin(self, game: Any, s: Row, move: int) -> None:
        """Begin a move that unfolds: `play` is `begin`, then `step` until it returns 0."""
        self.rules.play(game, s, move)

    @staticmethod
    def step(game: Any, s: Row) -> int:
        """Go on with a move; 1 if the position is another frame of it, 0 if it was over already."""
        return 0

    def legal(self, game: Any, s: Row, move: int) -> bool:
        """Whether a number is a legal move while the game goes on."""
        out = [0] * self.rules.most_moves(game)
        return move in out[: self.rules.moves(game, s, out, 0)]

    def count_moves(self, game: Any, s: Row, out: Row, n: int) -> int:
        """How many legal moves there are; may overwrite out[n:]."""
        return self.rules.moves(game, s, out, n) - n

    @staticmethod
    def kept(game: Any) -> int:
        """How many numbers at the front of a row make the position at rest; 0 for all."""
        return 0

    @staticmethod
    def chapter(game: Any, s: Row) -> int:
        """The part of the game that a position belongs to. Moves of an earlier chapter cannot be taken back."""
        return 0

    # Of board.py

    def paths(self, game: Any, s: Row, move: int) -> Sequence[tuple[str, ...]]:
        """Every way to point at a legal move, as names of cells; without it, one cell named by the move's notation."""
        return [(self.board.write(game, move),)]

    def words(self, game: Any, s: Row) -> Sequence[str]:
        """The words that a path may begin with now: a pass, a skip, the name of a special move."""
        return ()

    def spell(self, game: Any, path: tuple[str, ...]) -> str:
        """A move as a player writes it who means this path; only where several paths mean one move."""
        return " ".join(path)

    def panels(self, game: Any, s: Row) -> Sequence[Panel]:
        """The facts beside the board."""
        return ()

    def statistics(self, game: Any, s: Row) -> Sequence[Panel]:
        """The game so far in numbers."""
        return self.panels(game, s)

    def write_position(self, game: Any, s: Row) -> str:
        """The position as one line of text that read_position() takes back."""
        return ",".join(map(str, s))

    def read_position(self, game: Any, text: str) -> Row:
        """The position that a text describes, or BadNotation."""
        pattern = self.rules.start(game, 0)
        try:
            row = [int(number) for number in text.split(",")]
        except ValueError:
            raise BadNotation(f"a position of {self.id} is {len(pattern)} whole numbers joined by commas") from None
        if len(row) != len(pattern):
            raise BadNotation(f"a position of {self.id} is {len(pattern)} numbers, not {len(row)}")
        return row

    def changes(self, game: Any, before: Row, after: Row) -> Iterable[tuple[int, int]]:
        """The places, as columns and rows, whose cells differ between two positions."""
        columns, rows = self.board.shape(game)
        look = self.board.cell
        places = ((x, y) for y in range(rows) for x in range(columns))
        return [(x, y) for x, y in places if look(game, before, x, y) != look(game, after, x, y)]

    def repeats(self, game: Any, s: Row, x: int, y: int) -> int:
        """How many cells in a row, from this one on to the right, look alike: at least 1, where only this one is known.

        They are named after their columns and rows, as the cells above and below are.
        """
        return 1

    def objection(self, game: Any, s: Row, move: int) -> str:
        """Why a move that read() has given is not legal now, as `b6 is occupied`; empty where the game does not say."""
        return ""

    def news(self, game: Any, before: Row, after: Row) -> str:
        """What a move has brought besides what the board shows, in sentences, as `Level 2 begins.`; mostly empty."""
        return ""

    def scenario(self, game: Any) -> Any:
        """What the game's table of high scores is for."""
        return None

    def scenarios(self) -> Sequence[Any]:
        """All scenarios that have a table of high scores."""
        return ()

    def lay(self, options: dict[str, Any], name: str) -> dict[str, Any]:
        """The options with something laid on a cell, or taken away from it; BadOption if nothing can lie there."""
        raise BadOption(f"nothing can be laid on the cells of {self.id}")

    # Of strategy.py

    @staticmethod
    def order(game: Any, s: Row, move: int) -> int:
        """How early a search should try a move: the higher, the earlier."""
        return 0

    @staticmethod
    def evaluate(game: Any, s: Row) -> int:
        """What a position is worth to the player to move, in hundredths of a point."""
        return 0

    @staticmethod
    def noisy(game: Any, s: Row, move: int) -> bool:
        """Whether a move changes so much that a position cannot be judged before the move was tried."""
        return False

    @staticmethod
    def known(game: Any, s: Row) -> int:
        """In how many plies a position is won for the player to move, below 0 if lost; 0 where it must be searched."""
        return 0

    @staticmethod
    def expected_share(game: Any, s: Row, player: int) -> int:
        """The share of the win, in thousandths, that a player can expect from an unfinished game."""
        return 500

    @staticmethod
    def determinize(game: Any, s: Row, seed: int) -> None:
        """Draw anew from a seed what a player does not see."""

    @staticmethod
    def positions(game: Any) -> int:
        """How many positions are numbered, so that a tablebase can hold them all; 0 for none."""
        return 0

    @staticmethod
    def number(game: Any, s: Row) -> int:
        """The number of a position in which the game goes on."""
        return 0

    @staticmethod
    def place(game: Any, s: Row, number: int) -> None:
        """Write the position with this number into a row."""
