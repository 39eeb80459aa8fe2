"""Who plays in line mode: several people, computers, and Ctrl-C while they think."""

import os
import re
import signal
import threading
from concurrent.futures import Future

import pytest

import ludarium
from ludarium.engine.search.cancel import CancelToken
from ludarium.play.opponents.computer import Computer
from ludarium.play.opponents.opponent import Opponent
from ludarium.shell import computer_thread
from ludarium.shell.session_state import HINT_LEVEL

from ..support.patience import PATIENCE
from ..support.shells import Heard, stand_in

SHARED = "players 3\nwidth 2\nheight 1\nareas 1\nmanual 2\nmanual 3\nstart\n0,0\n1,0\ng 0,0\ng 1,0\ng 0,0\n"


def test_those_who_share_a_win_are_named() -> None:
    said = Heard("gamma").tell(SHARED)
    assert said[-1] == "Players 1 and 2 share the win."


def test_the_commands_of_another_year() -> None:
    said = Heard("ataxx").tell("block b2\nblock b6\nblock a1\ndump\nmanual blue\nhelp\nstart\na7-a6\na1-a2\nundo\n")
    assert said[2:4] == ["> block a1", "! line 3: a1 cannot be blocked: no block stands on a piece"]
    assert said[7] == "  - X - - - X -" and said[11] == "  - X - - - X -"
    assert "Ataxx: you play red and blue." in said
    assert said[-5:] == ["> start", "> a7-a6", "> a1-a2", "> undo", "1 move taken back."]
    said = Heard("ataxx").tell("auto red\nmanual blue\nauto green\nstart\nmanual red\nclear\nhelp\n")
    assert said[3].startswith("! line 3: there is no player 'green'") and said[5].startswith("Red moves ")
    assert said[7] == "! line 5: manual with a player comes before the game; clear leaves this one"
    assert "Ataxx: you play blue, the computer red at level 3." in said
    said = Heard("ataxx").tell("auto red\nauto blue\nseed 1\nstart\n")
    assert said[-1] in ("Red wins.", "Blue wins.", "Draw.")


def test_with_many_players_one_seat_is_yours() -> None:
    said = Heard("gamma").tell("players 3\nwidth 3\nheight 2\ncolor 3\nplayers 2\ncolor 2\nseed 1\nstart\n0,1\n")
    assert said[5:6] == ["! line 5: there would be no 3 to play; choose another color first"]
    assert [line.split()[0] for line in said if " moves " in line] == ["1", "3", "1"]


@pytest.mark.parametrize(("id", "options"), [("ataxx", ""), ("beetle-battle", "size 3\n")])
def test_the_computer_plays_the_same_game_again(id: str, options: str) -> None:
    script = f"{options}level 1\nauto\nseed {{}}\nstart\n"
    first, again, other = (Heard(id, computer=Computer).tell(script.format(seed)) for seed in (5, 5, 6))
    assert first == again and first[5:] != other[5:] and first[-1] in ("Red wins.", "Blue wins.", "Draw.")


def test_hints_are_good_moves() -> None:
    said = Heard("ataxx", computer=Computer).tell("color red\nlevel 1\nseed 1\nstart\nhint\n")
    assert re.fullmatch(r"Try (a7|g1)-[a-g][1-7]\.", said[-1])


def test_hints_are_without_mistakes() -> None:
    """A computer that moves makes those of its level."""
    made = dict[int, Opponent]()

    def computer(level: int, seed: int | None) -> Opponent:
        made[level] = stand_in(level, seed)
        return made[level]

    Heard("ataxx", computer=computer).tell("level 3\nstart\nhint\n")
    assert not made[HINT_LEVEL].errs and made[3].errs


class Slow(Opponent):
    """Thinks until it is told to stop, and sees to it that it is."""

    def __init__(self, presses: int) -> None:
        self.presses = presses

    def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
        assert cancel
        heard = threading.Event()
        with cancel.on_cancel(heard.set):
            for _ in range(self.presses):
                os.kill(os.getpid(), signal.SIGINT)
                heard.wait(PATIENCE)
        return game.legal_moves[0]


def test_ctrl_c_ends_the_search_early() -> None:
    said = Heard("ataxx", computer=lambda level, seed: Slow(1)).tell("start\na7-b6\nhint\nundo\n")
    assert said[2:] == ["Blue moves a1-b1.", "> hint", "Try g1-f1.", "> undo", "2 moves taken back."]


def test_ctrl_c_ends_a_game_of_computers_alone() -> None:
    said = Heard("abatis", terminal=False, computer=lambda level, seed: Slow(1)).tell("seed 7\nauto 9\nstart\nundo\n")
    assert said[3:] == ["Player moves N3.", "The computer has stopped; you play on.", "> undo", "1 move taken back."]
    said = Heard("ataxx", computer=lambda level, seed: Slow(1)).tell("auto\nstart\ng1-g2\n")
    stopped = ["Red moves g1-f1.", "The computer has stopped; you play on.", "Blue moves a1-b1."]
    assert said[2:] == [*stopped, "> g1-g2", "Blue moves b1-c1."]


def test_ctrl_c_twice_ends_all() -> None:
    with pytest.raises(KeyboardInterrupt):
        Heard("ataxx", computer=lambda level, seed: Slow(2)).tell("start\na7-b6\n")


def test_a_slow_first_search_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    explained = threading.Event()

    class Patient(Heard):
        def _say(self, text: str) -> None:
            super()._say(text)
            if "getting ready" in text:
                explained.set()

    class Waiting(Computer):
        def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
            explained.wait(PATIENCE)
            return super().choose(game, cancel)

    monkeypatch.setattr(computer_thread, "PATIENCE", 0.01)
    monkeypatch.setattr(computer_thread, "get_ready", lambda game: Future())
    heard = Patient("ataxx", terminal=True, computer=lambda level, seed: Waiting(2, seed))
    said = heard.tell("seed 1\nstart\na7-b6\ng1-f1\n")
    sentence = "The computer is getting ready, which takes some seconds once on a machine; Ctrl-C makes it move."
    assert said[4] == sentence and said.count(sentence) == 1 and not heard.shell.computer_thread.busy


def test_nobody_gets_ready_where_no_computer_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = threading.Event()

    class Remote(Opponent):
        def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
            waited.wait(0.2)
            return game.legal_moves[0]

    monkeypatch.setattr(computer_thread, "PATIENCE", 0.01)
    monkeypatch.setattr(computer_thread, "get_ready", lambda game: Future())
    heard = Heard("ataxx", terminal=True, computer=lambda level, seed: Remote())
    assert not any("getting ready" in line for line in heard.tell("start\na7-b6\n"))


def test_a_hint_does_not_wait_for_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    class Waiting(Computer):
        def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
            assert cancel
            over = threading.Event()
            with cancel.on_cancel(over.set):
                assert over.wait(PATIENCE)
            return game.legal_moves[0]

    monkeypatch.setattr(computer_thread, "PATIENCE", 0.01)
    monkeypatch.setattr(computer_thread, "get_ready", lambda game: Future())
    heard = Heard("ataxx", terminal=True, computer=lambda level, seed: Waiting(level, seed))
    assert heard.tell("start\nhint\n")[-1].startswith("Try ")
