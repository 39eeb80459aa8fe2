"""Images in memory, and their functions, called from Python without the GIL."""

import ctypes
import mmap
import struct
from collections.abc import Callable
from functools import cache
from typing import Any

from .image import Image
from .signature import Signature


class Refused(Exception):
    """The system does not let a program run code that it has loaded itself."""


class LoadedCode:
    """The functions of an image. The memory stays as long as this does."""

    def __init__(self, image: Image) -> None:
        try:
            self._memory = mmap.mmap(-1, len(image.memory))
        except (OSError, ValueError) as error:
            raise Refused(str(error)) from None
        self._memory.write(image.memory)
        for name, place in image.slots.items():
            struct.pack_into("Q", self._memory, place, _outside(name))
        begin = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        for place in image.pointers:
            struct.pack_into("q", self._memory, place, begin + struct.unpack_from("q", self._memory, place)[0])
        # Linux also makes sure here that the processor does not see what was in these pages before
        if _mprotect()(begin, len(self._memory), mmap.PROT_READ | mmap.PROT_EXEC):
            raise Refused("memory with code in it cannot be made executable")
        self._begin, self._entries = begin, image.entries

    def function(self, name: str, signature: Signature, failure: Exception | None = None) -> "NativeFunction":
        """A function of the image, to be called with arguments as its signature has them; `failure` is its error."""
        native = _PROTOTYPE(self._begin + self._entries[name])
        return NativeFunction(self, native, signature, failure or RuntimeError(f"{name} has failed in compiled code"))


class NativeFunction:
    """A function in machine code, called as any other."""

    __slots__ = ("_code", "_failure", "_native", "_signature")

    def __init__(
        self, code: LoadedCode, native: Callable[[Any], int], signature: Signature, failure: Exception
    ) -> None:
        self._code = code  # or the memory would go while the function is in use
        self._native, self._signature, self._failure = native, signature, failure

    def __call__(self, *arguments: Any) -> Any:
        slots = self._signature.pack(arguments)
        if self._native(slots):
            raise self._failure
        return self._signature.unpack(slots)

    def bind(self, *arguments: Any) -> Callable[[], None]:
        """A call with these arguments, packed once: arrays may change between calls, but neither move nor grow."""
        native, failure = self._native, self._failure
        slots = self._signature.pack(arguments)
        address = ctypes.addressof(slots)

        def call(kept: Any = (self, slots, arguments)) -> None:
            if native(address):
                raise failure

        return call


_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)


@cache
def _mprotect() -> Callable[[int, int, int], int]:
    function = ctypes.CDLL(None, use_errno=True).mprotect
    function.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    return function


def _outside(name: str) -> int:
    """The address of a function of the C library."""
    for library in None, "libm.so.6":
        found = getattr(ctypes.CDLL(library), name, None)
        if found is not None:
            return ctypes.cast(found, ctypes.c_void_p).value or 0
    raise Refused(f"the C library has no {name}")
