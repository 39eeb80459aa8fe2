"""Compiling in a process beside this one."""

import subprocess
import sys
from collections.abc import Sequence

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from . import compile_process, cpu, files
from .architecture import NotSelfContained
from .image import Image
from .unit import name_of


class CompileJob:
    """A process that compiles units of a game; `wait` for what it makes."""

    def __init__(self, kind: Kind, typecode: str, units: Sequence[str]) -> None:
        self._kind, self._typecode, self._units = kind, typecode, units
        command = [sys.executable, "-m", compile_process.__name__, kind.id, typecode, *units]
        # In a group of its own: Ctrl-C at a terminal is for the program that waits, and may only make a computer move.
        # And without its standard error: a pipe or a terminal would stay open until the compiler has ended
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )

    def stop(self) -> None:
        self._process.kill()

    def wait(self) -> Image:
        """The image. NotSelfContained if numba's own functions must do, LudariumError if nothing does."""
        with self._process as process:
            assert process.stdout
            answer = process.stdout.read()
        return _image(self._kind, self._typecode, self._units, answer)


def compile_beside(kind: Kind, typecode: str, units: Sequence[str]) -> Image:
    """An image with these units, made in a process beside this one."""
    return CompileJob(kind, typecode, units).wait()


def _image(kind: Kind, typecode: str, units: Sequence[str], answer: bytes) -> Image:
    sort, content = answer[0] if answer else compile_process.ERROR, answer[1:]
    if sort == compile_process.NEEDS_NUMBA:
        raise NotSelfContained(content.decode())
    image = None
    if sort == compile_process.IMAGE:
        image = Image.from_bytes(content, files.key_of(kind, typecode, name_of(units), cpu.levels()[0]))
    if image is None:
        reason = content.decode(errors="replace").strip() or "the compiler has ended before it was done"
        raise LudariumError(f"{kind.id} cannot be compiled: {reason}")
    return image
