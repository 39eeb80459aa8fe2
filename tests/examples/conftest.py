"""A house with the games of `examples/games`."""

from collections.abc import Iterator

import pytest

from ..support.example_games import furnished


@pytest.fixture(autouse=True, scope="package")
def examples() -> Iterator[None]:
    with furnished():
        yield
