"""The names of people: what may stand in one, and when two are the same."""

import unicodedata

from ..errors import StoreError

LONGEST = 24  # letters
GUEST = "Guest"  # how the names begin of those who have chosen none
MARKS = 2  # accents and the like that one letter may bear

# What Unicode takes for letters, signs and marks though there is nothing to be seen: fillers, joiners, variants
UNSEEN = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
SHAPES = str.maketrans("", "", "\ufe0e\ufe0f")  # telephones write them after every picture


def clean(name: str) -> str:
    """A name as it is kept, trimmed and with single blanks; everybody sees all of it, in the order it was written."""
    if len(name) > 4 * LONGEST:
        raise _too_long(len(name))
    text = unicodedata.normalize("NFC", name.translate(SHAPES))
    blanks = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in text)
    text = " ".join(filter(None, blanks.split(" ")))
    if not text:
        raise StoreError(f"a name has 1 to {LONGEST} letters, and this one has none")
    if len(text) > LONGEST:
        raise _too_long(len(text))
    if not text.isprintable() or not UNSEEN.isdisjoint(text):
        raise StoreError("a name is made of letters that can be seen, and there is another character in this one")
    if _has_loose_marks(text):
        raise StoreError(f"in a name a letter bears at most {MARKS} marks, and none stands alone")
    return text


def same(name: str) -> str:
    """A text that is equal for names that are taken for the same: small letters or large, wide or narrow."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def login(name: str) -> str:
    """What an account is found by, which no other one may have."""
    found = same(name)
    if found.split(" ")[0] == same(GUEST):
        raise StoreError(f"names that begin with {GUEST} are those of guests; choose another one for an account")
    return found


def _too_long(count: int) -> StoreError:
    return StoreError(f"a name has 1 to {LONGEST} letters, not {count}")


def _has_loose_marks(text: str) -> bool:
    """Whether a letter bears too many marks, or some stand where there is no letter."""
    here = MARKS
    for letter in text:
        if unicodedata.category(letter)[0] == "M":
            here += 1
        else:
            here = MARKS if letter == " " else 0
        if here > MARKS:
            return True
    return False
