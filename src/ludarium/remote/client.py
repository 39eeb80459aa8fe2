"""HTTP requests to a server, as a guest or with a token."""

import json
import socket
from http.client import HTTPException
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

from ..contract.errors import LudariumError
from ..contract.quotation import quoted
from .address import Address
from .errors import Refused, Unreachable

TIMEOUT = 20.0  # seconds for an answer
COOKIE = "ludarium"

# Proxies named in the environment are not used: the user has typed the address to connect to
_opener = build_opener(ProxyHandler({}))


class Client:
    """A client of one server. Without a token it is a guest there, by a name."""

    def __init__(self, address: Address, name: str = "", token: str = "") -> None:
        self.address = address
        self._name, self._token, self._cookie = name, token, ""

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify this client."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": f"{COOKIE}={self._cookie}"} if self._cookie else {}

    def sign_in(self) -> None:
        """Become a guest, unless there is a token or a session already."""
        if not self._token and not self._cookie:
            self.request("PUT", "me", {"name": self._name or "Guest"})

    def find_game(self) -> str:
        """The id of the game at the address."""
        if self.address.game:
            return self.address.game
        return str(self.request("GET", f"join/{quote(self.address.alias, safe='')}")["id"])

    def open_games(self, kind: str = "") -> list[dict[str, Any]]:
        """The games of the lobby with a free seat."""
        return list(self.request("GET", f"lobby?kind={quote(kind)}&seats=open"))

    def new_game(self, **body: Any) -> str:
        """Begin a game with the fields of `NewGame`; its id."""
        return str(self.request("POST", "games", body)["id"])

    def record(self, id: str) -> str:
        """The record of a game."""
        return self.get(f"games/{id}/record").decode()

    def get(self, path: str) -> bytes:
        """The body of an answer, not decoded."""
        return self._send("GET", path)

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to the API and decode its answer; Refused or Unreachable with one sentence."""
        answer = self._send(method, path, body)
        try:
            return json.loads(answer) if answer else None
        except ValueError:
            raise self._not_ludarium() from None

    def _send(self, method: str, path: str, body: Any = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self.headers}
        request = Request(f"{self.address.http}/api/{path}", data, headers, method=method)
        try:
            with _opener.open(request, timeout=TIMEOUT) as answer:
                self._keep_cookie(answer.headers.get_all("Set-Cookie") or [])
                return bytes(answer.read())
        except HTTPError as error:
            raise self._refusal(error) from None
        except (OSError, HTTPException, UnicodeError) as error:
            raise unreachable(self.address, error) from None

    def _refusal(self, error: HTTPError) -> LudariumError:
        with error:
            try:
                sentence = str(json.loads(error.read())["message"])
            except (ValueError, KeyError, TypeError, OSError):
                return self._not_ludarium()
        return Refused(to_error_text(sentence))

    def _not_ludarium(self) -> Unreachable:
        return Unreachable(f"the server at {self.address.place} is no Ludarium")

    def _keep_cookie(self, headers: list[str]) -> None:
        for text in headers:
            try:
                found = SimpleCookie(text).get(COOKIE)
            except CookieError:
                continue
            if found:
                self._cookie = found.value


def to_error_text(sentence: str) -> str:
    """A sentence of the server in the form of an error here: no capital at its start, no full stop at its end."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def unreachable(address: Address, error: BaseException) -> Unreachable:
    """The error that says why a server cannot be reached."""
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, socket.gaierror | UnicodeError):
        return Unreachable(f"there is no machine called {quoted(address.host)}; check its name")
    if isinstance(reason, ConnectionRefusedError):
        return Unreachable(
            f"no game is hosted at {address.place}; check the address, and that the host is still waiting"
        )
    if isinstance(reason, TimeoutError):
        return Unreachable(f"{address.place} does not answer; check the address")
    why = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return Unreachable(f"{address.place} cannot be reached: {str(why).lower():.100}")
