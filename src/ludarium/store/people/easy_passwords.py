"""Passwords that are too easy to guess: common ones and their variants, patterns, and names."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ..errors import StoreError

HOUSE = "ludarium"
LIST = Path(__file__).with_name("easy_passwords.txt")
DECORATION = 6  # characters around a common word that make no good password of it
LONGEST_UNIT = 4  # characters that a repetitive password repeats
SHORTEST_RUN = 3  # neighbours on a keyboard or in the alphabet
ROWS = (
    *("01234567890", "abcdefghijklmnopqrstuvwxyz"),
    *("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"),
)
RUNS = (*ROWS, *(row[::-1] for row in ROWS))
LONGEST_RUN = max(map(len, RUNS))
LOOK_ALIKES = str.maketrans("@4301!$5+7", "aaeoiisstt")  # as people write words with signs
YEAR = r"(19|20)\d\d"


def check(password: str, name: str) -> None:
    """Refuse a password that is guessed early; `name` is the account's."""
    text = _folded(password)
    if text in (_folded(name), HOUSE) or _is_common(text, _folded(name)) or _is_pattern(text):
        raise StoreError(
            "this password is too easy to guess: it is common, a pattern, or a name; choose another one, such as "
            "several words"
        )


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


@cache
def common() -> frozenset[str]:
    """The common passwords, folded."""
    lines = LIST.read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _is_common(text: str, name: str) -> bool:
    """Whether this is a common password or a name, with a few digits and signs around it at most."""
    cores = [core for core in _cores(text) if core]
    cores += [core.translate(LOOK_ALIKES) for core in cores]
    return any(core in common() or core in (name, HOUSE) for core in cores)


def _cores(text: str) -> Iterator[str]:
    """What is left of a text without some of the digits and signs around it."""
    before = len(text) - len(re.sub(r"^[\W\d_]+", "", text))
    after = len(text) - len(re.sub(r"[\W\d_]+$", "", text))
    for first in range(min(before, DECORATION) + 1):
        for last in range(min(after, DECORATION - first) + 1):
            yield text[first : len(text) - last]


def _is_pattern(text: str) -> bool:
    return _is_repetitive(text) or _is_made_of_runs(text) or _is_date(text)


def _is_repetitive(text: str) -> bool:
    """Whether a few characters are repeated: aaaaaaaa, abcabcabc."""
    units = range(1, min(LONGEST_UNIT, len(text) // 2) + 1)
    return any(all(text[i] == text[i % unit] for i in range(len(text))) for unit in units)


def _is_made_of_runs(text: str) -> bool:
    """Whether it consists of neighbours on a keyboard or in the alphabet: qwer1234, abcdefgh."""
    at = 0
    while at < len(text):
        sizes = range(min(len(text) - at, LONGEST_RUN), 0, -1)
        length = next((size for size in sizes if any(text[at : at + size] in run for run in RUNS)), 0)
        if length < SHORTEST_RUN:
            return False
        at += length
    return True


def _is_date(text: str) -> bool:
    """Whether it is a day with its year: 19840229, 29.02.1984."""
    return re.fullmatch(rf"{YEAR}[-./]?\d\d?[-./]?\d\d?|\d\d?[-./]?\d\d?[-./]?{YEAR}", text) is not None
