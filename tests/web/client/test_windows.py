"""Windows that these tests use one after another keep them independent."""

import pytest
from playwright.sync_api import Browser

from ...support.browser import needs_browser, opener
from ...support.windows import Windows

pytestmark = needs_browser


def test_a_window_that_was_left_is_empty_and_refuses_what_lasts(chromium: Browser, address: str) -> None:
    windows = Windows(chromium)
    with opener(windows, address) as open_page:
        page = open_page("/")
        page.evaluate("localStorage.setItem('left', 'here'), sessionStorage.setItem('left', 'here')")
        page.evaluate("document.cookie = 'left=here'")
        assert "left" in page.evaluate("document.cookie + Object.keys(localStorage)")
        first = page.context
    with opener(windows, address) as open_page:
        page = open_page("/")
        assert page.context is first and len(first.pages) == 2  # one of them keeps its process alive
        kept = page.evaluate("[document.cookie, Object.keys(localStorage), Object.keys(sessionStorage)].join()")
        assert "left" not in kept
        with pytest.raises(AssertionError, match="alone"):
            first.set_offline(True)
        with pytest.raises(AssertionError, match="alone"):
            page.clock.install()
        assert open_page(alone=True).context not in (first, open_page().context)
