"""The promise that the same source runs compiled: it compiles, and plays as plain Python does."""

import subprocess
import sys
from collections.abc import Iterator

from ...contract.shape import Flaw
from ...engine.compilable import flaws_of_compiling
from . import compiled_process
from .subject import Subject

LONGEST = 300.0  # seconds for compiling and comparing


def source(subject: Subject) -> Iterator[Flaw]:
    """Nothing stands in the source that does not compile."""
    yield from flaws_of_compiling(subject.kind)


def compiled(subject: Subject) -> Iterator[Flaw]:
    """Compiled and plain rules agree. In a process of its own, since compiled code that loops cannot be interrupted."""
    if next(flaws_of_compiling(subject.kind), None):
        return
    command = [sys.executable, "-m", compiled_process.__name__, subject.kind.id]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        said, errors = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        yield Flaw("rules.py", 0, f"compiled rules have not come to an end within {LONGEST:g} seconds")
        return
    finally:
        process.kill()
        process.wait()
    lines = said.splitlines()
    subject.notes += [line.removeprefix(compiled_process.NOTE) for line in lines if line.startswith("note ")]
    for line in lines:
        if line.startswith(compiled_process.WRONG):
            place, _, text = line.removeprefix(compiled_process.WRONG).partition(": ")
            file, _, number = place.partition(", line ")
            yield Flaw(file, int(number) if number.isdigit() else 0, text)
    if process.returncode:
        last = errors.strip().splitlines()
        yield Flaw("rules.py", 0, f"compiled rules have failed: {last[-1] if last else process.returncode}")
