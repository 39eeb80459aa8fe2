"""Ataxx as engines know it: UAI, the Universal Ataxx Interface, or UCI with the variant `ataxx`."""

from collections.abc import Mapping
from typing import Any

from .board import SQUARES
from .rules import JUMPS, PASS

OPTIONS: Mapping[str, Any] = {"rules": "uai"}
VARIANT = "ataxx"
NO_MOVE = "0000"


def write(move: int) -> str:
    """An extension is its target alone."""
    if move == PASS:
        return NO_MOVE
    return SQUARES[move & 63] if move < JUMPS else SQUARES[move >> 6 & 63] + SQUARES[move & 63]


def uci_position(position: str) -> str:
    """The UCI variant has white and black pawns, and stars for blocks."""
    board, side, clock, number = position.split()
    return f"{board.translate(str.maketrans('xo-', 'Pp*'))} {'w' if side == 'x' else 'b'} {clock} {number}"
