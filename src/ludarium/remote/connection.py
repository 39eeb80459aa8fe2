"""The socket of one game: a thread reads it, reconnects when it is lost, and sends unanswered requests again."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec.json import encode

from ..contract.errors import LudariumError
from ..contract.quotation import quoted
from ..protocol.codec import decode
from ..protocol.messages import Done, Error
from .client import Client, to_error_text, unreachable
from .errors import Busy, Lost, Refused, Unreachable
from .match_view import MatchView

if TYPE_CHECKING:
    from websockets.http11 import Response
    from websockets.sync.client import ClientConnection

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between two attempts to reconnect
TIMEOUT = 20.0  # seconds for an answer, before the connection is made anew
GONE, OPEN_LIMIT = 4404, 4429  # close codes: the game does not exist; this user has too much open
TOO_MANY = 429  # the HTTP status of a client that has to wait
LARGEST_MESSAGE = 1 << 28  # bytes


class Request:
    """A request, and its answer when it has come."""

    def __init__(self, text: str) -> None:
        self.text, self.times_sent = text, 0
        self.answer: Done | Error | None = None


class Connection:
    """A connection to one game. Messages go to the match view; `grace` is for how many seconds it reconnects."""

    def __init__(
        self, client: Client, id: str, match: MatchView, grace: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._client, self._id, self._match = client, id, match
        self._grace, self._clock = grace, clock
        self._sending = threading.Lock()
        self._requests: dict[int, Request] = {}  # those without an answer
        self._numbers = count(1)
        self._socket: ClientConnection | None = None
        self._closing = threading.Event()
        self._last_error = ""  # the server's last error that answers no request
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Connect, and read in another thread; one sentence says why that is impossible."""
        self._thread = threading.Thread(target=self._run, args=(self._connect(),), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the connection and its thread."""
        self._closing.set()
        self._match.error = self._match.error or Lost("the game was left")
        self._match.wake()
        self._close_socket()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join()

    def request(self, do: str, **fields: Any) -> Request:
        """Send a request and wait for its answer, over another connection if this one is lost."""
        number = next(self._numbers)
        request = Request(encode({"do": do, "id": number, **fields}).decode())
        with self._sending:
            self._requests[number] = request
            self._send(request)
        while not self._match.wait(lambda: request.answer is not None, TIMEOUT):
            self._close_socket()
        return request

    def _send(self, request: Request) -> None:
        from websockets.exceptions import ConnectionClosed

        if self._socket:
            request.times_sent += 1
            with suppress(ConnectionClosed, OSError):
                self._socket.send(request.text)

    def _close_socket(self) -> None:
        with self._sending:
            socket = self._socket
        if socket:
            socket.close()

    # In the thread of the connection

    def _connect(self) -> "ClientConnection":
        # Imported late: most programs never play over a network
        from websockets.exceptions import InvalidStatus, WebSocketException
        from websockets.sync.client import connect

        address, version = self._client.address, self._match.replica.version
        after = "" if version is None else f"?after={version}"
        try:
            return connect(
                f"{address.ws}/api/games/{self._id}/socket{after}",
                additional_headers=self._client.headers,
                compression=None,
                proxy=None,
                open_timeout=TIMEOUT,
                close_timeout=1,
                max_size=LARGEST_MESSAGE,
            )
        except InvalidStatus as error:
            raise self._refusal(error.response) from None
        except (OSError, EOFError, WebSocketException, UnicodeError) as error:
            raise unreachable(address, error) from None

    def _refusal(self, response: "Response") -> LudariumError:
        """The error for a connection that is refused: by what the server says, as far as it says something."""
        status, place = response.status_code, self._client.address.place
        try:
            reason = to_error_text(json.loads(response.body)["message"])
        except (ValueError, KeyError, TypeError, AttributeError):
            reason = "try again later" if status >= 500 else f"status {status}"
        if status >= 500 or status == TOO_MANY:
            return Busy(f"{place} takes no connection now: {reason}")
        return Refused(f"{place} refuses the connection: {reason}")

    def _run(self, first: "ClientConnection") -> None:
        """Read, and reconnect when the connection is lost, until `close` or the end of the grace period."""
        socket: ClientConnection | None = first
        try:
            while socket:
                with suppress(Unreachable):  # the server went away while its HTTP part was asked
                    self._read(socket)
                self._set_socket(None)
                socket = self._reconnect()
        except LudariumError as error:
            self._fail(error)
        except BaseException as error:
            # A bug here must not leave other threads waiting for ever
            self._fail(Lost(f"the game cannot be followed any more: {quoted(error, 100)}"))
            raise

    def _reconnect(self) -> "ClientConnection | None":
        lost_at, pause = self._clock(), FIRST_PAUSE
        while not self._closing.wait(pause):
            try:
                return self._connect()
            except Unreachable as error:
                pause, last_error = min(2 * pause, LONGEST_PAUSE), error
            gone = self._clock() - lost_at
            if gone > self._grace or (self._match.replica.is_known and self._match.ending):
                if isinstance(last_error, Busy):
                    raise Lost(str(last_error))
                raise Lost(f"{self._client.address.place} has been gone for {gone:.0f} seconds")
        return None

    def _read(self, socket: "ClientConnection") -> None:
        """Read until the connection is lost; a LudariumError says why reconnecting is useless."""
        from websockets.exceptions import ConnectionClosed

        with socket, suppress(ConnectionClosed, OSError):
            self._set_socket(socket)
            while not self._closing.is_set():
                self._receive(socket.recv())
        if socket.close_code in (GONE, OPEN_LIMIT):
            raise Lost(to_error_text(self._last_error) or "this game does not exist any more")

    def _receive(self, text: str | bytes) -> None:
        try:
            message = decode(text)
        except ValueError:
            raise Lost("the server has another version, whose messages are not understood here") from None
        if isinstance(message, Done | Error):
            self._take_answer(message)
        elif message:
            self._match.receive(message)
        self._match.notify()

    def _take_answer(self, message: Done | Error) -> None:
        request = self._requests.pop(message.re, None) if message.re is not None else None
        if request:
            request.answer = message
        elif isinstance(message, Error):
            self._last_error = message.message

    def _set_socket(self, socket: "ClientConnection | None") -> None:
        """Use a new connection, and send the unanswered requests again: `at` tells the server which moves it has."""
        with self._sending:
            self._socket, self._match.is_connected = socket, socket is not None
            for request in [*self._requests.values()] if socket else []:
                self._send(request)
            is_closing = self._closing.is_set()
        if is_closing and socket:
            socket.close()
        self._match.notify()

    def _fail(self, error: LudariumError) -> None:
        self._match.error, self._match.is_connected = error, False
        self._match.notify()
