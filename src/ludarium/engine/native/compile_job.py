"""Compiling in a process beside this one."""

import subprocess
import sys
from collections.abc import Sequence

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from . import compile_process, cpu, files
from .elf import NotSelfContained
from .image import Image
from .unit import ALL


def compile_beside(kind: Kind, typecode: str, units: Sequence[str]) -> Image:
    """An image with these units. NotSelfContained if numba's own functions must do, LudariumError if nothing does."""
    command = [sys.executable, "-m", compile_process.__name__, kind.id, typecode, *units]
    # Its input stays open as long as this process lives
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        answer = process.stdout.read()
    sort, content = answer[0] if answer else compile_process.ERROR, answer[1:]
    if sort == compile_process.NEEDS_NUMBA:
        raise NotSelfContained(content.decode())
    image = None
    if sort == compile_process.IMAGE:
        unit = units[0] if len(units) == 1 else ALL
        image = Image.from_bytes(content, files.key_of(kind, typecode, unit, cpu.levels()[0]))
    if image is None:
        reason = content.decode(errors="replace").strip() or "the compiler has ended before it was done"
        raise LudariumError(f"{kind.id} cannot be compiled: {reason}")
    return image
