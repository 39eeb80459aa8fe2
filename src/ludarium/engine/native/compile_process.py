"""A process that compiles: python -m ludarium.engine.native.compile_process GAME TYPECODE UNIT...

It keeps the image that it has made, and writes it to standard output too, for a caller without a place to keep it. It
goes on when the caller ends: otherwise a user of short commands would never get compiled code.
"""

import contextlib
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...contract.kind import Kind
from ...games import kind as find_kind
from .. import cache
from . import cpu, files
from .architecture import NotSelfContained
from .compile_errors import explain
from .image import Image
from .unit import functions_of, name_of

IMAGE, ERROR, NEEDS_NUMBA = range(3)  # what an answer is, in its first byte
# When garbage is collected: numba makes millions of objects that stay, and to look through them takes 5 % of the time
RARELY = 100_000, 20, 100
NICENESS = 5  # so that it leaves the processor to those who play meanwhile, and is not starved by them


def make(kind: Kind, typecode: str, units: Sequence[str], level: str) -> bytes:
    """The file of an image with these units, from the cache if another process has made it meanwhile."""
    key = files.key_of(kind, typecode, name_of(units), level)
    file = files.cached(key)
    with _alone(file):
        content = cache.read(file)
        image = Image.from_bytes(content, key) if content else None
        if content is None or image is None or not all(map(image.has, units)):
            (made,) = compile_units(kind, typecode, units, [level])
            content = made.to_bytes(key)
            cache.keep(file, content)
    return content


def compile_units(kind: Kind, typecode: str, units: Sequence[str], levels: Sequence[str]) -> list[Image]:
    """An image with these units for each level."""
    from .compiler import CompiledTwins, compile_together

    functions = [function for unit in units for function in functions_of(unit)]
    return compile_together(CompiledTwins(kind), functions, typecode, levels)


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Processes that compile the same wait for each other, where the system can lock a file."""
    try:
        import fcntl

        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_suffix(".lock").open("w")
        fcntl.flock(lock, fcntl.LOCK_EX)
    except (OSError, ImportError):
        yield
        return
    with lock:
        yield
        file.with_suffix(".lock").unlink(missing_ok=True)


def main(id: str, typecode: str, *units: str) -> None:
    answers = os.dup(1)
    os.dup2(2, 1)  # prints of a game must not get among the images
    os.nice(NICENESS)
    gc.set_threshold(*RARELY)
    sort, content = _answer(find_kind(id), typecode, units)
    with contextlib.suppress(BrokenPipeError), os.fdopen(answers, "wb") as out:
        out.write(bytes([sort]) + content)


def _keep_with_numba(kind: Kind, typecode: str, units: Sequence[str]) -> bytes:
    """Let numba itself keep the code, which other processes then find; why that is."""
    from .in_process import numba_functions

    for unit in units:
        numba_functions(kind, typecode, unit)
    return b"images cannot be run on this system"


def _answer(kind: Kind, typecode: str, units: Sequence[str]) -> tuple[int, bytes]:
    try:
        if not cpu.levels():
            return NEEDS_NUMBA, _keep_with_numba(kind, typecode, units)
        return IMAGE, make(kind, typecode, units, cpu.levels()[0])
    except NotSelfContained as error:
        return NEEDS_NUMBA, str(error).encode()
    except Exception as error:
        return ERROR, explain(kind, error).encode()


if __name__ == "__main__":
    main(*sys.argv[1:])
