"""Messages quote what a user wrote, cut where it is long, with both quotes."""

import re
from pathlib import Path

import pytest

from ludarium.contract.quotation import quoted

HOUSE = Path(__file__).parents[2] / "src" / "ludarium"


@pytest.mark.parametrize(
    "value, most, text",
    [
        ("b2", 60, "'b2'"),
        ("", 60, "''"),
        ("it's", 4, '"it\'s"'),
        ("abcdef", 6, "'abcdef'"),
        ("abcdefg", 6, "'abcdef...'"),
        ("\x00\x00\x00", 8, r"'\x00\x00...'"),
        ("x" * 10_000_000, 3, "'xxx...'"),
        (12345, 3, "123..."),
        (None, 4, "None"),
    ],
)
def test_a_quoted_value_keeps_both_quotes(value: object, most: int, text: str) -> None:
    assert quoted(value, most) == text


def test_no_message_cuts_the_closing_quote() -> None:
    assert [str(file) for file in HOUSE.rglob("*.py") if re.search(r"!r:\.\d", file.read_text(encoding="utf-8"))] == []
