"""What the games of numbered rounds were worth. With a file, a run that was ended goes on where it was."""

from pathlib import Path

from ludarium.lab.elo import Tally

from ._results import add_result, read_results


class Rounds:
    """Rounds that were played, by number. Each is a line of the file."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self.found: dict[int, list[float]] = dict(read_results(file))

    def missing(self, count: int) -> list[int]:
        """The numbers from 1 to `count` that were not played."""
        return [number for number in range(1, count + 1) if number not in self.found]

    def add(self, number: int, worths: list[float]) -> None:
        self.found[number] = worths
        add_result(self._file, [number, worths])

    @property
    def tally(self) -> Tally:
        """All games, of rounds for two."""
        worths = [worth for each in self.found.values() for worth in each]
        return Tally(worths.count(1), len(worths) - worths.count(1) - worths.count(0), worths.count(0))
