"""`ludarium learn`: the introduction of every game by typed moves, the same as on the page."""

import subprocess
import sys

import pytest

import ludarium
from ludarium.games import kind
from ludarium.play.introduction import introduction_of
from ludarium.terminal.text_board import text_board


def learn(id: str, *lines: str) -> tuple[str, str]:
    command = [sys.executable, "-m", "ludarium", "learn", id]
    done = subprocess.run(command, input="\n".join([*lines, ""]), capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


@pytest.mark.parametrize("id", ludarium.games())
def test_an_introduction_is_typed_through(id: str) -> None:
    lines, expected = list[str](), list[str]()
    for number, step in enumerate(introduction_of(kind(id)).steps, 1):
        game = step.game(kind(id))
        written = f"a move is written as in {step.example(game)}."
        expected += [f"{kind(id).title}, step {number} of 3.", text_board(game), step.text, written]
        example = step.example(game)
        if not step.counts(game, game.parse(example)):
            lines.append(example)
            expected.append(step.otherwise)
        lines += ["show", "nonsense!", step.shown(game)]
        expected += [f"Try {step.shown(game)}.", "; type a move, show, next, back or quit", step.after]
    said, wrong = learn(id, *lines)
    assert not wrong and said.endswith(f"ludarium rules {id} has all the rules.\n")
    for part in expected:
        assert part in said
        said = said[said.index(part) + len(part) :]


def test_steps_are_left_out_gone_back_to_and_ended() -> None:
    said, _ = learn("gamma", "back", "next", "next", "back", "quit")
    assert [line[-7:] for line in said.splitlines() if line.startswith("Gamma, step")] == [
        f" {number} of 3."[-7:] for number in (1, 1, 2, 3, 2)
    ]
    assert learn("none")[1].startswith("ludarium: there is no game 'none'")


def test_rows_and_columns_are_named_beside_the_board() -> None:
    named = text_board(ludarium.new("ataxx")).splitlines()
    assert named[0] == "7  r - - - - - b" and named[-1] == "   a b c d e f g"
    lanes = text_board(ludarium.new("abatis", seed=1)).splitlines()
    assert lanes[0].split() == [f"N{lane}" for lane in range(1, 9)] and lanes[-2].split()[0] == "S1"
    assert lanes[3].startswith("W1 ") and lanes[3].endswith(" E1")
    # Of more than nine players columns are wide, and one column alone has a name too
    assert text_board(ludarium.new("gamma", width=1, height=2)).splitlines() == ["1  .", "0  .", "   0"]
