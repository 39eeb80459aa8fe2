"""What the games of numbered rounds were worth. With a file, a run that was ended goes on where it was."""

import json
from pathlib import Path


class Rounds:
    """Rounds that were played, by number. Each is a line of the file."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self.found: dict[int, list[float]] = {}
        if file and file.exists():
            self.found.update(map(json.loads, file.read_text().splitlines()))
        elif file:
            file.parent.mkdir(parents=True, exist_ok=True)

    def missing(self, count: int) -> list[int]:
        """The numbers from 1 to `count` that were not played."""
        return [number for number in range(1, count + 1) if number not in self.found]

    def add(self, number: int, worths: list[float]) -> None:
        self.found[number] = worths
        if self._file:
            with self._file.open("a") as out:
                print(json.dumps([number, worths]), file=out)
