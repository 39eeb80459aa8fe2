"""A house with the games of `examples/games`, which have environments too."""

from collections.abc import Iterator

import pytest

from ludarium.envs import register

from ..support.example_games import furnished


@pytest.fixture(autouse=True, scope="package")
def examples() -> Iterator[None]:
    with furnished():
        register()
        yield
