"""Python files as opponents, as real processes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium import BadOption
from ludarium.games import kind
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents import python_agent, talk
from ludarium.play.opponents.opponent import Forfeit
from ludarium.play.opponents.registry import parse, seated

FIRST = "def choose(game):\n    print('noise')\n    return game.legal_moves[0]\n"

Maker = Callable[[str], python_agent.PythonAgent]


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    monkeypatch.setattr(talk, "LEAVING", 0.2)
    made: list[python_agent.PythonAgent] = []

    def make(source: str) -> python_agent.PythonAgent:
        file = tmp_path / "my_agent.py"
        file.write_text(source, encoding="utf-8")
        found = parse(f"python:{file}", kind("ataxx"), Limit(seconds=0.5))
        assert isinstance(found, python_agent.PythonAgent)
        made.append(found)
        return found

    yield make
    for each in made:
        each.close()


def test_a_file_takes_a_seat(agent: Maker) -> None:
    player = agent(FIRST + "def begin(game):\n    assert len(game.moves) == 1\n")
    game = ludarium.new("ataxx", blocks="3gh")
    game.push("a7-a6")
    player.begin(game)
    for _ in range(3):
        expected = game.legal_moves[0]
        game.push(player.choose(game))
        assert game.moves[-1] == expected
    assert player.name == "my_agent.py"


def test_a_file_may_answer_with_text_and_begin_without_notice(agent: Maker) -> None:
    assert str(agent("def choose(game):\n    return ' a7-b6 '\n").choose(ludarium.new("ataxx"))) == "a7-b6"


def test_a_file_sees_what_its_player_sees(agent: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hidden from the player to move reaches the process as what stands for nothing known."""
    hidden = kind("ataxx")
    monkeypatch.setattr(type(hidden), "hides", property(lambda self: True))
    monkeypatch.setattr(hidden, "seen", lambda game, s, player: [*s[:5], 77])
    game = ludarium.new("ataxx")
    told = "def choose(game):\n    assert game.row[5] == 77 and not len(game.moves)\n    return 'a7-a6'\n"
    assert str(agent(told).choose(game)) == "a7-a6"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            "def choose(game):\n    return 1 / 0\n",
            "my_agent.py has failed: ZeroDivisionError: division by zero in line 2",
        ),
        ("def choose(game):\n    return 'a1-a7'\n", "my_agent.py made a wrong move: a1-a7 is not a legal move for red"),
        ("def choose(game):\n    return None\n", "my_agent.py has failed: choose.game. has returned nothing"),
        ("import os\ndef choose(game):\n    os._exit(1)\n", "my_agent.py has ended in the middle of the game"),
        ("def choose(game):\n    while True: pass\n", "my_agent.py has not answered in time"),
        ("def choose(game):\n    game.push('a1')\n", "my_agent.py has failed: "),
    ],
)
def test_a_file_that_misbehaves_loses(
    agent: Maker, monkeypatch: pytest.MonkeyPatch, source: str, sentence: str
) -> None:
    if "while True" in source:
        monkeypatch.setattr(python_agent, "OVER_TIME", 0.0)
    player, game = agent(source), ludarium.new("ataxx")
    player.begin(game)
    with pytest.raises(Forfeit, match=sentence) as raised:
        player.choose(game)
    assert "\n" not in str(raised.value)
    player.begin(game)  # and the next game has a new process


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def pick(game):\n    return 'a1'\n", r"my_agent.py cannot play: it has no function choose\(game\)"),
        ("import nowhere_at_all\n", "my_agent.py cannot play: ModuleNotFoundError: .* in line 1"),
        ("def choose(game)\n", "my_agent.py cannot play: SyntaxError"),
        ("import sys\nsys.exit(3)\n", "my_agent.py cannot play: SystemExit: 3 in line 2"),
        ("import os\nos._exit(3)\n", "my_agent.py cannot play: it has ended"),
    ],
)
def test_what_is_no_agent_is_told_in_a_sentence(agent: Maker, source: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        agent(source).begin(ludarium.new("ataxx"))


def test_a_file_that_is_not_there_takes_no_seat() -> None:
    with pytest.raises(BadOption, match=r"there is no file 'nowhere\.py' that could play"):
        seated("python:nowhere.py", kind("ataxx"))
    with pytest.raises(BadOption, match="python:FILE"):
        seated("python", kind("ataxx"))
