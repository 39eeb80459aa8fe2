"""What a server and the process of a game send each other: connections as ASGI sees them, in frames on two pipes.

Each side asks before it gets: the game's process gets one message of a client whenever it wants one, and sends the next
one to a client when the last one was taken. So neither side keeps messages of a client that floods or does not read.
"""

import struct
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from ..ops.logs import Format

LENGTH = struct.Struct("<I")  # how a frame begins: with its length
# What of a connection is sent; the rest is the server's own
SCOPE = (
    "type",
    "asgi",
    "http_version",
    "method",
    "scheme",
    "path",
    "raw_path",
    "query_string",
    "root_path",
    "headers",
    "client",
    "server",
    "subprotocols",
    "extensions",
)


class Settings(Struct, frozen=True, tag=True):
    """The first frame. It comes by the pipe: arguments of a process are visible to all users."""

    database: str | None
    workers: int
    log: Format


class Opened(Struct, frozen=True, tag=True):
    """A client has connected."""

    id: int
    scope: dict[str, Any]


class Received(Struct, frozen=True, tag=True):
    """A message of a client, which was wanted."""

    id: int
    message: dict[str, Any]


class Taken(Struct, frozen=True, tag=True):
    """The last message to a client was taken."""

    id: int


class Closed(Struct, frozen=True, tag=True):
    """The server has given a connection up."""

    id: int


class Beat(Struct, frozen=True, tag=True):
    """A question whether the process still answers, and the answer."""


class Ready(Struct, frozen=True, tag=True):
    """The game is loaded and can be asked."""


class Wanted(Struct, frozen=True, tag=True):
    """The next message of a client is wanted."""

    id: int


class Sent(Struct, frozen=True, tag=True):
    """A message to a client."""

    id: int
    message: dict[str, Any]


class Ended(Struct, frozen=True, tag=True):
    """A connection was served to its end."""

    id: int


class Fault(Struct, frozen=True, tag=True):
    """Why the process ends, in a sentence."""

    text: str


ToGame: TypeAlias = Settings | Opened | Received | Taken | Closed | Beat
FromGame: TypeAlias = Ready | Wanted | Sent | Ended | Beat | Fault

to_game: Decoder[ToGame] = Decoder(ToGame)
from_game: Decoder[FromGame] = Decoder(FromGame)
_encoder = Encoder()


def frame(message: ToGame | FromGame) -> bytes:
    """A message with its length before it."""
    body = _encoder.encode(message)
    return LENGTH.pack(len(body)) + body


def write_scope(scope: Any) -> dict[str, Any]:
    """A connection as it is sent."""
    return {name: scope[name] for name in SCOPE if name in scope}


def read_scope(sent: dict[str, Any]) -> dict[str, Any]:
    """A connection as an ASGI application takes it: pairs came as lists."""
    pairs = {name: tuple(sent[name]) for name in ("client", "server") if sent.get(name)}
    return {**sent, **pairs, "headers": [(name, value) for name, value in sent["headers"]], "state": {}}
