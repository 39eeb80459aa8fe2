"""A net and its file.

The numbers of a position's features choose rows of weights, whose sum is the hidden layer. Each of its numbers is cut
off below 0 and above 1 and squared; the output weighs them, with other weights in each phase of the game. All numbers
are whole: 1 is ONE in the hidden layer and UNIT in the output weights, so that plain and compiled code agree.
"""

from array import array
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

from ...contract.errors import LudariumError
from ...contract.vectors import ONE, SHIFT
from ..native.signature import Numbers, Rows, Shorts
from ..packed import pack, read_packed, unpack, write_packed

UNIT = 64  # a weight of the output that stands for 1
WHOLE = (ONE * ONE >> SHIFT) * UNIT  # a sum that stands for 1
HEAVIEST = 8191  # a weight of the output

FORMAT = "Ludarium net 1"

ShortRows: TypeAlias = Annotated[Rows, "h"]


class Net(NamedTuple):
    """The weights of a net; one without any stands for no net."""

    first: ShortRows  # a row for each feature
    bias: Shorts
    last: ShortRows  # a row for each phase of the game
    offsets: Numbers  # a number for each phase
    scale: int  # hundredths of a point that 1 stands for


def no_net() -> Net:
    """What stands in the place of a net where there is none."""
    return Net(Rows("h", 1, 1), array("h"), Rows("h", 1, 1), array("q", [0]), 0)


def make_net(first: Any, bias: Any, last: Any, offsets: Any, scale: int) -> Net:
    """A net of whole numbers, in nested sequences."""
    return Net(_rows(first), array("h", bias), _rows(last), array("q", offsets), int(scale))


def _rows(lines: Any) -> Rows:
    rows = Rows("h", len(lines), len(lines[0]))
    for row, line in zip(rows, lines, strict=True):
        row[:] = array("h", line)
    return rows


def encode_net(net: Net) -> bytes:
    """The content of a net's file."""
    features, hidden, phases = len(net.first), len(net.bias), len(net.last)
    weights = b"".join(bytes(part) for part in (net.first.memory, net.bias, net.last.memory, net.offsets))
    return pack(FORMAT, {"features": features, "hidden": hidden, "phases": phases, "scale": net.scale}, weights)


def write_net(file: Path, net: Net) -> None:
    """Write a net into a file, which is whole or not there."""
    write_packed(file, encode_net(net))


def read_net(file: Path) -> Net:
    """The net in a file. LudariumError if it is damaged or no net."""
    return decode_net(read_packed(file, "net"), str(file))


def decode_net(content: bytes, name: str = "the net") -> Net:
    """The net in the content of a file, which errors name. LudariumError if it is damaged or no net."""
    try:
        header, weights = unpack(FORMAT, content)
        return _from_bytes(weights, header)
    except (ValueError, KeyError, TypeError):
        raise LudariumError(f"{name} is damaged, or no net of this version; take another file") from None


def _from_bytes(weights: bytes, header: Any) -> Net:
    features, hidden, phases = (int(header[name]) for name in ("features", "hidden", "phases"))
    if len(weights) != 2 * (features * hidden + hidden + phases * hidden) + 8 * phases:
        raise ValueError
    view, net = memoryview(weights), no_net()
    first, last, bias = Rows("h", features, hidden), Rows("h", phases, hidden), array("h", bytes(2 * hidden))
    at = 0
    for memory, count in (first.memory, features * hidden), (bias, hidden), (last.memory, phases * hidden):
        memory[:count] = array("h", view[at : at + 2 * count].tobytes())
        at += 2 * count
    return net._replace(
        first=first, bias=bias, last=last, offsets=array("q", view[at:].tobytes()), scale=int(header["scale"])
    )
