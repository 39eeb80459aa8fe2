"""Windows of a browser that tests use one after another.

A new window starts a process and compiles the page's scripts again, which takes as long as many a test. So the next
test gets a window that a test has left: without cookies or stored data, but with the files that were loaded. What a
test could leave behind otherwise, a kept window refuses.
"""

from typing import Any, NoReturn

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from .patience import PATIENCE

STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"
# What outlasts the pages of a window
LASTING = ["add_init_script", "expose_binding", "expose_function", "grant_permissions", "on", "once", "route"]
LASTING += ["route_from_har", "route_web_socket", "set_extra_http_headers", "set_geolocation", "set_offline"]
LASTING_TIME = ["fast_forward", "install", "pause_at", "resume", "run_for", "set_fixed_time", "set_system_time"]
MOST = 6  # windows that are kept, each with a process


def refuse(*args: Any, **more: Any) -> NoReturn:
    raise AssertionError("The next test gets this window: open the page with `alone=True`.")


class Window:
    """A window without films at an address; alone, if no other test gets it."""

    def __init__(self, browser: Browser, address: str, alone: bool, taste: dict[str, Any]) -> None:
        self.address, self.alone, self.taste = address, alone, taste
        self.context: BrowserContext = browser.new_context(base_url=address, reduced_motion="reduce", **taste)
        self.context.set_default_timeout(PATIENCE * 1000)
        # No one answers the browser's own window in which a place for a file is chosen: files are downloaded
        self.context.add_init_script("window.showSaveFilePicker = undefined")
        self._keeper: Page | None = None  # keeps the window's process alive between tests
        if not alone:
            self._refuse_what_lasts()

    def _refuse_what_lasts(self) -> None:
        for owner, names in (self.context, LASTING), (self.context.clock, LASTING_TIME):
            for name in names:
                setattr(owner, name, refuse)

    def page(self, viewport: ViewportSize | None, media: dict[str, Any]) -> Page:
        """A new page, which is empty."""
        page = self.context.new_page()
        if viewport:
            page.set_viewport_size(viewport)
        if media:
            page.emulate_media(**media)
        return page

    def leave(self) -> None:
        """Close all pages, once the one that stays is there."""
        self._keeper = self._keeper or self.context.new_page()
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()

    def wipe(self) -> None:
        """Forget all but the files that were loaded."""
        assert self._keeper
        session = self.context.new_cdp_session(self._keeper)
        session.send("Storage.clearDataForOrigin", {"origin": self.address.rstrip("/"), "storageTypes": STORED})
        session.detach()
        self.context.clear_cookies()


class Windows:
    """The windows of a browser: `_left` are those that tests have left, the last one last."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._left: list[Window] = []

    def take(self, address: str, alone: bool, taste: dict[str, Any]) -> Window:
        """A window that no one else uses."""
        fitting = (each for each in self._left if (each.address, each.taste) == (address, taste))
        window = None if alone else next(fitting, None)
        if not window:
            return Window(self._browser, address, alone, taste)
        self._left.remove(window)
        window.wipe()
        return window

    def give_back(self, window: Window) -> None:
        if window.alone:
            window.context.close()
            return
        window.leave()
        self._left.append(window)
        if len(self._left) > MOST:
            self._left.pop(0).context.close()
