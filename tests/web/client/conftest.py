"""A browser before a server, or before a static site.

A page has two homes, and tests that can take `sit` run in both. These cannot, and are for a server alone: tests with
accounts, with several people or several browsers of one person, with news and the lobby, with addresses that a server
answers, with what a server sends and how often, with a window of another size, time or taste (at the site all tests
share one visit, since Python takes seconds to start), and with games from outside, which are exported each by itself
in tests/site. Tests that judge whole games could, and plain Python would take most of a minute for them. What is drawn
and laid out is the same file in both homes, and is looked at in one.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from ...support.browser import Open, launched, opener, served
from ...support.page_opponents import Meet
from ...support.page_table import Guest, Sit
from ...support.sites import Site, Visitor, hosted, prefer_usual, visiting
from ...support.windows import Windows


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


@pytest.fixture(scope="package")
def windows(chromium: Browser) -> Windows:
    """Windows that these tests use one after another."""
    return Windows(chromium)


@pytest.fixture
def open_page(windows: Windows, address: str) -> Iterator[Open]:
    """Opens pages, and fails if one of them has an error."""
    with opener(windows, address) as opened:
        yield opened


@pytest.fixture(scope="package")
def site_page(chromium: Browser, site: Site) -> Iterator[Page]:
    """The one visit of these tests to a static site, under a path whose name has a space."""
    with hosted(site.folder.parents[1]) as host, visiting(chromium, f"{host}{quote('a place/games')}/") as page:
        prefer_usual(page)
        yield page


@pytest.fixture(params=["server", "site"])
def sit(request: pytest.FixtureRequest) -> Sit:
    """Sits down at a new table, in each home of the page."""
    if request.param == "server":
        open_page: Open = request.getfixturevalue("open_page")
        return lambda *asked, **options: Guest(open_page(), *asked, **options)
    page: Page = request.getfixturevalue("site_page")
    page.goto("./#/")  # from whatever the test before has left open
    page.locator(".card").first.wait_for()
    return lambda *asked, **options: Visitor(page, *asked, **options)


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
