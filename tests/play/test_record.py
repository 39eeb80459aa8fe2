"""Records: what they look like, and the line and reason when one cannot be read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium import BadRecord
from ludarium.play.match import events
from ludarium.play.match.match import Match

from ..support.goldens import SAMPLE

ATAXX = """\
game: ataxx
version: 1
blocks: 3gh
rules: seed
moves: 2
result: unfinished

move_number,player,move
1,red,a7-a6
2,blue,a1-b1
"""


def test_the_seeds_sample_game() -> None:
    game = ludarium.load(SAMPLE)
    assert str(game) == "b2 b1 b2\nb3 b1 b1\nb1 b2 b1"
    assert game.outcome() is not None and game.outcome().winner == "blue" and len(game.moves) == 14  # type: ignore[union-attr]
    assert game.record() == SAMPLE
    assert ludarium.load(SAMPLE.replace("\n", "\r\n")).record() == SAMPLE


def test_blanks_that_change_nothing_are_taken() -> None:
    spaced = SAMPLE.replace(",", ", ").replace("\n\n", "\n  \n")
    for text in spaced, SAMPLE + "\n", SAMPLE + " \r\n\n  ":
        assert ludarium.load(text).record() == SAMPLE
    assert ludarium.load(ATAXX.replace(",", " , ") + "\n").record() == ATAXX
    game = ludarium.new("gamma", width=3, height=3)
    game.push("0,2")
    assert ludarium.load(game.record().replace("1,1,", "1, 1, ")) == game
    with pytest.raises(BadRecord, match="the record ends before its moves"):
        ludarium.load(SAMPLE[: SAMPLE.index("move_number")] + "\n\n")


def test_the_houses_format() -> None:
    game = ludarium.new("ataxx", blocks="3gh")
    game.push("a7-a6")
    game.push("a1-b1")
    assert game.record() == ATAXX


def test_a_record_tells_of_help() -> None:
    game = ludarium.new("abatis", seed=7)
    assert "helped" not in game.record() and not ludarium.load(game.record()).helped
    game.helped = True
    assert "\nhelped: yes\nmoves: 0\n" in game.record() and ludarium.load(game.record()).helped
    assert not ludarium.load(game.record().replace("helped: yes", "helped: no")).helped
    with pytest.raises(BadRecord, match="line 8: helped takes yes or no, not 'perhaps'"):
        ludarium.load(game.record().replace("helped: yes", "helped: perhaps"))


ENDED = ("red has given up", "red has run out of time", "red has left")


@pytest.mark.parametrize("kind", ["ataxx", "beetle-battle"])
def test_a_game_that_ended_early_says_who_won_and_why(kind: str) -> None:
    game = ludarium.new(kind)
    game.push(game.legal_moves[0])
    key = "winner" if kind == "beetle-battle" else "result"
    for reason in ENDED:
        game.end("blue", reason)
        assert f"\n{key}: blue\nreason: {reason}\n\nmove_number," in game.record()
        again = ludarium.load(game.record())
        assert again.outcome() == game.outcome() and again.record() == game.record() and not again.legal_moves
        with pytest.raises(ludarium.IllegalMove, match=f"comes too late: the game is over, {reason}"):
            again.push(str(ludarium.new(kind).legal_moves[0]))
        with pytest.raises(BadRecord, match="says 'green', and has a reason why the game ended"):
            ludarium.load(game.record().replace(f"{key}: blue", f"{key}: green"))
        with pytest.raises(BadRecord, match="its moves lead to unfinished"):
            ludarium.load(game.record().replace(f"reason: {reason}\n", ""))
    game.end(None, "both sides agreed on a draw")
    assert f"{key}: draw\nreason: both sides agreed on a draw" in game.record()
    assert ludarium.load(game.record()).outcome() == game.outcome()
    game.pop()
    assert game.outcome() is None and f"{key}: unfinished" in game.record() and "reason" not in game.record()


def test_a_game_of_many_that_one_gives_up_has_no_winner() -> None:
    match = Match(ludarium.new("gamma", players=3), ["human"] * 3)
    match.apply(events.Ended("resigned", 1))
    record = match.game.record()
    assert "result: over\nreason: player 2 has given up" in record
    assert ludarium.load(record).outcome() == match.outcome()


def test_moves_with_commas_are_quoted() -> None:
    game = ludarium.new("gamma", width=3, height=3)
    game.push("0,2")
    assert game.record().endswith('move_number,player,move\n1,1,"0,2"\n')
    assert ludarium.load(game.record()) == game


def test_files_are_read_too(tmp_path: Path) -> None:
    file = tmp_path / "game.csv"
    file.write_bytes(b"\xef\xbb\xbf" + SAMPLE.replace("\n", "\r\n").encode())
    assert ludarium.load(file) == ludarium.load(str(file)) == ludarium.load(SAMPLE)


def change(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the record ends before its moves"),
        ("hello\n", 1, "'hello' is no header line like 'key: value'"),
        ("a: b\n\nmove_number,player,move\n", 1, "this is no record of a game"),
        (change(ATAXX, "game: ataxx", "game: chess"), 1, "there is no game 'chess'"),
        (change(ATAXX, "version: 1", "version: 2"), 2, "version '2' of records is unknown here; 1 is read"),
        (change(ATAXX, "version: 1\n", ""), 1, "version '' of records is unknown"),
        (change(ATAXX, "blocks: 3gh", "blocks: 3!"), 3, "blocks: '!' is no letter"),
        (change(ATAXX, "blocks: 3gh", "size: 3"), 3, "ataxx has no option 'size'"),
        (change(ATAXX, "rules: seed", "blocks: 3gh"), 4, "'blocks' is there a second time"),
        (change(ATAXX, "rules: seed", "position: 7"), 4, "has 1 ranks"),
        (
            change(ATAXX, "result: unfinished", "result: red"),
            6,
            "the record says 'red', and its moves lead to unfinished",
        ),
        (change(ATAXX, "1,red,a7-a6", "1,red,a7-b6"), 9, "a7-b6 is not a legal move for red"),
        (change(ATAXX, "1,red,a7-a6", "1,red,a9"), 9, "'a9' is no move"),
        (change(ATAXX, "1,red,a7-a6", "1,blue,a7-a6"), 9, "it is not 'blue' who moves here but red"),
        (change(ATAXX, "2,blue,a1-b1", "3,blue,a1-b1"), 10, "move '3' stands where move 2 belongs"),
        (change(ATAXX, "2,blue,a1-b1", "2,blue"), 10, "2 values where 3 belong"),
        (change(ATAXX, "2,blue,a1-b1", '2,blue,"a1'), 10, "is no line of CSV"),
        (change(ATAXX, "2,blue,a1-b1\n", ""), 9, "the record has 1 moves and says '2'; it may have been cut off"),
        (ATAXX[:-1], 10, "the last line has no end; the record may have been cut off"),
        (ATAXX[:60], 6, "the last line has no end; the record may have been cut off"),
        (ATAXX[: ATAXX.index("\n\n") + 1], 7, "the record ends before its moves; it may have been cut off"),
        (ATAXX[: ATAXX.index("\n\n") + 2], 8, "the record ends before its moves; it may have been cut off"),
        (change(ATAXX, "move_number,player,move", "player,move"), 8, "the moves must begin with the line move_number,"),
        (change(SAMPLE, "dimension: 3", "dimension: 6"), 1, "size takes 3, 4, 5 or 10, not '6'"),
        (change(SAMPLE, "winner: blue", "winner: red"), 2, "the record says 'red', and its moves lead to blue"),
        (change(SAMPLE, "14,blue,0,1\n", ""), 2, "its moves lead to unfinished; it may have been cut off"),
        (change(SAMPLE, "4,blue,1,2\n5", "4,blue,0,0\n5"), 8, "0,0 is not a legal move for blue"),
        (change(SAMPLE, "4,blue,1,2\n5", "4,blue,3,3\n5"), 8, ""),
        (SAMPLE + "15,red,0,0\n", 19, "0,0 comes too late: the game is over"),
    ],
)
def test_a_bad_record_names_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        ludarium.load(text)
    assert (caught.value.line, str(caught.value)) == (line, f"line {line}: {caught.value.reason}")
    assert reason in caught.value.reason and "\n" not in caught.value.reason


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"cannot read .*No such file"):
        ludarium.load(tmp_path / "none.csv")
    with pytest.raises(BadRecord, match=r"cannot read .*Is a directory"):
        ludarium.load(tmp_path)
    with pytest.raises(BadRecord, match="no file has such a name"):
        ludarium.load("a\0b")
    noise = tmp_path / "noise.csv"
    noise.write_bytes(b"game: ataxx\n\xff\xfe")
    with pytest.raises(BadRecord, match="line 2: this is not text in UTF-8"):
        ludarium.load(noise)


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    text = data.decode("utf-8", "replace") + "\n"
    with pytest.raises(BadRecord):
        ludarium.load(text)


@given(
    st.integers(0, len(SAMPLE) - 1), st.text('0123456789,:\n\rredblu "', max_size=3), st.sampled_from([SAMPLE, ATAXX])
)
def test_damaged_records_are_refused_or_tell_a_whole_game(place: int, patch: str, text: str) -> None:
    damaged = text[:place] + patch + text[place + 1 :]
    try:
        game = ludarium.load(damaged if "\n" in damaged else damaged + "\n")
    except BadRecord:
        return
    assert ludarium.load(game.record()) == game
