"""Clocks on the wire: how much time players get."""

from msgspec import Struct

from ..contract.errors import BadOption

DAY = 86_400
LONGEST, LONGEST_INCREMENT, MOST_DAYS = DAY, 600, 14
TERMS = f"a clock has 10 to {LONGEST} seconds, or 1 to {MOST_DAYS} days a move"


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How time is given: so many seconds for the game, more of them for each move, or so many days for each move."""

    seconds: int = 0
    increment: int = 0
    days: int = 0

    def check(self) -> None:
        """Refuse what is no clock."""
        if self.days:
            good = 1 <= self.days <= MOST_DAYS and not self.seconds and not self.increment
        else:
            good = 10 <= self.seconds <= LONGEST and 0 <= self.increment <= LONGEST_INCREMENT
        if not good:
            raise BadOption(f"{TERMS}, and 0 to {LONGEST_INCREMENT} seconds more for each move")

    @property
    def beginning(self) -> int:
        """The milliseconds that everybody begins with."""
        return 1000 * (self.seconds or self.days * DAY)

    def after_move(self, left: int) -> int:
        """The milliseconds that are left to somebody who has moved."""
        return self.beginning if self.days else left + 1000 * self.increment
