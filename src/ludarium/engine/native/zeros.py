"""Large memory for searches, which takes room only as far as it is used."""

import mmap
from array import array
from typing import Any


def zeros(typecode: str, count: int) -> Any:
    """So many numbers, all of them 0. The system gives each page of memory when something is first written there."""
    return memoryview(mmap.mmap(-1, count * array(typecode).itemsize, access=mmap.ACCESS_COPY)).cast(typecode)  # type: ignore[call-overload]
