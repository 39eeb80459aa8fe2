"""A server to play on, and people at terminals."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.web.ops.embedded import EmbeddedServer

from ..support.networked import embedded
from ..support.terminal_players import Person, at_a_terminal


@pytest.fixture
def server() -> Iterator[EmbeddedServer]:
    with embedded() as running:
        yield running


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Person]:
    with at_a_terminal(tmp_path, "Ann") as person:
        yield person


@pytest.fixture
def bob(tmp_path: Path) -> Iterator[Person]:
    with at_a_terminal(tmp_path, "Bob") as person:
        yield person
