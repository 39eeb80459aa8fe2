"""Engines of others as opponents, as real processes."""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium import BadOption
from ludarium.games.ataxx import uai
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents import talk
from ludarium.play.opponents import uai as client
from ludarium.play.opponents.opponent import Forfeit
from ludarium.play.opponents.uai import UaiEngine

# An engine that can be made to misbehave by a word
FAKE = """
import os, sys, time
how = sys.argv[1]
dialect = "uci" if how == "uci" else "uai"
import ludarium
for line in sys.stdin:
    words = line.split()
    if words[0] == dialect and how != "wordless":
        print(f"noise\\n\\nid name Fake {os.getpid()}")
        if how == "uci":
            print("option name UCI_Variant type combo default chess var ataxx var chess")
        print("option name Threads type spin default 1 min 1 max 8", dialect + "ok", sep="\\n")
    elif words[0] in ("uai", "uci") and how != "wordless":
        print("Unknown command")
    elif words[0] == "isready":
        print("readyok")
    elif words[:2] == ["position", "fen"]:
        fen = " ".join(words[2:])
        if how == "uci":
            assert words[2].strip("Pp*/1234567") == "" and words[3] in "wb", fen
            fen = fen.replace("w", "x").replace("b", "o").replace("p", "o").replace("P", "x").replace("*", "-")
        game = ludarium.new("ataxx", fen, rules="uai")
    elif words[0] == "go" and how == "dead":
        sys.exit(1)
    elif words[0] == "go" and how in ("mute", "deaf"):
        while how == "deaf":
            time.sleep(1)
    elif words[0] == "go":
        origin, _, to = str(game.legal_moves[0]).partition("-")
        near = to and max(abs(ord(a) - ord(b)) for a, b in zip(origin, to)) == 1
        uai, uci = ((to, "P@" + to) if near else (origin + to, origin + to)) if to else ("0000", "e4e4")
        print("info depth 1\\nbestmove", {"cheat": "a1a7", "empty": "", "uci": uci}.get(how, uai), "ponder a1")
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""


Maker = Callable[[str], UaiEngine]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    script = tmp_path / "fake.py"
    script.write_text(FAKE, encoding="utf-8")
    monkeypatch.setattr(talk, "LEAVING", 0.2)
    made: list[UaiEngine] = []

    def make(how: str) -> UaiEngine:
        made.append(UaiEngine(shlex.join([sys.executable, str(script), how]), Limit(seconds=0.01), uai))
        return made[-1]

    yield make
    for engine in made:
        engine.close()
        assert not engine.name.startswith("Fake") or is_gone(engine)


def is_gone(engine: UaiEngine) -> bool:
    try:
        os.kill(int(engine.name.split()[1]), 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("how", ["good", "uci"])
def test_an_engine_takes_a_seat(fake: Maker, how: str) -> None:
    engine = fake(how)
    game = ludarium.new("ataxx", "7/7/7/7/1-1oo2/ooooooo/xxx1xxx x 0 1", rules="uai")
    engine.begin(game)
    assert re.fullmatch(r"Fake \d+", engine.name)
    for _ in range(4):
        game.push(engine.choose(game))
    stuck = ludarium.new("ataxx", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", rules="uai")
    assert str(engine.choose(stuck)) == "-"


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("dead", r"Fake \d+ has ended in the middle of the game"),
        ("mute", r"Fake \d+ does not answer any more"),
        ("deaf", r"Fake \d+ does not answer any more"),
        ("cheat", r"Fake \d+ made a wrong move: a1a7 is not a legal move for red"),
        ("empty", r"Fake \d+ made a wrong move: 'ponder' is no move"),
    ],
)
def test_an_engine_that_misbehaves_loses(fake: Maker, monkeypatch: pytest.MonkeyPatch, how: str, sentence: str) -> None:
    monkeypatch.setattr(client, "OVER_TIME", 0.2)
    engine, game = fake(how), ludarium.new("ataxx", rules="uai")
    engine.begin(game)
    with pytest.raises(Forfeit, match=sentence):
        engine.choose(game)
    assert is_gone(engine)
    engine.begin(game)  # and the next game has a new process
    assert not is_gone(engine)


def test_what_is_no_engine_is_told_in_a_sentence(fake: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "GREETING", 0.2)
    monkeypatch.setattr(client, "HANDSHAKE", 0.2)
    game = ludarium.new("ataxx", rules="uai")
    for engine, sentence in [
        (fake("wordless"), "is no engine that can be used: it does not answer before the game"),
        (UaiEngine("false", Limit(), uai), "'false' is no engine that can be used: it has ended before the game"),
        (
            UaiEngine("/nowhere/at/all -x", Limit(), uai),
            "'/nowhere/at/all' cannot be started: No such file or directory",
        ),
    ]:
        with pytest.raises(BadOption, match=sentence):
            engine.begin(game)
    with pytest.raises(BadOption, match="is no command: No closing quotation"):
        UaiEngine("'engine", Limit(), uai)
