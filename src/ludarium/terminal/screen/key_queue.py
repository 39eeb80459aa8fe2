"""Keys in the order in which they came, each after the effect of the one before it."""

import asyncio
import time
from collections import deque
from contextlib import nullcontext, suppress
from typing import Any

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen
from textual.widgets import Input
from textual.worker import Worker

from .board.board_view import BoardView
from .keyboard import keys_in
from .widgets.sized_screen import SizedScreen

REACTION = 0.15  # seconds: no person answers what the screen shows sooner
PICTURE = 0.2  # seconds between pictures while many keys wait
TURNS = 100  # of the event loop, within which a simple key has had its effect
LOOK = 0.004  # seconds between looks at whether a key has had its effect
AT_ONCE = "ctrl+q", "ctrl+c"  # keys that wait for nothing
BACKGROUND = "keep", "ready"  # groups of workers that no key waits for


class KeyQueue:
    """Holds keys back while the effect of an earlier key is under way: a move that is made, saved or shown, or a dialog
    that opens. A key by which a person interrupts that, such as one that ends a film, is let through at once."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting = deque[events.Key | events.Paste]()
        self._admitted: events.Event | None = None
        self._returned: events.Event | None = None
        self._runs = False
        self._since = 0.0  # when the effect of the last key was first to be seen

    def note_return(self, event: events.Event) -> None:
        """A key has come from the focused widget up to the application, and the application has handled it."""
        self._returned = event

    def admits(self, event: events.Key | events.Paste) -> bool:
        """Whether the application may handle an event now. All others come again in their turn."""
        if event is self._admitted:
            self._admitted = None
            return True
        if isinstance(event, events.Key) and event.key in AT_ONCE:
            self._waiting.clear()
            return True
        if isinstance(event, events.Key) and event.key == "escape" and self._interrupts(event):
            self._waiting.clear()
        self._waiting.append(event)
        if not self._runs:
            self._runs = True
            self._app.run_worker(self._run(), group="keys")
        return False

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._until_due()
                with self._app.batch_update() if len(self._waiting) > 1 and self._at_board else nullcontext():
                    await self._admit_burst()
                # A screen draws when it has nothing else to do; Textual asks it for that during a batch, and not after
                self._app.screen.check_idle()
        finally:
            self._runs = False

    async def _admit_burst(self) -> None:
        """Handle keys that are due, until the next picture is due."""
        enough = time.monotonic() + PICTURE
        while self._waiting:
            await self._admit(self._waiting.popleft())
            for _ in range(TURNS):
                if self._is_settled():
                    break
                await asyncio.sleep(0)
            if not self._is_settled() or not self._at_board or time.monotonic() > enough:
                return

    @property
    def _at_board(self) -> bool:
        return isinstance(self._app.focused, BoardView)

    async def _until_due(self) -> None:
        """Wait until the next key may be handled."""
        while self._waiting and not self._is_settled() and not self._interrupts(self._waiting[0]):
            if isinstance(self._app.screen, SizedScreen):
                self._app.screen.hurry()
            await asyncio.sleep(LOOK)

    def _is_settled(self) -> bool:
        screen = self._app.screen
        return _is_open(screen) and not any(self._blocks(worker) for worker in self._app.workers)

    def _blocks(self, worker: "Worker[object]") -> bool:
        return worker.node is self._app.screen and worker.group not in BACKGROUND and not worker.is_finished

    def _interrupts(self, event: events.Key | events.Paste) -> bool:
        """Whether a key acts while the screen is busy: a person has pressed it after seeing that, or it makes
        no move."""
        screen = self._app.screen
        if not (isinstance(screen, SizedScreen) and screen.is_mounted and screen.can_be_interrupted):
            return False
        is_free = isinstance(event, events.Key) and screen.lets_through(event.key)
        return is_free or event.time > self._since + REACTION

    async def _admit(self, event: events.Key | events.Paste) -> None:
        app = self._app
        if isinstance(event, events.Paste) and not isinstance(app.focused, Input):
            self._waiting.extendleft(reversed(keys_in(event.text)))
            return
        focused: MessagePump = app.focused or app.screen
        self._admitted = event
        app.post_message(event)
        if not (isinstance(focused, BoardView) and await self._returns(event)):
            # The key goes from the focused widget up to the application; what that widget posts then goes the same way
            for _ in range(2):
                await self._drain(app)
                await self._drain(focused)
        self._since = time.monotonic()

    async def _returns(self, event: events.Event) -> bool:
        """Wait until a key has come up to the application and had its effect there; False if it does not come soon."""
        for _ in range(TURNS):
            if self._returned is event:
                return True
            await asyncio.sleep(0)
        return False

    async def _drain(self, pump: MessagePump) -> None:
        """Wait until what was posted to a widget has been handled there and on its way up."""
        while pump.is_running:
            handled = asyncio.Event()
            if not pump.call_later(handled.set):
                return
            while not handled.is_set():
                if not pump.is_running:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(handled.wait(), 0.1)
            if pump is self._app or pump._parent is None:
                return
            pump = pump._parent


def _is_open(screen: "Screen[object]") -> bool:
    """Whether a screen of ours can take keys; Textual shows one of its own first."""
    return screen.is_mounted and isinstance(screen, SizedScreen | ModalScreen)
