"""A server in a process of its own, and the processes that it starts."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = sys.executable, "-m", "ludarium.web.ops.serve", "--no-browser"


@contextmanager
def process(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address."""
    started = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert started.stdout and started.stderr
    try:
        line = started.stdout.readline()
        assert line.startswith("Ludarium is at http://127.0.0.1:"), started.stderr.read()
        yield started, line.split()[3].rstrip("/")
    finally:
        started.kill()
        started.wait()
        started.stdout.close()
        started.stderr.close()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(folder.name))
    return found


def lives(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
