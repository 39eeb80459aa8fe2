"""A browser before a server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from ...support.browser import Open, launched, opener, served


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the one server of these tests is. Shared, so that its workers compile once."""
    with served(tmp_path_factory.mktemp("house")) as where:
        yield where


# Not for a whole session: while playwright runs, tests of other folders could have no event loop of their own
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def open_page(chromium: Browser, address: str) -> Iterator[Open]:
    """Opens pages, and fails if one of them has an error."""
    with opener(chromium, address) as opened:
        yield opened
