"""What docs/deployment.md shows is run, and the files in deploy/ are read as those read them who will use them."""

import configparser
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from .support.postgres import PROGRAMS, Cluster

ROOT = Path(__file__).parents[1]
DEPLOY, PAGE = ROOT / "deploy", (ROOT / "docs" / "deployment.md").read_text("utf-8")
LUDARIUM = [sys.executable, "-m", "ludarium"]
REGISTER = """
import asyncio, sys
from ludarium.store.store import Store

async def register() -> None:
    async with Store.open() as store:
        print((await store.people.register(None, sys.argv[1], "correct horse")).person.name)

asyncio.run(register())
"""
INSTRUCTIONS = {"ARG", "FROM", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


def blocks() -> list[list[str]]:
    """The commands of the page, block by block."""
    found = re.findall(r"```console\n(.*?)```", PAGE, re.S)
    return [[line.removeprefix("$ ") for line in block.splitlines()] for block in found]


class Machine:
    """A machine on which commands are given: in a folder of its own, with a database and, where asked, a server."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self._folder, self._cluster = folder, cluster
        at = {"PGHOST": "127.0.0.1", "PGPORT": str(cluster.port), "PGUSER": "postgres"}
        self._env = os.environ | at | {"LUDARIUM_HOME": str(folder)}

    def give(self, command: str) -> None:
        program, *words = shlex.split(command)
        if program == "createdb":
            assert PROGRAMS
            self._run([str(PROGRAMS / program), *words])
        elif "serve" in words:
            self.serve([*LUDARIUM, *words])
        else:
            assert program == "ludarium"
            if "reset-password" in words:
                self._register(words[words.index("reset-password") + 1])
            self._run([*LUDARIUM, *words])

    def _register(self, name: str) -> None:
        """Make the account that a command names."""
        self._run([sys.executable, "-c", REGISTER, name])

    def serve(self, command: list[str], meanwhile: Callable[[str], object] = lambda where: None) -> None:
        """A server at another port, since many tests may run at once; it tells where it is, and ends when told to.

        It compiles nothing beside, so that other tests have the processor.
        """
        command = [word for i, word in enumerate(command) if "--port" not in command[max(0, i - 1) : i + 1]]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        words = [*command, "--port", "0", "--no-compile"]
        with subprocess.Popen(words, cwd=self._folder, env=self._env, text=True, **pipes) as server:  # type: ignore[call-overload]
            try:
                line = server.stdout.readline()
                assert line.startswith("Ludarium is at http://"), server.stderr.read()
                meanwhile(line.split()[3])
            finally:
                server.send_signal(signal.SIGTERM)
            assert server.wait() == 0 and "Traceback" not in server.stderr.read()

    def ask(self, commands: list[str]) -> None:
        """Questions to a server."""

        def ask(where: str) -> None:
            for command in commands:
                program, url = shlex.split(command)
                self._run([program, "--silent", "--fail", url.replace("http://127.0.0.1:8190/", where)])

        self.serve([*LUDARIUM, "serve", "--no-browser"], ask)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, cwd=self._folder, env=self._env, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout or "createdb" in command[0]


@pytest.mark.parametrize("commands", blocks(), ids=lambda commands: commands[0])
def test_every_command_of_the_page(commands: list[str], tmp_path: Path, cluster: Cluster) -> None:
    machine = Machine(tmp_path, cluster)
    if commands[0].startswith("curl "):
        machine.ask(commands)
        return
    for command in commands:
        machine.give(command)


def test_the_other_commands_name_files_that_are_there() -> None:
    named = re.findall(r"deploy/[\w.]+", PAGE)
    assert named and all((ROOT / word).is_file() for word in named), named


def test_every_variable_of_the_house_is_told_of() -> None:
    sources = "".join(file.read_text("utf-8") for folder in ("web", "store") for file in source_files(folder))
    variables = {*re.findall(r'"(LUDARIUM_[A-Z_]+)"', sources)}
    assert variables and not {name for name in variables if name not in PAGE}


def source_files(folder: str) -> list[Path]:
    return sorted((ROOT / "src" / "ludarium" / folder).rglob("*.py"))


def test_every_number_is_told_of() -> None:
    text = next(file.read_text("utf-8") for file in source_files("web") if file.name == "metrics.py")
    found = re.findall(r'_(counter|gauge|histogram)\("(\w+)"', text)
    numbers = {f"`{name}{'_total' if sort == 'counter' else ''}`" for sort, name in found}
    assert numbers and not {name for name in numbers if name not in PAGE}


# The unit


def test_the_unit_is_one() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((DEPLOY / "ludarium.service").read_text("utf-8"))
    assert unit.sections() == ["Unit", "Service", "Install"]
    program, *words = unit["Service"]["ExecStart"].split()
    assert program == "/opt/ludarium/bin/ludarium" and words.pop() == "$LUDARIUM_OPTIONS"
    assert is_understood(words)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd on this machine")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    # It has to be somewhere, which it is in another place here
    text = (DEPLOY / "ludarium.service").read_text("utf-8").replace("/opt/ludarium/bin/ludarium", f'"{sys.executable}"')
    file = tmp_path / "ludarium.service"
    file.write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def is_understood(words: list[str]) -> bool:
    """Whether the command line knows all these options."""
    done = subprocess.run([*LUDARIUM, *words, "--help"], capture_output=True, text=True)
    known = {*re.findall(r"--[\w-]+", done.stdout)}
    return done.returncode == 0 and {word for word in words if word.startswith("--")} <= known


# The container


def test_the_container_file() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    assert {name for name, _ in lines} <= INSTRUCTIONS
    # One image, which can be named by its digest, is the base of every stage
    assert lines[0] == ["ARG", "PYTHON_IMAGE=docker.io/library/python:3.11-slim"]
    assert {words.partition(" AS ")[0] for name, words in lines if name == "FROM"} == {"${PYTHON_IMAGE}"}
    # Nothing is downloaded whose hash is not known
    for _, words in (line for line in lines if line[0] == "RUN"):
        for command in (part for part in words.split(" && ") if part.startswith("pip ")):
            assert "--require-hashes" in command or "--no-index" in command, command
    for _, words in (line for line in lines if line[0] == "COPY" and not line[1].startswith("--from=")):
        for source in words.split()[:-1]:
            assert (ROOT / source).exists(), source
    # What hatchling calls when it builds the wheel
    hooks = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert ["COPY", f"{hooks['hooks']['custom']['path']} /ludarium/tools/"] in lines
    told = dict(lines)
    assert json.loads(told["ENTRYPOINT"]) == ["ludarium"] and told["USER"] == "ludarium"
    assert is_understood(json.loads(told["CMD"]))
    assert json.loads(told["HEALTHCHECK"].removeprefix("CMD "))[0] == "python"


def test_the_compose_file() -> None:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    house = found["services"]["ludarium"]
    assert (DEPLOY / house["build"]["context"] / house["build"]["dockerfile"]).is_file()
    assert house["build"]["args"] == {"PYTHON_IMAGE": "${PYTHON_IMAGE:-docker.io/library/python:3.11-slim}"}
    assert found["services"]["database"]["image"] == "${POSTGRES_IMAGE:-docker.io/library/postgres:17}"
    assert is_understood(house["command"]) and {*house["depends_on"]} <= {*found["services"]}
    assert all(volume.partition(":")[0] in found["volumes"] for volume in found["services"]["database"]["volumes"])
    # No password stands in the file
    assert "PASSWORD:?" in house["environment"]["LUDARIUM_DATABASE"]
