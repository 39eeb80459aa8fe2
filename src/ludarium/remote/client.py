"""A server that is asked over HTTP, and who one is there."""

import json
import socket
from http.client import HTTPException
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

from ..contract.errors import LudariumError
from .address import Address
from .errors import Refused, Unreachable

PATIENCE = 20.0  # seconds for an answer
COOKIE = "ludarium"

# The address is the one that was typed: no proxy that the environment names stands between
_opener = build_opener(ProxyHandler({}))


class Client:
    """One server. Whoever brings no token is a guest there, by a name."""

    def __init__(self, address: Address, name: str = "", token: str = "") -> None:
        self.address = address
        self._name, self._token, self._cookie = name, token, ""

    @property
    def headers(self) -> dict[str, str]:
        """By which the server knows who asks."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        return {"Cookie": f"{COOKIE}={self._cookie}"} if self._cookie else {}

    def sign_in(self) -> None:
        """Be somebody there: by the token, or as a guest."""
        if not self._token and not self._cookie:
            self.request("PUT", "me", {"name": self._name} if self._name else {"name": "Guest"})

    def find_game(self) -> str:
        """The id of the game at the address."""
        if self.address.game:
            return self.address.game
        return str(self.request("GET", f"join/{quote(self.address.alias, safe='')}")["id"])

    def open_games(self, kind: str = "") -> list[dict[str, Any]]:
        """The games of the lobby that wait for somebody."""
        return list(self.request("GET", f"lobby?kind={quote(kind)}&seats=open"))

    def new_game(self, **wanted: Any) -> str:
        """Begin a game there; its id."""
        return str(self.request("POST", "games", wanted)["id"])

    def record(self, id: str) -> str:
        """A game as text."""
        return self.get(f"games/{id}/record").decode()

    def get(self, path: str) -> bytes:
        """What is at a path, as it comes."""
        return self._ask("GET", path)

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """What the server answers; one sentence if it refuses, or cannot be asked."""
        answer = self._ask(method, path, body)
        try:
            return json.loads(answer) if answer else None
        except ValueError:
            raise Unreachable(f"what answers at {self.address.place} is no Ludarium") from None

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self.headers}
        request = Request(f"{self.address.http}/api/{path}", data, headers, method=method)
        try:
            with _opener.open(request, timeout=PATIENCE) as answer:
                self._remember(answer.headers.get_all("Set-Cookie") or [])
                return bytes(answer.read())
        except HTTPError as error:
            raise self._refusal(error) from None
        except (OSError, HTTPException, UnicodeError) as error:
            raise unreachable(self.address, error) from None

    def _refusal(self, error: HTTPError) -> LudariumError:
        with error:
            try:
                said = str(json.loads(error.read())["message"])
            except (ValueError, KeyError, TypeError, OSError):
                return Unreachable(f"what answers at {self.address.place} is no Ludarium")
        return Refused(plain(said))

    def _remember(self, cookies: list[str]) -> None:
        for text in cookies:
            try:
                found = SimpleCookie(text).get(COOKIE)
            except CookieError:
                continue
            if found:
                self._cookie = found.value


def plain(sentence: str) -> str:
    """A sentence of the server's as the house's errors are written: without its end."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def unreachable(address: Address, error: BaseException) -> Unreachable:
    """Why a server cannot be asked, in a sentence."""
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, socket.gaierror | UnicodeError):
        return Unreachable(f"there is no machine called {address.host!r:.60}; see that its name is right")
    if isinstance(reason, ConnectionRefusedError):
        return Unreachable(f"nobody hosts a game at {address.place}; see that the address is right and the host waits")
    if isinstance(reason, TimeoutError):
        return Unreachable(f"{address.place} does not answer; see that the address is right")
    why = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return Unreachable(f"{address.place} cannot be reached: {str(why).lower():.100}")
