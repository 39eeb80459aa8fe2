"""Names that look alike: mixed scripts are refused, and names with the same skeleton count as too similar."""

import unicodedata

from ..errors import StoreError

# Scripts that are written together, besides one alone; Latin letters are usual among them
EAST_ASIAN = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
NEUTRAL = "COMBINING", "MODIFIER", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"  # first words of letters of several scripts

# Letters that look like Latin ones: the code of each, and the Latin letter. Capital and small letters differ: U+041D
# looks like an H, and its small letter does not look like an h
CYRILLIC = (
    "0410a 0412b 0415e 0405s 0408j 041ak 041cm 041dh 0420p 0421c 0422t 0423y 0425x 04173 0430a 0435e 0455s "
    "0456i 0458j 0440p 0441c 0443y 0445x 04bbh 0501d 051bq 051dw "
)
GREEK = (
    "0391a 0392b 0395e 0396z 0397h 039ak 039cm 039dn 03a1p 03a4t 03a5y 03a7x 03b1a 03b9i 03bak 03bdv 03c1p 03c5u 03c7x "
)
LIKE_ONE = "Il1|\u0399\u0406\u04c0"
LIKE_ZERO = "Oo0\u041e\u043e\u039f\u03bf"
LOOKS_LIKE = str.maketrans(
    {chr(int(pair[:4], 16)): pair[4:] for pair in (CYRILLIC + GREEK).split()}
    | dict.fromkeys(LIKE_ONE, "1")
    | dict.fromkeys(LIKE_ZERO, "0")
)


def check_scripts(name: str) -> None:
    """Refuse a name with letters of several scripts: a Cyrillic letter among Latin ones may look like a Latin one."""
    found = scripts(name)
    if len(found) > 1 and not any(found <= together for together in EAST_ASIAN):
        listed = " and ".join(sorted(script.capitalize() for script in found))
        raise StoreError(f"a name has letters of one script; this one mixes {listed}")


def scripts(name: str) -> frozenset[str]:
    """The scripts of a name's letters. Digits, signs and accents belong to none."""
    letters = (letter for letter in unicodedata.normalize("NFKC", name) if unicodedata.category(letter)[0] == "L")
    found = (unicodedata.name(letter, "UNKNOWN").split()[0] for letter in letters)
    return frozenset(script for script in found if script not in NEUTRAL)


def skeleton(name: str) -> str:
    """Equal for names that are easily mistaken for each other: Ada1, Adal and AdaI; Bob and B0b; Latin and Cyrillic.

    Capital and small letters are told apart before they are folded: an I looks like an l, an i does not.
    """
    text = unicodedata.normalize("NFKC", name).translate(LOOKS_LIKE)
    return " ".join(text.casefold().split())
