"""Who may sit at a table of the server, and what is noted beside the seats when a game is kept."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..contract.errors import BadOption
from ..play.levels import LEVELS
from ..play.party import SHOWN, usual
from ..play.table import HUMAN

RANDOM = "random"
NOTES = "notes:"  # how the line begins that follows the seats of a kept game, where there is something to note


def check(text: str) -> str:
    """The text of a seat that a page may fill. Nobody from elsewhere may name a program to be started."""
    if text in (HUMAN.name, RANDOM) or re.fullmatch(f"level [1-{len(LEVELS)}]", text):
        return text
    raise BadOption(f"{text!r:.40} cannot take a seat; human, level 1 to level {len(LEVELS)} and random can")


def fill(texts: Sequence[str], players: int) -> tuple[str, ...]:
    """A text for every seat that is shown, and one for everybody else; those that are not named are as usual."""
    expected = usual(players)
    if len(texts) > len(expected):
        raise BadOption(f"there are {len(texts)} seats for {players} players; {len(expected)} can be named")
    return (*map(check, texts), *expected[len(texts) :])


class Notes(NamedTuple):
    """What is not in a record, and yet is to be known when a kept game is gone on with."""

    begun: bool = True  # whether set-up is over
    seed: int | None = None  # where its computers draw their chances from
    resigned: int | None = None  # who has given up
    entered: bool = False  # whether its score is in the table

    def write(self) -> str:
        """The notes as a line; nothing if all is as usual."""
        usual = Notes()._asdict()
        told = (f"{name}={int(value)}" for name, value in self._asdict().items() if value != usual[name])
        return " ".join([NOTES, *told]) if self != Notes() else ""

    @classmethod
    def read(cls, line: str) -> "Notes":
        """The notes of a line, as far as it can be read."""
        found = dict(re.findall(r"(\w+)=(\d{1,19})(?= |$)", line))
        number = {name: int(found[name]) if name in found else None for name in cls._fields}
        return cls(
            begun=number["begun"] != 0,
            seed=number["seed"],
            resigned=number["resigned"],
            entered=number["entered"] == 1,
        )


def split(kept: Sequence[str], players: int) -> tuple[tuple[str, ...], Notes]:
    """The seats of a kept game, and its notes. A seat of somebody who cannot sit here is a person's."""
    seats = [text for text in kept if not text.startswith(NOTES)][: min(players, SHOWN + 1)]
    lines = [text for text in kept if text.startswith(NOTES)]
    return fill([_known(text) for text in seats], players), Notes.read(lines[0]) if lines else Notes()


def _known(text: str) -> str:
    try:
        return check(text)
    except BadOption:
        return HUMAN.name
