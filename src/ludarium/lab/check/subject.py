"""The game that is checked, and positions of it to try things in."""

import random
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from ...contract.kind import Kind
from ...contract.row import Row
from ...contract.shape import Flaw, line_of
from ...games.blame import describe

VARIANTS = 8  # of the options
GAMES = 4  # random games of each variant
LONGEST = 1000  # plies of a random game
KEPT = 25  # positions of each game that are looked at
ROOM = 4096  # numbers behind the moves that are promised
SECONDS = 20.0  # for all random games


@dataclass
class Sample:
    """A position: with its constants, and the moves that led to it."""

    options: dict[str, Any]
    game: Any
    row: Row
    moves: tuple[int, ...]


@dataclass
class Subject:
    """A game with what was found out about it so far."""

    kind: Kind
    samples: list[Sample] = field(default_factory=list)
    endless: int = 0  # random games that did not end
    played: int = 0
    notes: list[str] = field(default_factory=list)  # what is worth knowing and not wrong

    @property
    def open_samples(self) -> Iterator[Sample]:
        """The positions in which the game goes on."""
        return (each for each in self.samples if not self.kind.rules.outcome(each.game, each.row))

    @property
    def ended_samples(self) -> Iterator[Sample]:
        return (each for each in self.samples if self.kind.rules.outcome(each.game, each.row))

    def rules(self, name: str, text: str) -> Flaw:
        """A flaw in a function of the rules or the strategy."""
        function = self.kind.function(name)
        return Flaw(_file(function, self.kind.folder), line_of(function), text)

    def board(self, function: Any, text: str) -> Flaw:
        """A flaw in a function of the board."""
        return Flaw(_file(function, self.kind.folder), line_of(function), text)


def _file(function: Any, folder: Path) -> str:
    code = getattr(function, "__code__", None)
    path = Path(code.co_filename) if code else folder / "rules.py"
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


def flaw_of(error: BaseException, folder: Path, doing: str = "") -> Flaw:
    """An exception as a flaw, at the innermost line of the game that it came through."""
    text = f"{describe(error)}{f' ({doing})' if doing else ''}"
    for each in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(each.filename).is_relative_to(folder):
            return Flaw(Path(each.filename).relative_to(folder).as_posix(), each.lineno or 0, text)
    return Flaw(folder.name, 0, text)


def collect(subject: Subject, seed: int = 1) -> None:
    """Play random games of some variants, and keep positions of them."""
    kind, chance, ends = subject.kind, random.Random(seed), monotonic() + SECONDS
    for options in list(kind.variants(seed))[:VARIANTS]:
        for _ in range(GAMES):
            if monotonic() > ends and subject.samples:
                return
            _play(subject, kind.choose({**options, **_seeded(kind, chance)}), chance, ends)


def _seeded(kind: Kind, chance: random.Random) -> dict[str, int]:
    return {"seed": chance.randrange(1 << 31)} if "seed" in kind.options else {}


def _play(subject: Subject, options: dict[str, Any], chance: random.Random, ends: float) -> None:
    kind = subject.kind
    game = kind.make(options)
    row, moves, passed = kind.start(game, options), list[int](), list[Sample]()
    passed.append(Sample(options, game, row[:], ()))
    try:
        while len(moves) < LONGEST and monotonic() < ends and (legal := _legal(kind, game, row)):
            moves.append(chance.choice(legal))
            kind.rules.play(game, row, moves[-1])
            passed.append(Sample(options, game, row[:], tuple(moves)))
        subject.played += 1
        subject.endless += not kind.rules.outcome(game, row)
    finally:
        subject.samples += spread(passed, KEPT)


def _legal(kind: Kind, game: Any, row: Row) -> list[int]:
    """The legal moves, with more room than the rules ask for: whether that is enough is checked later."""
    if kind.rules.outcome(game, row):
        return []
    out = [0] * (kind.rules.most_moves(game) + ROOM)
    return out[: kind.rules.moves(game, row, out, 0)]


def spread(found: Sequence[Sample], most: int) -> list[Sample]:
    """Some of these, the first and the last among them."""
    if len(found) <= most:
        return [*found]
    return [found[i * (len(found) - 1) // (most - 1)] for i in range(most)]
