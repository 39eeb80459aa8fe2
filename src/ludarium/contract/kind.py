"""A kind of game: its rules, its board, its options and its help, as one thing."""

import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any

from .capabilities import Capabilities
from .drawing.geometry import geometry
from .errors import BadOption
from .program import Program
from .quotation import quoted
from .row import Row
from .scene import Geometry, Scene
from .uai import Uai

# A board in the help: for pages the position behind the word `board`, for terminals the letters below it
BOARD = re.compile(r"^```board (?P<position>[^\n]*)\n(?P<letters>.*?)^```$", re.MULTILINE | re.DOTALL)


class Kind(Capabilities):
    """One game, before any of its options is chosen."""

    def __init__(
        self,
        id: str,
        rules: Any,
        board: Any,
        strategy: ModuleType | None,
        folder: Path,
        program: Any = None,
        uai: Any = None,
        is_outside: bool = False,
    ) -> None:
        super().__init__(id, rules, board, strategy)
        self.strategy = strategy
        self.program: Program | None = program
        self.uai: Uai | None = uai
        self.folder = folder
        self.is_outside = is_outside
        """Whether the game comes from outside the package, so that its rules are not known to be right."""
        self.options = {option.name: option for option in board.OPTIONS}

    def __repr__(self) -> str:
        return f"<Kind {self.id}>"

    @cached_property
    def illustrated_help(self) -> str:
        """The rules for players, in Markdown, with boards as `BOARD` finds them."""
        return (self.folder / "help.md").read_text(encoding="utf-8")

    @cached_property
    def help(self) -> str:
        """The rules for players, in Markdown, with boards in letters."""
        return BOARD.sub(lambda board: indent(board["letters"], "    ").rstrip("\n"), self.illustrated_help)

    @property
    def title(self) -> str:
        return self.help.partition("\n")[0].lstrip("# ")

    @property
    def about(self) -> str:
        """What the game is, in a sentence or two."""
        return " ".join((*self.help.split("\n\n"), "")[1].split())

    def choose(self, given: dict[str, Any]) -> dict[str, Any]:
        """All options with their values, the given ones checked."""
        for name in given:
            if name not in self.options:
                known = ", ".join(self.options) or "none at all"
                raise BadOption(f"{self.id} has no option {quoted(name)}; it has {known}")
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
        return not self.rules.outcome(game, s) and self.legal(game, s, move)

    def write_line(self, game: Any, s: Row, line: Iterable[int]) -> tuple[str, ...]:
        """The notation of moves that are made one after the other, from a position on."""
        texts, row = list[str](), s[:]
        for move in line:
            texts.append(self.write(game, row, move))
            self.rules.play(game, row, move)
        return tuple(texts)

    def frames(self, game: Any, s: Row, move: int) -> Iterable[Row]:
        """Make the move in place, and stop at every frame."""
        self.begin(game, s, move)
        yield s
        while self.step(game, s):
            yield s

    def ways(self, game: Any, s: Row) -> list[tuple[str, ...]]:
        """Every way to point at any legal move."""
        return [path for move in self.legal_moves(game, s) for path in self.paths(game, s, move)]

    def scene(self, game: Any, s: Row) -> Scene:
        """Everything a screen needs to draw the position."""
        columns, rows = self.board.shape(game)
        look = self.board.cell
        cells = (look(game, s, x, y) for y in range(rows) for x in range(columns))
        over = self.rules.outcome(game, s)
        return Scene(
            columns,
            rows,
            tuple(cell for cell in cells if cell is not None),
            tuple(self.panels(game, s)),
            None if over else self.rules.turn(game, s),
            () if over else tuple(self.words(game, s)),
        )

    def geometry(self, game: Any) -> Geometry | None:
        """How the cells lie, where the board is no grid of squares."""
        if not self.has_outlines:
            return None
        return geometry(self.board, game, self.rules.start(game, 0), self.outline, self.strokes(game))
