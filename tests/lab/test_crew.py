"""Crews: tasks are done by processes; those that die are replaced, and all end with the one that began them."""

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium import LudariumError
from ludarium.lab.crew import ProcessCrew

from ..support.patience import PATIENCE


def double(number: int) -> int:
    return 2 * number


def die_once(file: str) -> str:
    """Die the first time, and answer the second time."""
    if not Path(file).exists():
        Path(file).write_text("", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def die(_: int) -> None:
    os._exit(3)


def refuse(number: int) -> None:
    raise LudariumError(f"{number} is refused")


@pytest.mark.parametrize("processes", [1, 3])
def test_every_task_is_done_once(processes: int) -> None:
    assert sorted(ProcessCrew(processes).answers(double, range(5))) == [(i, 2 * i) for i in range(5)]
    assert list(ProcessCrew(processes).answers(double, ())) == []


def test_tasks_are_taken_as_there_is_room() -> None:
    taken = list[int]()

    def endless() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    answers = ProcessCrew(1).answers(double, endless())
    assert [next(answers), next(answers)] == [(0, 0), (1, 2)]
    answers.close()
    assert taken == [0, 1]


def test_the_task_of_a_killed_process_is_done_again(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in "ab"]
    assert sorted(ProcessCrew(2).answers(die_once, files)) == [(file, "done") for file in files]


def test_a_task_that_always_kills_is_given_up() -> None:
    with pytest.raises(LudariumError, match="3 processes died at the same task, the last with status 3"):
        list(ProcessCrew(1).answers(die, [1]))


def test_an_error_is_raised_where_answers_are_read() -> None:
    with pytest.raises(LudariumError, match="7 is refused"):
        list(ProcessCrew(1).answers(refuse, [7]))


SLOW = """
import os, sys, time
sys.path.insert(0, {folder!r})
import slow_task
from ludarium.lab.crew import ProcessCrew
if __name__ == "__main__":
    list(ProcessCrew(1).answers(slow_task.sleep, [{file!r}]))
"""


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_the_one_that_began_them(tmp_path: Path, signal_number: int) -> None:
    (tmp_path / "slow_task.py").write_text(
        "import os, pathlib, time\n\n"
        "def sleep(file):\n"
        "    pathlib.Path(file + '.part').write_text(str(os.getpid()))\n"
        "    os.rename(file + '.part', file)\n"
        "    time.sleep(1000)\n"
    )
    program, file = tmp_path / "begin.py", tmp_path / "pid"
    program.write_text(SLOW.format(folder=str(tmp_path), file=str(file)))
    with subprocess.Popen([sys.executable, str(program)], stderr=subprocess.DEVNULL) as parent:
        until = time.monotonic() + PATIENCE
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.01)
        child = int(file.read_text())
        parent.send_signal(signal_number)
        parent.wait(PATIENCE)
    while Path(f"/proc/{child}").exists() and time.monotonic() < until:
        time.sleep(0.01)
    assert not Path(f"/proc/{child}").exists()
