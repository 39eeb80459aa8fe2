"""The time control of a match."""

from msgspec import Struct

from ..contract.errors import BadOption

DAY = 86_400
LONGEST, LONGEST_INCREMENT, MOST_DAYS = DAY, 600, 14  # seconds, seconds, days


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Seconds for the game and an increment for each move, or days for each move."""

    seconds: int = 0
    increment: int = 0
    days: int = 0

    def check(self) -> None:
        """Refuse values out of range."""
        if self.days:
            is_valid = 1 <= self.days <= MOST_DAYS and not self.seconds and not self.increment
        else:
            is_valid = 10 <= self.seconds <= LONGEST and 0 <= self.increment <= LONGEST_INCREMENT
        if not is_valid:
            raise BadOption(
                f"a clock has 10 to {LONGEST} seconds, or 1 to {MOST_DAYS} days a move, "
                f"and 0 to {LONGEST_INCREMENT} seconds more for each move"
            )

    @property
    def initial_ms(self) -> int:
        """The milliseconds that each player has at the start."""
        return 1000 * (self.seconds or self.days * DAY)

    def after_move(self, left: int) -> int:
        """The milliseconds of a player after a move, before which `left` remained."""
        return self.initial_ms if self.days else left + 1000 * self.increment
