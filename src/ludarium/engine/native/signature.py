"""What a compiled function takes and returns, read from its annotations, and its arguments as a row of 64-bit slots.

A number takes one slot; an array its address and its lengths; a named tuple those of its fields, one after the other.
The arrays of a game's rows have the type of these rows, and the first argument is of the class of the game's constants:
a signature belongs to one game and one type of rows.
"""

import ctypes
import struct
from array import array
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from ...contract.program import Program
from ...contract.quotation import quoted
from ...contract.row import Row
from .zeros import zeros

Numbers: TypeAlias = Annotated[MutableSequence[int], "q"]
Shorts: TypeAlias = Annotated[MutableSequence[int], "h"]
Reals: TypeAlias = Annotated[MutableSequence[float], "d"]


class Rows(list[Row]):
    """Rows of one length in one piece of memory, which compiled code sees as an array of two dimensions."""

    def __init__(self, typecode: str, count: int, width: int) -> None:
        self.memory = zeros(typecode, count * width)
        self.width = width
        views: Iterator[Any] = (self.memory[i * width : (i + 1) * width] for i in range(count))
        super().__init__(views)

    @classmethod
    def beginning_with(cls, row: Row, count: int) -> "Rows":
        """Room for so many rows like this one, which is the first of them."""
        rows = cls(getattr(row, "typecode", "q"), count, len(row))
        rows.memory[: len(row)] = array(rows.memory.format, row)
        return rows


Grid: TypeAlias = Annotated[Rows, "q"]
PlaneGrid: TypeAlias = Annotated[Rows, "b"]


class Scalar(NamedTuple):
    """A whole number ("q") or a real one ("d")."""

    typecode: str


class Array(NamedTuple):
    """An array in one piece of memory."""

    typecode: str
    dimensions: int


class Record(NamedTuple):
    """A named tuple."""

    cls: type
    fields: "tuple[Type, ...]"


Type: TypeAlias = Scalar | Array | Record


Packer: TypeAlias = Callable[[Any], tuple[int, ...]]


class Signature:
    """The types of a function's arguments, and of the numbers that it returns: one, several or none."""

    def __init__(self, arguments: tuple[Type, ...], results: tuple[Scalar, ...]) -> None:
        self.arguments, self.results = arguments, results
        self._packers = [_packer(type) for type in arguments]
        self._first_result = sum(map(_width, arguments))
        self._slots = ctypes.c_int64 * (self._first_result + len(results))

    def pack(self, values: Sequence[Any]) -> "ctypes.Array[ctypes.c_int64]":
        """The slots for these arguments, followed by room for the results."""
        slots: tuple[int, ...] = ()
        for pack, value in zip(self._packers, values, strict=True):
            slots += pack(value)
        return self._slots(*slots)

    def unpack(self, slots: "ctypes.Array[ctypes.c_int64]") -> Any:
        """The results, which compiled code has written behind the arguments."""
        if len(self.results) == 1 and self.results[0].typecode == "q":
            return slots[self._first_result]
        found = tuple(
            slots[i] if type.typecode == "q" else struct.unpack("d", struct.pack("q", slots[i]))[0]
            for i, type in enumerate(self.results, self._first_result)
        )
        return None if not found else found[0] if len(found) == 1 else found


def signature_of(function: Callable[..., Any], constants: type, typecode: str) -> Signature:
    """The signature of a function for a game with this class of constants and this type of rows."""
    # What a game's own program takes is said by the contract, whatever annotations its author has written
    is_program = function.__name__ == "converse" and function.__module__.endswith(".program")
    hints = get_type_hints(Program.converse if is_program else function, include_extras=True)
    returned = hints.pop("return")
    arguments = tuple(_type_of(constants if hint is Any else hint, typecode) for hint in hints.values())
    return Signature(arguments, tuple(_results_of(returned)))


def _results_of(hint: Any) -> Iterator[Scalar]:
    if hint is type(None):
        return
    for each in get_args(hint) or (hint,):
        yield Scalar("d" if each is float else "q")


def _type_of(hint: Any, typecode: str) -> Type:
    if hint in (int, bool, float):
        return Scalar("d" if hint is float else "q")
    if hint is Rows:
        return Array(typecode, 2)
    if hint == Row:
        return Array(typecode, 1)
    if get_origin(hint) is Annotated:
        sort, code = get_args(hint)
        return Array(code, 2 if sort is Rows else 1)
    if isinstance(hint, type) and issubclass(hint, tuple):
        return Record(
            hint, tuple(_type_of(each, typecode) for each in get_type_hints(hint, include_extras=True).values())
        )
    raise TypeError(f"compiled code takes numbers, arrays and named tuples of them, not {hint}")


def _width(type: Type) -> int:
    """How many slots a type takes."""
    if isinstance(type, Record):
        return sum(map(_width, type.fields))
    return 1 + type.dimensions if isinstance(type, Array) else 1


def _packer(type: Type) -> Packer:
    """What makes slots of a value of this type."""
    if isinstance(type, Record):
        if all(field == Scalar("q") for field in type.fields):
            return tuple
        packers = [_packer(field) for field in type.fields]
        return lambda value: tuple(slot for pack, field in zip(packers, value, strict=True) for slot in pack(field))
    if isinstance(type, Array):
        return partial(_pack_array, type)
    if type.typecode == "d":
        return lambda value: struct.unpack("q", struct.pack("d", value))
    return lambda value: (int(value),)


def _pack_array(type: Array, value: Any) -> tuple[int, ...]:
    if isinstance(value, array) and value.typecode == type.typecode and type.dimensions == 1:
        return value.buffer_info()
    if type.dimensions == 1:
        return _address(type, value), len(value)
    return _address(type, value), len(value), value.width if isinstance(value, Rows) else value.shape[1]


def _address(type: Array, value: Any) -> int:
    """Where an array's memory is. TypeError if it is not of this type: compiled code would overwrite other memory."""
    memory = value.memory if isinstance(value, Rows) else value
    if isinstance(memory, array) and memory.typecode == type.typecode:
        return memory.buffer_info()[0]
    view = memoryview(memory)
    if not view.c_contiguous or view.itemsize != array(type.typecode).itemsize or view.ndim > type.dimensions:
        raise TypeError(f"compiled code wants an array of {type.typecode!r} in one piece, not {quoted(value)}")
    if not view.nbytes:
        return 0
    if isinstance(memory, bytes):
        return ctypes.cast(ctypes.c_char_p(memory), ctypes.c_void_p).value or 0
    return ctypes.addressof(ctypes.c_char.from_buffer(view))
