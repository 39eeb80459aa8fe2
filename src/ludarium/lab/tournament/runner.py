"""Playing a tournament: what is missing of it, by a crew, with every game kept as soon as it is over."""

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from ..crew import Crew
from ..pair_count import PAIR, PairCount
from .assignment import Assignment, play_assignment
from .formats import Fixture, stages, total
from .journal import GameLine, Heading, Journal
from .settings import Tournament


class Runner:
    """A tournament and its games so far."""

    def __init__(self, tournament: Tournament, file: Path, tell: Callable[[str], None]) -> None:
        self.tournament, self.total = tournament, total(tournament)
        names = tuple(tournament.names)
        heading = Heading(tournament.title, tournament.game, names, tournament.fingerprint)
        self._journal = Journal(file, heading, tell)
        self._pairs = PairCount(self.total, tournament.test)
        for number in self._journal.games:
            self._count(number)

    @property
    def games(self) -> list[GameLine]:
        """The games that count, by number: all that are among the rounds, but of a test those up to its end."""
        last = PAIR * self._pairs.count if self.tournament.format == "test" else self.total
        return [self._journal.games[number] for number in sorted(self._journal.games) if number <= last]

    @property
    def verdict(self) -> str:
        """What a test says, in a line; nothing of a tournament without one."""
        test = self.tournament.test
        return test.report(self._pairs.tally) if test and self._pairs.count else ""

    @property
    def is_decided(self) -> bool:
        """Whether a test has decided before all games were played."""
        return bool(self.tournament.test) and self._pairs.is_over

    def play(self, crew: Crew) -> Generator[GameLine, None, None]:
        """Play what is missing, and yield every game as soon as it is kept."""
        for stage in stages(self.tournament, self._journal.games):
            missing = [fixture for fixture in stage if fixture.number not in self._journal.games]
            if self.is_decided or not missing:
                continue
            yield from self._play_stage(crew, missing)

    def _play_stage(self, crew: Crew, missing: list[Fixture]) -> Generator[GameLine, None, None]:
        tasks = (Assignment(self.tournament, fixture) for fixture in missing)
        with closing(crew.answers(play_assignment, tasks)) as answers:
            for _, game in answers:
                self._journal.add(game)
                self._count(game.number)
                yield game
                if self.is_decided:
                    return

    def _count(self, number: int) -> None:
        """Of a test, count the pair that a game belongs to once both of its games are there."""
        if not self.tournament.test:
            return
        pair = (number + 1) // PAIR
        games = [self._journal.games.get(PAIR * pair - 1), self._journal.games.get(PAIR * pair)]
        if games[0] and games[1]:
            self._pairs.add(pair, (games[0].worths[0], games[1].worths[1]))
            self._pairs.advance()

    def close(self) -> None:
        """Let other processes add games."""
        self._journal.close()
