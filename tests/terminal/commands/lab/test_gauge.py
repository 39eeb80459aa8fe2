"""`ludarium lab gauge` as a person uses it."""

from pathlib import Path

import pytest

from ludarium.engine.net.net import encode_net
from ludarium.games import kind

from ....support.lab_commands import refusal, run_lab
from ....support.nets import random_net


def test_a_net_plays_against_the_hand_made_evaluation(tmp_path: Path) -> None:
    ataxx, net, results = kind("ataxx"), tmp_path / "a.net", tmp_path / "games.txt"
    net.write_bytes(encode_net(random_net(ataxx, ataxx.make(ataxx.choose({})), 4, 1)))
    words = "ataxx", "--net", str(net), "--nodes", "4", "--results", str(results), "--processes", "2", "--sprt", ""
    code, out, err = run_lab("gauge", *words, "--games", "4")
    assert (code, err) == (0, "")
    title, tally = out.splitlines()
    assert title.startswith("ataxx {") and " against hand, nodes 4, openings 4, seed 0" in title
    assert tally.startswith("A won ") and ", Elo " in tally and len(results.read_text().splitlines()) == 3
    # Asked for more games, it plays only those that are missing
    lines = results.read_text().splitlines()
    assert run_lab("gauge", *words, "--games", "6")[0] == 0
    assert results.read_text().splitlines()[:3] == lines and len(results.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    "words, said",
    [
        (("ataxx", "--net", "none.net"), "cannot read 'none.net': No such file or directory"),
        (
            ("ataxx", "--net", "hand", "--nodes", "1", "--movetime", "1"),
            "a move is limited by --movetime",
        ),
        (("ataxx", "--net", "hand", "--sprt", "5"), "a test takes two Elo differences, the smaller first"),
        (("gamma", "--net", "hand", "-o", "players=3"), "a gauge is for two players, and gamma has 3 here"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    assert refusal("gauge", *words).startswith(said)
