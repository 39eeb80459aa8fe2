"""A shell that tests talk to, and the folder that it stands in."""

import io
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludarium.contract.bits import mix
from ludarium.games import kind
from ludarium.play.levels import DEFAULT_LEVEL
from ludarium.play.opponents.engine_player import RandomPlayer
from ludarium.play.opponents.opponent import Opponent
from ludarium.shell.script import Lines, split
from ludarium.shell.shell import Shell

from . import goldens

FOLDER = goldens.FOLDER / "shell"


def stand_in(level: int, seed: int | None) -> Opponent:
    """A computer that plays the same whatever becomes of the search: transcripts are about words."""
    return RandomPlayer(mix(seed or 0, 4 if level == DEFAULT_LEVEL else level))


class Heard:
    """A shell whose input and output are written down together, as a person would see them."""

    def __init__(self, id: str, *, terminal: bool = False, computer: Callable[..., Opponent] = stand_in) -> None:
        self.lines: list[str] = []
        self.shell = Shell(kind(id), self._say, self._blame, terminal=terminal, computer=computer)

    def _say(self, text: str) -> None:
        self.lines += text.split("\n")

    def _blame(self, text: str) -> None:
        assert "\n" not in text
        self.lines.append(f"! {text}")

    def _shown(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        for line in lines:
            self.lines.append(f"> {line.decode('utf-8', 'replace').rstrip()}".rstrip())
            yield line

    def tell(self, text: str | bytes) -> list[str]:
        """Type this; all that was typed and said so far."""
        data = text.encode() if isinstance(text, str) else text
        self.shell.run(Lines(self._shown(split(io.BytesIO(data)))))
        return self.lines


def lay_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the transcripts, in which the shell stands."""
    shutil.copytree(FOLDER / "files", tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("LUDARIUM_DATABASE", raising=False)
    return tmp_path / "here"
