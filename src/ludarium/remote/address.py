"""Addresses of games: `ID@HOST[:PORT]`, or the address of a page."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from ..contract.errors import BadOption
from ..contract.quotation import quoted
from ..protocol.games import check_alias as check_alias

PORT = 8190  # default port of a server
SCHEMES = {"http": 80, "https": 443}


class Address(NamedTuple):
    """A server and one of its games, by the alias that its host gave it or by its id; or a server alone."""

    host: str
    port: int
    secure: bool = False
    alias: str = ""
    game: str = ""

    @property
    def place(self) -> str:
        """The host and the port as one text."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def http(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self.place}"

    @property
    def ws(self) -> str:
        return f"{'wss' if self.secure else 'ws'}://{self.place}"

    def __str__(self) -> str:
        return f"{self.alias}@{self.place}" if self.alias else self.http


def parse(text: str) -> Address:
    """The address in a text: `me@home`, `me@home:9000`, `https://club.example/#/game/ID`.

    >>> parse("me@localhost").http
    'http://localhost:8190'
    """
    if "://" in text:
        return _parse_url(text)
    alias, at, place = text.rpartition("@")
    if not (alias and at and place):
        raise BadOption(f"a game and its server are written as in ID@HOST, not as {quoted(text)}")
    check_alias(alias)
    return _parse_place(place, PORT, text)._replace(alias=alias)


def parse_place(text: str, port: int = PORT) -> Address:
    """A host with or without a port."""
    return _parse_place(text, port, text)


def _parse_url(text: str) -> Address:
    scheme = text.partition("://")[0]
    if scheme.lower() not in SCHEMES:
        raise BadOption(f"a server's address begins with http:// or https://, not with {quoted(scheme, 20)}")
    try:
        parts = urlsplit(text)
    except ValueError:
        raise BadOption(f"{quoted(text)} is not the address of a server") from None
    found = _parse_place(parts.netloc.rpartition("@")[2], SCHEMES[scheme.lower()], text)
    game = re.search(r"game/([\w-]+)$", parts.fragment)
    joined = re.search(r"join/([\w.-]+)$", parts.fragment)
    return found._replace(
        secure=scheme.lower() == "https",
        game=game[1] if game else "",
        alias=joined[1] if joined else "",
    )


def _parse_place(place: str, port: int, text: str) -> Address:
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@\[\]]+))(?::([0-9]{1,5}))?", place)
    if not found or int(found[3] or port) > 65535:
        raise BadOption(f"{quoted(text)} has no host, or a port that is not a number up to 65535")
    return Address(found[1] or found[2], int(found[3] or port))
