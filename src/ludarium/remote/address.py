"""Where a game is: `ID@HOST[:PORT]`, or the address of a page."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from ..contract.errors import BadOption

PORT = 8190  # of a server that names no other
SCHEMES = {"http": 80, "https": 443}


class Address(NamedTuple):
    """A server, and a game there: by the name that its host has given it, by its id, or none."""

    host: str
    port: int
    secure: bool = False
    alias: str = ""
    game: str = ""

    @property
    def place(self) -> str:
        """The host and the port, as they are written together."""
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
    """The address that a text means: `me@home`, `me@home:9000`, `https://club.example/#/game/ID`.

    >>> parse("me@localhost").http
    'http://localhost:8190'
    """
    if "://" in text:
        return _parse_url(text)
    alias, at, place = text.rpartition("@")
    if not (alias and at and place):
        raise BadOption(f"a game and where it is are written as in ID@HOST, not as {text!r:.60}")
    check_alias(alias)
    return _split(place, PORT, text)._replace(alias=alias)


def check_alias(alias: str) -> None:
    """Refuse what cannot be the name of a game that is hosted."""
    if not re.fullmatch(r"[\w.-]{1,40}", alias):
        raise BadOption("the name of a game is made of at most 40 letters, digits and . _ -, without blanks")


def parse_place(text: str, port: int = PORT) -> Address:
    """A host, maybe with a port."""
    return _split(text, port, text)


def _parse_url(text: str) -> Address:
    scheme = text.partition("://")[0]
    if scheme.lower() not in SCHEMES:
        raise BadOption(f"a server's address begins with http:// or https://, not with {scheme!r:.20}")
    try:
        parts = urlsplit(text)
    except ValueError:
        raise BadOption(f"{text!r:.60} is no address of a server") from None
    found = _split(parts.netloc.rpartition("@")[2], SCHEMES[scheme.lower()], text)
    game = re.search(r"game/([\w-]+)$", parts.fragment)
    joined = re.search(r"join/([\w.-]+)$", parts.fragment)
    return found._replace(
        secure=scheme.lower() == "https",
        game=game[1] if game else "",
        alias=joined[1] if joined else "",
    )


def _split(place: str, port: int, text: str) -> Address:
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@\[\]]+))(?::([0-9]{1,5}))?", place)
    if not found or int(found[3] or port) > 65535:
        raise BadOption(f"{text!r:.60} names no host, or a port that is none; a port is a number up to 65535")
    return Address(found[1] or found[2], int(found[3] or port))
