"""The games of `examples/games`, for tests that play them in this process."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ludarium.games  # noqa: F401 (its module is what is changed)

FOLDER = Path(__file__).parents[2] / "examples" / "games"
IDS = ["breakthrough", "connect-four", "hex", "othello"]

every_example = pytest.mark.parametrize("id", IDS)


@contextmanager
def furnished(folder: Path = FOLDER) -> Iterator[None]:
    """The house with the games of a folder, here and in the processes that are started; afterwards without them."""
    games: Any = sys.modules["ludarium.games"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "__path__", [*games.__path__])
        patch.setattr(games, "_failed", {})
        patch.setenv("LUDARIUM_GAMES", os.environ.get("LUDARIUM_GAMES", ""))
        games.add_place(folder)
        games.kind.cache_clear()
        try:
            yield
        finally:
            games.kind.cache_clear()
            for name in [name for name, module in sys.modules.items() if _is_from(module, folder)]:
                del sys.modules[name]


def _is_from(module: ModuleType, folder: Path) -> bool:
    """Whether a module lies in a folder of games; a package without a file of its own has only its path."""
    if not module.__name__.startswith("ludarium.games."):
        return False
    places = [getattr(module, "__file__", None) or "", *getattr(module, "__path__", [])]
    return any(place and Path(place).is_relative_to(folder.resolve()) for place in places)
