"""Positions of boards of squares as text."""

import pytest

from ludarium import BadNotation
from ludarium.contract.squares import read_rows, write_rows

SIDES = "black", "white"


@pytest.mark.parametrize("letters", [".bw", ".bW"])
def test_what_is_written_is_read_again(letters: str) -> None:
    rows = [letters, letters[::-1]]
    assert read_rows(write_rows(rows, "white"), 3, 2, letters, SIDES) == (rows, 1)


def test_capitals_count_only_where_there_are_some() -> None:
    assert read_rows("B.W/... White", 3, 2, ".bw", SIDES) == (["b.w", "..."], 1)
    with pytest.raises(BadNotation, match=r"a board is 2 rows of 3 of the letters \.bW, joined by /"):
        read_rows("b.w/... white", 3, 2, ".bW", SIDES)


@pytest.mark.parametrize("text", ["b.w/... red", "b.w/..", "b.w white", "b.x/... white"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_rows(text, 3, 2, ".bw", SIDES)
