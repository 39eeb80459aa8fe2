"""Compiling beside the server: every searcher once and in order, at a low priority, and not after the server's end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ludarium
from ludarium.contract.errors import LudariumError
from ludarium.contract.kind import Kind
from ludarium.engine.native import cpu
from ludarium.engine.native.compile_process import NICENESS
from ludarium.terminal.cli import app
from ludarium.web.ops import precompilation, serve

from ..support.patience import PATIENCE
from ..support.server_process import children, lives

SERVER = """
from ludarium.web.ops import precompilation, serve
precompilation.PAUSE = 0.0
serve.run(port=0, open_browser=False, precompile=True)
"""
needs_images = pytest.mark.skipif(not cpu.levels(), reason="numba itself compiles on this system")


class Jobs:
    """Stands for the processes that compile."""

    def __init__(self, *compiled: str) -> None:
        self.units, self._compiled = list[tuple[str, str]](), compiled

    def __call__(self, kind: Kind, typecode: str, units: list[str]) -> "Jobs":
        self.units.append((kind.id, units[0].rpartition(".")[2]))
        return self

    def find(self, kind: Kind, typecode: str, unit: str) -> bool:
        return kind.id in self._compiled

    def wait(self) -> None:
        raise LudariumError("it cannot be compiled")

    def stop(self) -> None:
        raise AssertionError("nothing runs any more")


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    jobs = Jobs("abatis")
    monkeypatch.setattr(precompilation, "PAUSE", 0.0)
    monkeypatch.setattr(precompilation, "CompileJob", jobs)
    monkeypatch.setattr(precompilation, "find", jobs.find)
    return jobs


@needs_images
def test_every_game_comes_before_the_rarer_searchers_of_one(jobs: Jobs) -> None:
    """What is compiled already is left out, and what cannot be compiled keeps nothing from the others."""
    precompilation.Precompilation(ludarium.games()).run()
    assert jobs.units == [
        ("ataxx", "negamax"),
        ("battle-of-the-beetles", "negamax"),
        ("beetle-battle", "negamax"),
        ("gamma", "negamax"),
        ("beetle-battle", "tablebase"),
        ("gamma", "mcts"),
        ("gamma", "beam"),
    ]


def test_nothing_is_compiled_after_the_end(jobs: Jobs) -> None:
    closed = precompilation.Precompilation(ludarium.games())
    closed.close()
    closed.run()
    assert not jobs.units


@needs_images
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_with_the_server(number: int, tmp_path: Path) -> None:
    environment = os.environ | {"LUDARIUM_CACHE": str(tmp_path)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", SERVER], env=environment, text=True, **pipes) as server:  # type: ignore[call-overload]
        try:
            assert server.stdout.readline().startswith("Ludarium is at http://")
            (compiler,) = wait_for(lambda: children(server.pid))
            wait_for(lambda: os.getpriority(os.PRIO_PROCESS, compiler) == NICENESS)
            assert children(server.pid) == [compiler]
            server.send_signal(number)
            assert server.wait(PATIENCE) == 0 and not server.stderr.read()
            wait_for(lambda: not lives(compiler))
        finally:
            server.kill()
    assert not [*tmp_path.glob("*.code")]


def wait_for(look: Callable[[], Any]) -> Any:
    """What is there as soon as it is."""
    until = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < until
        time.sleep(0.01)
    return found


@pytest.mark.parametrize("wanted", [False, True])
def test_only_those_compile_that_are_told_to(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[str]()
    monkeypatch.setattr(serve, "serve", lambda listening, settings, on_started: on_started())
    monkeypatch.setattr(precompilation.Precompilation, "start", lambda self: told.append("start"))
    monkeypatch.setattr(precompilation.Precompilation, "close", lambda self: told.append("close"))
    serve.run(port=0, open_browser=False, precompile=wanted)
    assert told == (["start", "close"] if wanted else ["close"])


def test_the_command_compiles_unless_told_not_to(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[bool]()
    monkeypatch.setattr(serve, "run", lambda *words, precompile, **more: told.append(precompile))
    for words in (), ("--no-compile",), ("--compile",):
        assert CliRunner().invoke(app, ["serve", *words]).exit_code == 0
    assert told == [True, False, True]
