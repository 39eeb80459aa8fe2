"""A browser before a server."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ...support.browser import Open, launched, opener, served
from ...support.page_opponents import Meet


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


@pytest.fixture
def meet(open_page: Open) -> Meet:
    """Opens a page for a user who is not at home, by a name if one is given."""
    met = 0

    def met_by(name: str = "", path: str = "", **more: Any) -> Page:
        nonlocal met
        met += 1
        page = open_page(extra_http_headers={"X-Forwarded-For": f"203.0.113.{met}"}, **more)
        if name:
            assert page.request.put("/api/me", data={"name": name}).ok
        if path:
            page.goto(path)
        return page

    return met_by
