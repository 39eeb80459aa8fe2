"""The games of `examples/games`, for tests that play them in this process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludarium import games

FOLDER = Path(__file__).parents[2] / "examples" / "games"
IDS = ["breakthrough", "connect-four", "hex", "othello"]

every_example = pytest.mark.parametrize("id", IDS)


@contextmanager
def furnished(folder: Path = FOLDER) -> Iterator[None]:
    """The house with the games of a folder, here and in the processes that are started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDARIUM_GAMES", str(folder))
        patch.setattr(games, "__path__", [*vars(games)["__path__"], os.fspath(folder)])
        yield
