"""The nets that games bring with them."""

from functools import cache
from pathlib import Path
from typing import Any

from ...contract.kind import Kind
from ..native import cpu
from .net import Net, read_net


def net_of(kind: Kind, game: Any) -> Net | None:
    """The net in a game's folder for these options. None where there is none, and where only plain Python runs, which
    takes hundreds of times as long for a net as for the game's own evaluation."""
    name = kind.net_name(game)
    return _read(kind.folder / name) if name and cpu.can_compile() else None


@cache
def _read(file: Path) -> Net:
    return read_net(file)
