"""What the modules of a game may have besides what they must have, each with its default.

This is the only module that looks whether a game has something: everything else calls `kind.panels(game, s)` and gets
the game's own function or the default below.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import shapes
from .board import Board, Dialect
from .drawing.colours import check_colours
from .drawing.letters import draw_letters
from .errors import BadNotation, BadOption
from .row import Row
from .rules import Rules
from .scene import Outline, Panel, Stroke
from .strategy_defaults import StrategyDefaults

# The optional functions by the module that may define them.
OF_RULES = "begin", "step", "legal", "count_moves", "kept", "chapter", "action", "action_count"
OF_BOARD = (
    "picture",
    "outline",
    "strokes",
    "seen",
    "is_secret",
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
    "at_turn",
    "areas",
    "news",
    "scenario",
    "scenarios",
    "lay",
    "daily",
)
OF_STRATEGY = (
    "order",
    "evaluate",
    "noisy",
    "known",
    "ending",
    "endings_name",
    "expected_shares",
    "determinize",
    "pace",
    "positions",
    "number",
    "place",
    "margin",
    "features",
    "most_features",
    "feature_count",
    "phase",
    "phases",
    "mirror",
    "mirrors",
    "net_name",
    "slip",
    "nodes",
    "planes",
    "plane_count",
)


CROWD = 4096  # players beyond which nobody asks for the part of each


def is_default(function: Callable[..., Any]) -> bool:
    """Whether a function stands for one that a game does without."""
    return function.__module__ in (__name__, StrategyDefaults.__module__)


class Capabilities(StrategyDefaults):
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
        self.later_constants: Sequence[str] = getattr(board, "LATER_CONSTANTS", ())
        """The constants that came after the first tables of high scores: at their default a table's name has none."""
        self.colours: Sequence[str] = getattr(board, "PLAYER_COLOURS", ())
        """The colours of the players by number, each a name such as `black` or a value such as `#2f8a3c`."""
        check_colours(id, self.colours)
        self.letters: Mapping[str, str] = getattr(board, "PIECE_LETTERS", {})
        """The letters that stand for kinds of pieces where there are no drawings."""
        self.shows_points: bool = getattr(board, "SHOWS_POINTS", False)
        """Whether the points of every player are shown all the time."""
        self.cell_word: str = getattr(board, "CELL_WORD", "cell" if self.has_outlines else "square")
        """What people call one cell of the board."""
        self.weights: list[int] = getattr(strategy, "WEIGHTS", [])
        """The numbers of the evaluation that can be fitted."""
        self.environment_version: int = getattr(strategy, "ENVIRONMENT_VERSION", 0)
        """The number in the name of the game's environment, higher where its actions or planes have changed."""
        self.writes_by_position = board.write.__code__.co_argcount > 2
        """Whether the notation of a move depends on the position in which it is made."""
        if self.shows_points:
            setattr(self, "panels", self._with_points(self.panels))  # noqa: B010, it replaces a method

    def function(self, name: str) -> Callable[..., Any]:
        """A function that compiles: the game's own, of its rules or its strategy, or the default."""
        if name not in OF_RULES + OF_STRATEGY:
            return getattr(self.rules, name)  # type: ignore[no-any-return]
        return getattr(self if name in self._own else Capabilities, name)  # type: ignore[no-any-return]

    # What a game is able to do

    def has_own(self, name: str) -> bool:
        """Whether the game has an optional function of its own."""
        return name in self._own

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
    def has_daily(self) -> bool:
        """Whether everyone can be dealt the same game on a day. Such a game is for one player and for points, and has
        the option `seed`."""
        return "daily" in self._own

    @property
    def has_secrets(self) -> bool:
        """Whether there is something that a player does not see, such as what chance brings."""
        return "determinize" in self._own

    @property
    def hides(self) -> bool:
        """Whether players see different things. Nothing that one of them does not see may reach that one's screen."""
        return "seen" in self._own

    @property
    def judges_positions(self) -> bool:
        """Whether a search for two players can ask the game what a position is worth."""
        return "evaluate" in self._own

    @property
    def has_features(self) -> bool:
        """Whether a net can learn what positions of the game are worth."""
        return "features" in self._own

    @property
    def numbers_moves(self) -> bool:
        """Whether every move has a number of its own, the same in all positions."""
        return "action_count" in self._own

    @property
    def has_planes(self) -> bool:
        """Whether the game itself says what a learning program sees of a position."""
        return "planes" in self._own

    def expects_shares(self, game: Any) -> bool:
        """Whether the game says what part of the win each player can expect; among very many it takes too long."""
        return "expected_shares" in self._own and self.rules.players(game) <= CROWD

    @property
    def has_outlines(self) -> bool:
        """Whether the board is no grid of squares."""
        return "outline" in self._own

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

    @staticmethod
    def action(game: Any, move: int) -> int:
        """The number of a legal move among all moves of the game, from 0: what learning programs call an action."""
        return move

    @staticmethod
    def action_count(game: Any) -> int:
        """How many numbers `action` gives; 0 where moves have none. Then an action is a place in the list of moves."""
        return 0

    # Of board.py

    def write(self, game: Any, s: Row, move: int) -> str:
        """The notation of a move that is legal in a position."""
        write: Callable[..., str] = self.board.write
        return write(game, s, move) if self.writes_by_position else write(game, move)

    def player_title(self, game: Any, number: int) -> str:
        """A player's name; `player 3` where the name is a number."""
        name = self.board.player(game, number)
        return f"player {name}" if name.isdigit() else name

    def _with_points(self, panels: Callable[[Any, Row], Sequence[Panel]]) -> Callable[[Any, Row], Sequence[Panel]]:
        def with_points(game: Any, s: Row) -> Sequence[Panel]:
            points = (
                Panel(self.player_title(game, number), str(self.rules.score(game, s, number)))
                for number in range(self.rules.players(game))
            )
            return [*panels(game, s), *points]

        return with_points

    def picture(self, game: Any, s: Row) -> str:
        """The position as text, rows from the top: a letter for each piece, on leaning boards in leaning rows."""
        return draw_letters(self.board, game, s, self.letters, self.outline if self.has_outlines else None)

    def outline(self, game: Any, x: int, y: int) -> Outline:
        """Where the cell at column x of row y lies and what form it has; the same in all positions of a game."""
        return shapes.square(x, y)

    def strokes(self, game: Any) -> Sequence[Stroke]:
        """The lines below the cells of a board whose cells have outlines."""
        return ()

    def seen(self, game: Any, s: Row, player: int) -> Row:
        """The position as a player sees it, in a row of its own, with what is hidden replaced by what stands for
        nothing known; the player -1 is everyone who only watches."""
        return s

    def is_secret(self, game: Any, s: Row, move: int) -> bool:
        """Whether only the player who made a move may know which one it was, until the game is over."""
        return False

    def paths(self, game: Any, s: Row, move: int) -> Sequence[tuple[str, ...]]:
        """Every way to point at a legal move, as names of cells; without it, one cell named by the move's notation."""
        return [(self.write(game, s, move),)]

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
        return ",".join(map(str, s[: self.kept(game) or len(s)]))

    def read_position(self, game: Any, text: str) -> Row:
        """The position that a text describes, or BadNotation."""
        row = self.rules.start(game, 0)
        count = self.kept(game) or len(row)
        try:
            numbers = [int(number) for number in text.split(",")]
        except ValueError:
            raise BadNotation(f"a position of {self.id} is {count} whole numbers joined by commas") from None
        if len(numbers) != count:
            raise BadNotation(f"a position of {self.id} is {count} numbers, not {len(numbers)}")
        for place, number in enumerate(numbers):
            row[place] = number
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
        """Why a move that read() has given is not legal now, as `too far; a piece goes one or two squares`: the reason
        in a few words first. Empty where the game does not say."""
        return ""

    def at_turn(self, game: Any, s: Row, player: int) -> Row | None:
        """The position as if it were this player's turn, for moves chosen in advance; None where there are none."""
        return None

    def areas(self, game: Any, s: Row, move: int) -> Sequence[Sequence[str]]:
        """The cells that belong together because of a legal move, area by area: those that it joins or parts."""
        return ()

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

    def daily(self, day: int) -> Mapping[str, Any]:
        """The options of the deal of a day, without its seed; days are counted, so that they can take turns."""
        raise BadOption(f"{self.id} is not dealt daily")
