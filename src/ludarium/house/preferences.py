"""The preferences of a user: known ones with checked values, a few hundred bytes each."""

from ..contract.errors import BadOption
from ..contract.quotation import quoted
from ..play.levels import LEVELS
from ..protocol.limits import LONGEST_SCORE_NAME

LAST = "last"  # the usual opponent is the one of the last game
# Their names and values; `web/client/core/preferences.js` shows them
CHOICES: dict[str, tuple[str, ...]] = {
    "page-theme": ("auto", "light", "dark", "contrast"),
    "speed": ("slow", "normal", "fast", "off"),
    "sounds": ("on", "off"),
    "keys": ("on", "off"),
    "pass": ("on", "off"),
    "level": (LAST, *(str(level.number) for level in LEVELS)),
}
NAME = "name"  # for the tables of high scores
PREFERENCES = (*CHOICES, NAME)


def check_preference(name: str, value: object) -> None:
    """Refuse a preference that no page has, and a value that it cannot have."""
    if name not in PREFERENCES:
        raise BadOption(f"there is no preference {quoted(name, 40)}; there are {', '.join(PREFERENCES)}")
    if name == NAME:
        if not isinstance(value, str) or len(value) > LONGEST_SCORE_NAME or not value.isprintable():
            raise BadOption(f"the preference name has at most {LONGEST_SCORE_NAME} printable characters")
    elif value not in CHOICES[name]:
        raise BadOption(f"the preference {name} is {', '.join(CHOICES[name])}, not {quoted(value, 40)}")


def is_valid(name: str, value: object) -> bool:
    """Whether a stored value can be shown; a row of an earlier version may hold anything."""
    try:
        check_preference(name, value)
    except BadOption:
        return False
    return True
