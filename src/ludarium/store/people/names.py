"""Names of people: which ones are allowed, and when two count as the same."""

import unicodedata

from ..errors import StoreError
from .look_alikes import check_scripts

LONGEST = 24  # characters
GUEST = "Guest"  # the first word of the names that the server gives to guests
MARKS = 2  # combining marks on one letter, at most

# Characters that Unicode classes as letters, symbols or marks though they are invisible: fillers, joiners, variants
INVISIBLE = frozenset(
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
VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")  # phones add them to every emoji


def clean(name: str) -> str:
    """The name as it is stored: trimmed, with single spaces, and with nothing invisible in it."""
    if len(name) > 4 * LONGEST:
        raise _too_long(len(name))
    text = unicodedata.normalize("NFC", name.translate(VARIATION_SELECTORS))
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in text)
    text = " ".join(filter(None, spaced.split(" ")))
    if not text:
        raise StoreError(f"a name has 1 to {LONGEST} letters; this one is empty")
    if len(text) > LONGEST:
        raise _too_long(len(text))
    if not text.isprintable() or not INVISIBLE.isdisjoint(text):
        raise StoreError("a name has visible characters only; remove the others from this one")
    if _has_loose_marks(text):
        raise StoreError(f"a letter of a name has at most {MARKS} accents, and an accent needs a letter")
    return text


def clean_new(name: str) -> str:
    """The name as it is stored, if a person may choose it today; names from earlier days stay valid."""
    cleaned = clean(name)
    check_scripts(cleaned)
    return cleaned


def fold(name: str) -> str:
    """Equal for names that count as the same: upper and lower case, full and half width."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def login(name: str) -> str:
    """The unique key of an account with this name."""
    folded = fold(name)
    if folded.split(" ")[0] == fold(GUEST):
        raise StoreError(f"names that begin with {GUEST} are for guests; choose another one for an account")
    return folded


def _too_long(count: int) -> StoreError:
    return StoreError(f"a name has 1 to {LONGEST} letters, not {count}")


def _has_loose_marks(text: str) -> bool:
    """Whether a letter has too many combining marks, or a mark has no letter."""
    count = MARKS
    for letter in text:
        if unicodedata.category(letter)[0] == "M":
            count += 1
        else:
            count = MARKS if letter == " " else 0
        if count > MARKS:
            return True
    return False
