"""What can be chosen about a game before it starts, described so that every user interface can ask for it."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from .errors import BadOption
from .quotation import quoted

TECHNICAL = (1 << 32) - 1  # from here on a limit is one of memory and no rule, and users need not know it


class Option:
    """One option: its name, its default, and what it takes. Values come as Python values or as text."""

    choices: tuple[Any, ...] = ()  # the values, where there are only a few

    def __init__(self, name: str, default: Any, help: str) -> None:
        self.name = name
        self.default = default
        self.help = help
        self.title = name.capitalize()
        self.is_pictured = False
        self._labels: Mapping[Any, str] = {}

    def called(self, title: str = "", labels: Mapping[Any, str] | None = None, is_pictured: bool = False) -> Self:
        """The same option with what people call it and its values, and whether pictures show what its values do.

        Notation, records and the API keep the names of the option and its values.
        """
        self.title = title or self.title
        self._labels = labels or {}
        self.is_pictured = is_pictured
        return self

    @property
    def labels(self) -> dict[str, str]:
        """What people call the values that have names, by their text: all of a few, and those that a game suggests."""
        named = {**{value: self.write(value) for value in self.choices}, **self._labels}
        return {self.write(value): label for value, label in named.items()}

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The lowest and the highest number that the option takes, where it takes numbers."""
        return None

    def check(self, value: Any) -> Any:
        """The value in its proper form, or BadOption."""
        raise NotImplementedError

    def joined(self, before: Any, value: Any) -> Any:
        """What holds when a value is given after another one: the last, unless they add up."""
        return value

    def write(self, value: Any) -> str:
        """The value as text that check() reads back."""
        return str(value)

    def takes(self) -> str:
        """What the option takes, for people."""
        raise NotImplementedError

    def absent(self) -> Any:
        """The value when none is given."""
        return self.default

    def samples(self) -> Sequence[Any]:
        """The values that show what the option does, for tests and measurements."""
        return ()

    def bad(self, value: Any) -> BadOption:
        return BadOption(f"{self.name} takes {self.takes()}, not {quoted(value)}")


def _whole(value: Any) -> int | None:
    """The whole number that a value is or spells."""
    if isinstance(value, str):
        text = value.strip()
        digits = text[1:] if text[:1] == "-" else text
        # int() refuses text of many thousand digits; no option needs more than twenty
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 20 else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


class Whole(Option):
    """A whole number from low to high."""

    def __init__(self, name: str, default: int, low: int, high: int, help: str) -> None:
        super().__init__(name, default, help)
        self.low = low
        self.high = high

    @property
    def bounds(self) -> tuple[int, int]:
        return self.low, self.high

    def check(self, value: Any) -> int:
        number = _whole(value)
        if number is not None and number > self.high >= TECHNICAL:
            raise BadOption(f"{self.name} takes no number above {self.high}, and {quoted(value)} is one")
        if number is None or not self.low <= number <= self.high:
            raise self.bad(value)
        return number

    def takes(self) -> str:
        if self.high < TECHNICAL:
            return f"a whole number from {self.low} to {self.high}"
        return "a whole number" if self.low <= -TECHNICAL else f"a whole number from {self.low} on"


class Seed(Whole):
    """The number that chance is drawn from; a new one every time none is given."""

    def __init__(self, help: str = "where chance is drawn from; the same seed deals the same game") -> None:
        super().__init__("seed", 0, 0, (1 << 62) - 1, help)

    def absent(self) -> int:
        return random.randrange(1 << 31)


class Choice(Option):
    """One of a few words or numbers; the first is the default unless another is named."""

    def __init__(self, name: str, choices: Sequence[Any], help: str, default: Any = None) -> None:
        super().__init__(name, choices[0] if default is None else default, help)
        self.choices = tuple(choices)

    def check(self, value: Any) -> Any:
        for choice in self.choices:
            if not isinstance(value, bool) and (value == choice or str(value).strip().lower() == str(choice)):
                return choice
        raise self.bad(value)

    def samples(self) -> Sequence[Any]:
        return self.choices

    def takes(self) -> str:
        *most, last = map(str, self.choices)
        return f"{', '.join(most)} or {last}"


class Flag(Option):
    """Yes or no."""

    choices = False, True
    yes = "yes", "true", "on", "1"
    no = "no", "false", "off", "0"

    def check(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        word = str(value).strip().lower()
        if word not in self.yes + self.no:
            raise self.bad(value)
        return word in self.yes

    def write(self, value: Any) -> str:
        return "yes" if value else "no"

    def samples(self) -> Sequence[Any]:
        return (False, True)

    def takes(self) -> str:
        return "yes or no"


class Span(Option):
    """A pair of whole numbers, the first not above the second: `5-8` as text."""

    def __init__(self, name: str, default: tuple[int, int], low: int, high: int, help: str) -> None:
        super().__init__(name, default, help)
        self.low = low
        self.high = high

    @property
    def bounds(self) -> tuple[int, int]:
        return self.low, self.high

    def check(self, value: Any) -> tuple[int, int]:
        parts = value.strip(" ()").replace(",", "-").split("-") if isinstance(value, str) else value
        try:
            least, most = (_whole(part) for part in parts)
        except (TypeError, ValueError):
            raise self.bad(value) from None
        if least is None or most is None or not self.low <= least <= most <= self.high:
            raise self.bad(value)
        return least, most

    def write(self, value: Any) -> str:
        return f"{value[0]}-{value[1]}"

    def takes(self) -> str:
        return f"two whole numbers from {self.low} to {self.high}, the smaller first, as in {self.write(self.default)}"


class Text(Option):
    """Text that the game itself reads; `problem` says what is wrong with it, or nothing."""

    def __init__(
        self,
        name: str,
        default: str,
        takes: str,
        problem: Callable[[str], str],
        help: str,
        samples: Sequence[str] = (),
    ) -> None:
        super().__init__(name, default, help)
        self._takes = takes
        self._problem = problem
        self._samples = samples

    def samples(self) -> Sequence[str]:
        return self._samples

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.bad(value)
        problem = self._problem(value)
        if problem:
            raise BadOption(f"{self.name}: {problem}")
        return value

    def takes(self) -> str:
        return self._takes


class Letters(Text):
    """Text in which every letter stands for something of its own: what is given later is added."""

    def joined(self, before: str, value: str) -> str:
        return "".join(dict.fromkeys(before + value))
