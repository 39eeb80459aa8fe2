"""A server to play on."""

from collections.abc import Iterator

import pytest

from ludarium.web.ops.embedded import EmbeddedServer

from ..support.networked import embedded


@pytest.fixture
def server() -> Iterator[EmbeddedServer]:
    with embedded() as running:
        yield running
