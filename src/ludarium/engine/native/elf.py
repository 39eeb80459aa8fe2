"""Object code of x86-64, as LLVM writes it, made into an image that runs at any address.

This is the part of a linker that code needs which refers to nothing but itself and a few functions of the C library:
the sections are put one behind the other, and every distance between them is written where it is used. Code that needs
more, such as variables, is refused.
"""

import struct
from typing import NamedTuple

from .image import Image

X86_64 = b"\x3e\0"
PROGBITS, SYMTAB, RELA, NOBITS = 1, 2, 4, 8
WRITE, ALLOC = 1, 2
UNDEFINED = 0
CONSTANTS = ".data.rel.ro"  # the section of constants with addresses in them, which are written when the code is loaded

# Kinds of relocation.
ABSOLUTE, PC32, PLT32, GOTPCREL, PC64, GOTPCRELX, REX_GOTPCRELX = 1, 2, 4, 9, 24, 41, 42

JUMP = b"\xff\x25"  # to the address in a slot, whose distance follows in 32 bits


class NotSelfContained(Exception):
    """The object code needs something that an image cannot have."""


class Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry: int


class Symbol(NamedTuple):
    name: str
    section: int
    value: int


class _Object:
    """The sections and symbols of an object file."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        if code[:6] != b"\x7fELF\x02\x01" or code[18:20] != X86_64:
            raise NotSelfContained("not object code of x86-64")
        start = struct.unpack_from("<Q", code, 40)[0]
        size, count = struct.unpack_from("<HH", code, 58)
        self.sections = [Section(*struct.unpack_from("<IIQQQQIIQQ", code, start + size * i)) for i in range(count)]
        self._names = self.sections[struct.unpack_from("<H", code, 62)[0]]
        (table,) = [section for section in self.sections if section.kind == SYMTAB]
        names = self.sections[table.link]
        self.symbols = list[Symbol]()
        for at in range(table.offset, table.offset + table.size, 24):
            name, _, section, value = struct.unpack_from("<IBxHQ", code, at)
            self.symbols.append(Symbol(self._text(names.offset + name), section, value))

    def name(self, section: Section) -> str:
        return self._text(self._names.offset + section.name)

    def _text(self, begin: int) -> str:
        return self.code[begin : self.code.index(b"\0", begin)].decode()


def link(code: bytes, entries: dict[str, str]) -> Image:
    """An image of object code. The entries are the names of functions, by the names of their symbols."""
    return _Link(_Object(code)).image(entries)


class _Link:
    def __init__(self, object: _Object) -> None:
        self.object = object
        self.memory = bytearray()
        self.places = dict[int, int]()  # where each section is in the image
        self.slots = dict[str, int]()  # where the addresses of outside functions are
        self.jumps = dict[str, int]()  # and the jumps to them
        self.pointers = list[int]()  # where addresses in the image are

    def image(self, entries: dict[str, str]) -> Image:
        relocated = [section for section in self.object.sections if section.kind == RELA]
        for i, section in enumerate(self.object.sections):
            if section.flags & ALLOC and section.size and section.kind in (PROGBITS, NOBITS):
                if section.flags & WRITE and not self.object.name(section).startswith(CONSTANTS):
                    raise NotSelfContained("the code has variables")
                self.places[i] = self._put(self.object.code[section.offset :][: section.size], section.align)
        for section in relocated:
            if section.info in self.places:
                self._relocate(section)
        found = {
            entries[symbol.name]: self.places[symbol.section] + symbol.value
            for symbol in self.object.symbols
            if symbol.name in entries
        }
        return Image(bytes(self.memory), found, self.slots, self.pointers)

    def _put(self, content: bytes, align: int) -> int:
        self.memory += bytes(-len(self.memory) % max(align, 1))
        self.memory += content
        return len(self.memory) - len(content)

    def _relocate(self, section: Section) -> None:
        for at in range(section.offset, section.offset + section.size, 24):
            offset, info, addend = struct.unpack_from("<QQq", self.object.code, at)
            kind, symbol = info & 0xFFFFFFFF, self.object.symbols[info >> 32]
            place = self.places[section.info] + offset
            if kind == ABSOLUTE:
                struct.pack_into("<q", self.memory, place, self._target(symbol) + addend)
                self.pointers.append(place)
                continue
            if kind in (PC32, PLT32, PC64):
                target = self._target(symbol)
            elif kind in (GOTPCREL, GOTPCRELX, REX_GOTPCRELX) and symbol.section == UNDEFINED:
                target = self._slot(symbol.name)
            else:
                raise NotSelfContained(f"relocation {kind} of {symbol.name or 'a section'}")
            struct.pack_into("<q" if kind == PC64 else "<i", self.memory, place, target + addend - place)

    def _target(self, symbol: Symbol) -> int:
        if symbol.section == UNDEFINED:
            return self._jump(symbol.name)
        if symbol.section not in self.places:
            raise NotSelfContained(f"{symbol.name} is not in the code")
        return self.places[symbol.section] + symbol.value

    def _slot(self, name: str) -> int:
        if name not in self.slots:
            self.slots[name] = self._put(bytes(8), 8)
        return self.slots[name]

    def _jump(self, name: str) -> int:
        """A jump to a function outside, which can be called as if it were the function."""
        if name not in self.jumps:
            slot = self._slot(name)
            self.jumps[name] = len(self.memory)
            self.memory += JUMP + struct.pack("<i", slot - len(self.memory) - len(JUMP) - 4)
        return self.jumps[name]
