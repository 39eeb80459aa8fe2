"""A match: two opponents, many games, every opening from all seats."""

from collections.abc import Callable, Iterator
from math import isinf, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from ..contract.errors import BadOption, LudariumError
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..play.game import Game
from ..play.opponents.opponent import Opponent
from . import elo
from .elo import Tally
from .openings import Openings
from .seated_game import LONGEST, SeatedGame

NAMES = "A", "B"


class Played(NamedTuple):
    """A game of a match, and what it was worth to the one it is about.

    Against others that is A, whose part of the win counts, from 0 to 1. Alone it is each in turn, and points count.
    """

    number: int  # from 1
    game: Game
    who: int  # 0 for A, 1 for B
    seat: int
    worth: float
    why: str  # the game ended out of turn, if it did


class EngineMatch:
    """A against B in all other seats, and each opening once from every seat; in games for one, each plays the same."""

    def __init__(
        self,
        kind: Kind,
        a: Opponent,
        b: Opponent,
        *,
        games: int = 100,
        openings: int = 2,
        is_fair: bool = False,
        longest: int = LONGEST,
        seed: int = 0,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.kind, self.games, self.longest, self.seed = kind, games, longest, seed
        self.opponents = a, b
        self.options = {**a.options, **b.options, **(options or {})}
        self.openings, self.is_fair = openings, is_fair
        self.players = self._openings().players
        self.played: list[Played] = []
        self.seconds = [0.0, 0.0]
        self.moves = [0, 0]

    @property
    def rounds(self) -> int:
        """Games that begin alike."""
        return max(2, self.players)

    @property
    def tally(self) -> Tally:
        """A's games, of a match for two."""
        worths = [played.worth for played in self.played]
        return Tally(worths.count(1), len(worths) - worths.count(1) - worths.count(0), worths.count(0))

    @property
    def standing(self) -> str:
        """How it goes, in a few signs."""
        tally = self.tally
        return f" +{tally.won} ={tally.drawn} -{tally.lost}" if self.players == 2 and self.played else ""

    def play(self, watch: Callable[[], None] = lambda: None) -> Iterator[Played]:
        """Play game after game; watch is called after every move."""
        openings = self._openings()
        while len(self.played) < self.games:
            opening = openings.draw(len(self.played) // self.rounds)
            for turn in range(min(self.rounds, self.games - len(self.played))):
                self.played.append(self._play(opening.copy(), turn, watch))
                yield self.played[-1]

    def _openings(self) -> Openings:
        return Openings(self.kind, self.options, self.openings, self.seed, self.is_fair)

    def _play(self, game: Game, turn: int, watch: Callable[[], None]) -> Played:
        who, seat = (0, turn) if self.players > 1 else (turn, 0)
        sides = [who if each == seat else 1 - who for each in range(self.players)]
        opponents, names = [self.opponents[side] for side in sides], [NAMES[side] for side in sides]
        seated = SeatedGame(game, opponents, names, self.longest)
        seated.play(watch)
        for side, seconds, moves in zip(sides, seated.seconds, seated.moves, strict=True):
            self.seconds[side] += seconds
            self.moves[side] += moves
        return Played(len(self.played) + 1, game, who, seat, self._worth(seated, seat), seated.why)

    def _worth(self, seated: SeatedGame, seat: int) -> float:
        """Alone, the points; against others, the part of the win, which a fault gives to the other side."""
        if self.players == 1:
            return seated.points[0]
        return seated.shares[seat] if seated.at_fault is None else float(seated.at_fault != seat)


def report(match: EngineMatch) -> str:
    """What has come of a match so far."""
    a, b = match.opponents
    count = len(match.played)
    lines = [f"A: {a.name}", f"B: {b.name}", f"{count} {'game' if count == 1 else 'games'} of {match.kind.id}"]
    if count:
        lines += _alone(match) if match.players == 1 else _duel(match) if match.players == 2 else _crowd(match)
        lines.append(f"a move took A {_pace(match, 0)} and B {_pace(match, 1)}")
    lines += [f"game {played.number}: {played.why}" for played in match.played if played.why and match.players > 1]
    return "\n".join(lines)


def _pace(match: EngineMatch, who: int) -> str:
    return f"{1000 * match.seconds[who] / max(match.moves[who], 1):.1f} ms"


def _duel(match: EngineMatch) -> list[str]:
    tally = match.tally
    seats = (match.kind.board.player(match.played[0].game.constants, seat) for seat in range(2))
    by_seat = (_results([played.worth for played in match.played if played.seat == seat]) for seat in range(2))
    apart = ", ".join(f"as {name} {results}" for name, results in zip(seats, by_seat, strict=True))
    return [
        f"A won {tally.won}, drew {tally.drawn}, lost {tally.lost}: {100 * tally.score:.1f} % ({apart})",
        f"Elo {elo_with_error(tally)}; A is stronger with a likelihood of {100 * elo.superiority(tally):.1f} %",
    ]


def _results(worths: list[float]) -> str:
    return f"{worths.count(1)}-{len(worths) - worths.count(1) - worths.count(0)}-{worths.count(0)}"


def elo_with_error(tally: Tally) -> str:
    """The difference with what it may be in 95 % of cases; where all games ended alike there is only one bound."""
    low, middle, high = map(elo.elo, (elo.score_range(tally)[0], tally.score, elo.score_range(tally)[1]))
    if isinf(middle):
        return f"at least {low:+.0f} (95 %)" if middle > 0 else f"at most {high:+.0f} (95 %)"
    return f"{middle:+.0f} (95 %: {low:+.0f} to {high:+.0f})"


def _crowd(match: EngineMatch) -> list[str]:
    worths = [played.worth for played in match.played]
    even = 100 / match.players
    return [
        f"A came first in {sum(worths):.1f}, shared places counted in part: "
        f"{_mean([100 * worth for worth in worths])} %; {even:.1f} % would be even among {match.players}"
    ]


def _alone(match: EngineMatch) -> list[str]:
    points = [[played.worth for played in match.played if played.who == who] for who in range(2)]
    lines = [
        f"{NAMES[who]} scored {_mean(points[who])} a game in {len(points[who])}" for who in range(2) if points[who]
    ]
    deals = list(zip(*points, strict=False))
    if deals:
        lines.append(f"A scored more in {sum(a > b for a, b in deals)} of {len(deals)} deals")
    return lines


def _mean(values: list[float]) -> str:
    """The mean and its standard error."""
    error = f" +- {stdev(values) / sqrt(len(values)):.1f}" if len(values) > 1 else ""
    return f"{fmean(values):.1f}{error}"


class Sprt(NamedTuple):
    """A sequential test of whether A is rather `high` Elo better than B, or rather `low`."""

    low: float
    high: float

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """From text like `0,10`."""
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            low = high = 0.0
        if not -2000 <= low < high <= 2000:
            raise BadOption(f"a test takes two Elo differences, the smaller first, as in 0,10, not {quoted(text)}")
        return cls(low, high)

    def verdict(self, match: EngineMatch) -> str:
        """ "high" or "low" once it is decided, looked at when every opening has been played from all seats."""
        if not match.played or len(match.played) % match.rounds:
            return ""
        return self.decide(match.tally)

    def decide(self, tally: Tally) -> str:
        """The same of games whose openings have all been played from all seats."""
        return elo.verdict(elo.likelihood_ratio(tally, self.low, self.high))

    def report(self, tally: Tally) -> str:
        """What it says of these games, in a line."""
        ratio = elo.likelihood_ratio(tally, self.low, self.high)
        means = {"": "undecided", "high": f"rather {self.high:+g}", "low": f"rather {self.low:+g}"}
        found = means[elo.verdict(ratio)]
        return f"test of {self.low:+g} against {self.high:+g} Elo: {found} ({ratio:.2f} of {elo.BOUND:.2f} either way)"


class Shelf:
    """A folder that takes the records of a match, one file a game: `ataxx-0001-A-red.csv` if A was red."""

    def __init__(self, folder: Path, kind: Kind) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LudariumError(f"the folder {str(folder)!r} cannot be made: {error.strerror}") from None
        if any(folder.glob(f"{kind.id}-*.csv")):
            raise LudariumError(f"the folder {str(folder)!r} already has games of {kind.id}; name another")

    def keep(self, played: Played) -> None:
        kind, game = played.game.kind, played.game
        player = kind.board.player(game.constants, played.seat)
        file = self.folder / f"{kind.id}-{played.number:04}-{NAMES[played.who]}-{player}.csv"
        try:
            file.write_text(game.record(), encoding="utf-8", newline="\n")
        except OSError as error:
            raise LudariumError(f"the record {str(file)!r} cannot be written: {error.strerror}") from None
