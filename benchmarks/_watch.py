"""Watches one process: python -I -S _watch.py pipes|terminal [SEND AWAITED]... -- COMMAND...

It sends the process a text and waits until an answer has come with the awaited words in it, again and again. Where no
words are awaited it ends the input and waits for the end of the process. After each it prints the seconds of the clock
and of the processor since the start, and the most memory in bytes; at last all that was heard.

It imports little: a process is said to have used at least as much memory as the one that has started it.
"""

import os
import select
import signal
import sys
import time

PATIENCE = 120.0  # seconds until a process must have answered

SCHEDULED = 2  # the clock of the processor's time, among those of a process


class Process:
    """A process in a session of its own, by which all that it starts can be found."""

    def __init__(self, command: list[str], terminal: bool) -> None:
        if terminal:
            self._ears, far = os.openpty()
            self._mouth = os.dup(self._ears)
            # The first terminal that the leader of a session opens is that of the session
            actions: list[tuple[int, ...]] = [(os.POSIX_SPAWN_OPEN, 0, os.ttyname(far), os.O_RDWR, 0)]  # type: ignore[list-item]
            actions += [(os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]
        else:
            (near_in, self._mouth), (self._ears, far) = os.pipe(), os.pipe()
            actions = [(os.POSIX_SPAWN_DUP2, near_in, 0), (os.POSIX_SPAWN_DUP2, far, 1)]
        self.heard = b""
        self._begun = time.perf_counter()
        self._pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions, setsid=True)
        os.close(far)

    def ask(self, text: bytes, awaited: bytes) -> tuple[float, float, int]:
        """Send a text, and wait for an answer; what it has cost so far."""
        while text:
            text = text[os.write(self._mouth, text) :]
        begin = len(self.heard)
        while awaited not in self.heard[begin:]:
            if not self._listen():
                sys.exit(f"no {awaited!r} in {self.heard!r}")
        spent = time.perf_counter() - self._begun
        return spent, time.clock_gettime(~self._pid << 3 | SCHEDULED), self._most_memory()

    def end(self, text: bytes) -> tuple[float, float, int]:
        """Send the last text, and wait for the end; what all has cost."""
        while text:
            text = text[os.write(self._mouth, text) :]
        os.close(self._mouth)
        while self._listen():
            pass
        _, status, used = os.wait4(self._pid, 0)
        spent = time.perf_counter() - self._begun
        if status:
            sys.exit(f"it ended with {status} after {self.heard!r}")
        return spent, used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss

    def kill(self) -> None:
        """End all processes of the session, those that compile among them."""
        for pid in (int(name) for name in os.listdir("/proc") if name.isdecimal()):  # noqa: PTH208 (as below)
            try:
                if os.getsid(pid) == self._pid:
                    os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def _listen(self) -> bool:
        """Hear what comes next; False if nothing will."""
        if not select.select([self._ears], [], [], PATIENCE)[0]:
            return False
        try:
            heard = os.read(self._ears, 1 << 16)
        except OSError:  # a terminal whose process has ended
            return False
        self.heard += heard
        return bool(heard)

    def _most_memory(self) -> int:
        with open(f"/proc/{self._pid}/status", encoding="ascii") as lines:  # noqa: PTH123 (pathlib takes memory)
            return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def main(how: str, *words: str) -> None:
    steps, command = words[: words.index("--")], words[words.index("--") + 1 :]
    process = Process([*command], how == "terminal")
    try:
        for text, awaited in zip(steps[::2], steps[1::2], strict=True):
            found = process.ask(text.encode(), awaited.encode()) if awaited else process.end(text.encode())
            print(*found)
    finally:
        process.kill()
    print()
    print(process.heard.decode(errors="replace"))


if __name__ == "__main__":
    main(*sys.argv[1:])
