"""`ludarium bot`, as its page in the docs shows it."""

import os
import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ludarium.contract.errors import BadOption
from ludarium.games import kind
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.engine_player import RandomPlayer
from ludarium.remote.bot import Bot
from ludarium.terminal.commands.bot import maker
from ludarium.web.ops.embedded import EmbeddedServer

from ...support.networked import guest, place, program

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
COMMANDS = [line.partition(" # ")[0].strip() for line in re.findall(r"^    (ludarium bot .*)$", PAGE, re.M)]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example, in a file of the folder that one is in."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.S)
    assert found and len([line for line in found[1].splitlines() if line]) <= 5
    (tmp_path / "mybot.py").write_text(found[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@pytest.mark.parametrize("command", [each for each in COMMANDS if "mybot" in each])
def test_the_example_plays(server: EmbeddedServer, written: Path, command: str) -> None:
    ann, said = guest(place(server), "Ann"), list[str]()
    id = ann.new_game(kind="ataxx", seats=["open", "open"], alias="me", listed=True)
    words = shlex.split(command)[1:]
    at = [re.sub("localhost(:8190)?", f"127.0.0.1:{server.port}", word) for word in words]
    other = Bot(
        place(server)._replace(game=id), lambda kind: RandomPlayer(1), said.append, name="Robin", rematch_wait=0
    )
    running = threading.Thread(target=other.run)
    running.start()
    with program(*at) as playing:
        assert playing.hear("ataxx .*: (won|lost|no winner) against Robin, ")
        playing.interrupt()
        assert playing.end() == 0
    running.join()


@pytest.mark.parametrize("command", [each for each in COMMANDS if "mybot" not in each])
def test_others_that_the_page_names(command: str) -> None:
    assert maker(shlex.split(command)[3], Limit(seconds=1.0))(kind("ataxx")).name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nobody", "is no player"),
        ("no_such_module:Player", "cannot be found"),
        ("mybot:Nobody", "cannot be found"),
        ("mybot:random", "has no method choose"),
    ],
)
def test_who_cannot_play_is_told_in_a_sentence(written: Path, text: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        maker(text, Limit(seconds=1.0))


def test_a_wrong_address_is_told_in_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludarium", "bot", "me@127.0.0.1:1", "random"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ},
    )
    assert done.returncode == 2 and done.stderr.startswith("ludarium: no game is hosted at 127.0.0.1:1")
