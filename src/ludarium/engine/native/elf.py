"""Object code, as LLVM writes it, made into an image that runs at any address.

This is the part of a linker that code needs which refers to nothing but itself and a few functions of the C library:
the sections are put one behind the other, and every distance between them is written where it is used. Code that needs
more, such as variables, is refused.
"""

import struct
from typing import NamedTuple

from .architecture import ARCHITECTURES, NotSelfContained, Reference
from .image import Image

PROGBITS, SYMTAB, RELA, NOBITS = 1, 2, 4, 8
WRITE, ALLOC = 1, 2
UNDEFINED = 0
INSTRUCTION = 4  # bytes to whose multiples instructions are aligned, where they are aligned at all
CONSTANTS = ".data.rel.ro"  # the section of constants with addresses in them, which are written when the code is loaded


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
        if code[:6] != b"\x7fELF\x02\x01":
            raise NotSelfContained("not object code of 64 bits")
        machine = int.from_bytes(code[18:20], "little")
        if machine not in ARCHITECTURES:
            raise NotSelfContained("object code of another processor")
        self.architecture = ARCHITECTURES[machine]
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
        architecture = self.object.architecture
        for at in range(section.offset, section.offset + section.size, 24):
            offset, info, addend = struct.unpack_from("<QQq", self.object.code, at)
            kind, symbol = info & 0xFFFFFFFF, self.object.symbols[info >> 32]
            place, target = self.places[section.info] + offset, _Target(self, symbol)
            if kind == architecture.absolute:
                struct.pack_into("<q", self.memory, place, target.address() + addend)
                self.pointers.append(place)
            elif not architecture.write(self.memory, Reference(kind, place, addend), target):
                raise NotSelfContained(f"relocation {kind} of {symbol.name or 'a section'}")

    def slot(self, name: str) -> int:
        if name not in self.slots:
            self.slots[name] = self._put(bytes(8), 8)
        return self.slots[name]

    def jump(self, name: str) -> int:
        """A jump to a function outside, which can be called as if it were the function."""
        if name not in self.jumps:
            slot = self.slot(name)
            self.jumps[name] = self._put(b"", INSTRUCTION)
            self.memory += self.object.architecture.jump(self.jumps[name], slot)
        return self.jumps[name]


class _Target:
    """What a reference names: a symbol."""

    def __init__(self, link: _Link, symbol: Symbol) -> None:
        self._link, self._symbol = link, symbol

    def address(self) -> int:
        symbol = self._symbol
        if symbol.section == UNDEFINED:
            return self._link.jump(symbol.name)
        if symbol.section not in self._link.places:
            raise NotSelfContained(f"{symbol.name} is not in the code")
        return self._link.places[symbol.section] + symbol.value

    def slot(self) -> int:
        if self._symbol.section != UNDEFINED:
            raise NotSelfContained(f"{self._symbol.name} is named by its address")
        return self._link.slot(self._symbol.name)
