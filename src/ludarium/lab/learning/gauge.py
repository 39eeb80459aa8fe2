"""How strong a net is: a match against another one, from the same openings, until a sequential test has decided.

Pairs of games are played by many processes. Each pair is drawn from the seed and its number; they count in the order of
their numbers, so that the result does not depend on which process is quicker.
"""

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from ...contract.errors import BadOption, LudariumError
from ...contract.quotation import quoted
from ...games import kind as find
from ...play.judging.analysis import Limit
from ..crew import Crew
from ..elo import Tally
from ..engine_match import EngineMatch, Sprt
from ..net_player import NetPlayer, name_of
from ..pair_count import PAIR, PairCount
from ..whole_file import read_bytes, write_whole
from .variants import variant


class Contest(NamedTuple):
    """A match of A against B, which travels to the processes that play it."""

    game: str
    options: dict[str, str]
    a: bytes  # the contents of files of weights; empty for the hand-made evaluation
    b: bytes
    limit: Limit
    openings: int = 4  # random moves
    seed: int = 0

    @property
    def title(self) -> str:
        """What tells this match from others: a line."""
        limits = ", ".join(f"{name} {value}" for name, value in self.limit.given().items())
        names = f"{name_of(self.a)} against {name_of(self.b)}"
        return f"{self.game} {json.dumps(self.options)}: {names}, {limits}, openings {self.openings}, seed {self.seed}"


class Pairing(NamedTuple):
    """Two games of a match, from 1 on."""

    contest: Contest
    number: int


def play_pair(pairing: Pairing) -> list[float]:
    """What both games from an opening are worth to A, from 0 to 1."""
    contest, number = pairing
    kind = find(contest.game)
    seed = Random(f"{contest.seed} {number}").getrandbits(30)
    a, b = (NetPlayer(contest.limit, net) for net in (contest.a, contest.b))
    options = dict(variant(contest.options, number))
    match = EngineMatch(kind, a, b, games=PAIR, openings=contest.openings, seed=seed, options=options)
    if match.players != PAIR:
        raise BadOption(f"a gauge is for two players, and {kind.id} has {match.players} here")
    return [played.worth for played in match.play()]


class Gauge:
    """A match that is kept, pair by pair, in a file of results: a title, and a line for each pair."""

    def __init__(self, contest: Contest, file: Path | None, games: int, test: Sprt | None) -> None:
        self.contest, self.games, self.test, self._file = contest, games, test, file
        self._pairs = PairCount(games, test)
        if file and file.exists():
            self._read(file)
        self._pairs.advance()

    @property
    def tally(self) -> Tally:
        """A's games."""
        return self._pairs.tally

    @property
    def verdict(self) -> str:
        """What the test says: "high", "low", or nothing."""
        return self._pairs.verdict

    @property
    def is_over(self) -> bool:
        return self._pairs.is_over

    def play(self, crew: Crew) -> Generator[Tally, None, None]:
        """Play what has not been played; yields the games so far as often as there are more of them."""
        if self.is_over:
            return
        with closing(crew.answers(play_pair, self._missing())) as answers:
            for pairing, worths in answers:
                self._pairs.add(pairing.number, worths)
                self._keep(pairing.number, worths)
                if self._pairs.advance():
                    yield self.tally
                if self.is_over:
                    return

    def _missing(self) -> Iterator[Pairing]:
        for number in range(1, (self.games + PAIR - 1) // PAIR + 1):
            if number not in self._pairs.pairs:
                yield Pairing(self.contest, number)

    def _keep(self, number: int, worths: Sequence[float]) -> None:
        if not self._file:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as out:
                out.write("" if out.tell() else f"{self.contest.title}\n")
                out.write(" ".join([str(number), *(f"{worth:g}" for worth in worths)]) + "\n")
        except OSError as error:
            raise LudariumError(f"cannot write {quoted(str(self._file), 300)}: {error.strerror}") from None

    def _read(self, file: Path) -> None:
        """Take the results of a file. A line that was being written when the process was killed is dropped."""
        content = read_bytes(file)
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            write_whole(file, whole)
        title, *lines = whole.decode("utf-8", "replace").split("\n")
        if whole and title != self.contest.title:
            raise LudariumError(f"{quoted(str(file), 300)} has the results of another match; name another file")
        try:
            for number, *worths in map(str.split, lines[:-1]):
                self._pairs.add(int(number), [float(worth) for worth in worths])
        except ValueError:
            raise LudariumError(f"{quoted(str(file), 300)} is damaged; name another file") from None
