"""Decoding the server's messages in a client that replays the moves itself.

A newer server may send messages and fields that this client does not know; they are ignored. Cells, frames and panels
are not decoded at all: the client draws from its own game, and their arrays may grow.
"""

from typing import Any, TypeAlias

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder

from . import messages


class _View(messages.View, frozen=True, kw_only=True):
    panels: Any = ()
    paths: Any = None


class _State(messages.State, frozen=True, kw_only=True):
    cells: Raw = Raw()  # type: ignore[assignment]
    view: _View
    grid: Any = None
    clock: Any = None


class _Moved(messages.Moved, frozen=True, kw_only=True):
    frames: Raw = Raw()  # type: ignore[assignment]
    view: _View


class _Changed(messages.Changed, frozen=True, kw_only=True):
    cells: tuple[Any, ...]
    view: _View


class _Tag(Struct):
    say: str


Known: TypeAlias = messages.State | messages.Moved | messages.Changed | messages.You | messages.Error | messages.Done

_tag = Decoder(_Tag)
_decoders: dict[str, Decoder[Known]] = {
    "state": Decoder(_State),
    "moved": Decoder(_Moved),
    "changed": Decoder(_Changed),
    "you": Decoder(messages.You),
    "error": Decoder(messages.Error),
    "done": Decoder(messages.Done),
}


def decode(text: str | bytes) -> Known | None:
    """A message that a player needs; None for any other. ValueError if it is not a message of this protocol."""
    try:
        decoder = _decoders.get(_tag.decode(text).say)
        return decoder.decode(text) if decoder else None
    except DecodeError as error:
        raise ValueError(str(error)) from None
