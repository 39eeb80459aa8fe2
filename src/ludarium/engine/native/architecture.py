"""Processors: what object code for them looks like, and how distances are written into their instructions.

An architecture knows the relocations that LLVM writes into code which may run at any address.
"""

import struct
from collections.abc import Callable
from typing import NamedTuple, Protocol


class NotSelfContained(Exception):
    """The object code needs something that an image cannot have."""


class Reference(NamedTuple):
    """A place in an image where something else must be named."""

    kind: int  # of relocation, as the object file numbers them
    place: int
    addend: int


class Target(Protocol):
    """What a reference names."""

    def address(self) -> int:
        """Where it is in the image; for a function outside, where the jump to it is."""

    def slot(self) -> int:
        """Where the address of a function outside is in the image."""


class Architecture(NamedTuple):
    """A processor that images can be made for."""

    name: str
    machine: int  # its number in object files
    absolute: int  # the relocation that is an address in 64 bits
    jump: Callable[[int, int], bytes]  # code at a place that jumps to the address in a slot
    write: Callable[[bytearray, Reference, Target], bool]  # writes a reference; False if it does not know the kind


def _write_x86_64(memory: bytearray, reference: Reference, target: Target) -> bool:
    kind, place, addend = reference
    if kind in (2, 4):  # PC32, PLT32
        struct.pack_into("<i", memory, place, target.address() + addend - place)
    elif kind == 24:  # PC64
        struct.pack_into("<q", memory, place, target.address() + addend - place)
    elif kind in (9, 41, 42):  # GOTPCREL, GOTPCRELX, REX_GOTPCRELX
        struct.pack_into("<i", memory, place, target.slot() + addend - place)
    else:
        return False
    return True


def _jump_x86_64(place: int, slot: int) -> bytes:
    return b"\xff\x25" + struct.pack("<i", slot - place - 6)  # jmp *slot(%rip)


PAGE = 4096  # of ADRP. An image begins at the beginning of a page, so that pages in it are pages in memory

# Loads and stores: the relocation, and the bytes that they move, by which their offsets are divided
_AARCH64_OFFSETS = {277: 1, 278: 1, 284: 2, 285: 4, 286: 8, 299: 16}


def _write_aarch64(memory: bytearray, reference: Reference, target: Target) -> bool:
    kind, place, addend = reference
    if kind in (260, 261):  # PREL64, PREL32
        struct.pack_into("<q" if kind == 260 else "<i", memory, place, target.address() + addend - place)
    elif kind in (282, 283):  # JUMP26, CALL26
        _set_bits(memory, place, (target.address() + addend - place) >> 2, 26, 0)
    elif kind == 275:  # ADR_PREL_PG_HI21
        _set_page(memory, place, (target.address() + addend) // PAGE - place // PAGE)
    elif kind in _AARCH64_OFFSETS:
        _set_bits(memory, place, (target.address() + addend) % PAGE // _AARCH64_OFFSETS[kind], 12, 10)
    elif kind == 311:  # ADR_GOT_PAGE
        _set_page(memory, place, target.slot() // PAGE - place // PAGE)
    elif kind == 312:  # LD64_GOT_LO12_NC
        _set_bits(memory, place, target.slot() % PAGE // 8, 12, 10)
    else:
        return False
    return True


def _set_page(memory: bytearray, place: int, pages: int) -> None:
    """Write the distance between two pages into an ADRP."""
    _set_bits(memory, place, pages, 2, 29)
    _set_bits(memory, place, pages >> 2, 19, 5)


def _set_bits(memory: bytearray, place: int, value: int, count: int, shift: int) -> None:
    (word,) = struct.unpack_from("<I", memory, place)
    mask = (1 << count) - 1
    struct.pack_into("<I", memory, place, word & ~(mask << shift) | (value & mask) << shift)


def _jump_aarch64(place: int, slot: int) -> bytes:
    code = bytearray(struct.pack("<III", 0x90000010, 0xF9400210, 0xD61F0200))  # adrp x16; ldr x16, [x16]; br x16
    _set_page(code, 0, slot // PAGE - place // PAGE)
    _set_bits(code, 4, slot % PAGE // 8, 12, 10)
    return bytes(code)


X86_64 = Architecture("x86_64", 62, 1, _jump_x86_64, _write_x86_64)
AARCH64 = Architecture("aarch64", 183, 257, _jump_aarch64, _write_aarch64)
ARCHITECTURES = {each.machine: each for each in (X86_64, AARCH64)}
