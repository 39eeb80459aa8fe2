"""A process that an opponent runs in, with pipes for lines of text."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue

LEAVING = 1.0  # seconds to wait after `quit`
LONGEST_LINE = 1 << 16
UNREAD = 10_000  # lines that are queued; a process that writes more has to wait


class Hung(Exception):
    """The process did not answer in time."""


class Gone(Exception):
    """The process has ended, or its pipes have."""


class Talk:
    """A process with pipes for lines of text."""

    def __init__(self, words: list[str]) -> None:
        # In a session of its own: Ctrl-C does not reach it, and all processes it starts can be ended with it
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,
        )
        self._heard: Queue[str] = Queue(UNREAD)
        self._ears = threading.Thread(target=self._listen, daemon=True)
        self._ears.start()

    def _listen(self) -> None:
        """Queue lines until the output ends; an empty line marks the end."""
        assert self._process.stdout
        with suppress(ValueError, OSError):
            while line := self._process.stdout.readline(LONGEST_LINE):
                self._heard.put(line.strip() or " ")
        self._heard.put("")

    def send(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError:
            raise Gone from None

    def lines(self, seconds: float) -> Iterator[str]:
        """The lines that the process writes within some seconds."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._heard.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                raise Hung from None
            if not line:
                raise Gone
            yield line

    def wait(self, word: str, seconds: float) -> str:
        """Wait for the first line that begins with a word."""
        return next(line for line in self.lines(seconds) if line.split()[:1] == [word])

    def close(self) -> None:
        """Ask the process to quit, and kill it if it does not."""
        with suppress(Gone):
            self.send("quit")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVING)
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdin and self._process.stdout
        with suppress(OSError):
            self._process.stdin.close()
        # A pipe cannot be closed while a thread reads it: wait for the reader to see the end
        while not self._heard.empty():
            self._heard.get()
        self._ears.join(LEAVING)
        if not self._ears.is_alive():
            self._process.stdout.close()
