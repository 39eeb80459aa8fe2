"""A party: who sits where, as texts that faces ask for and the store keeps, and the opponents they stand for."""

from collections.abc import Callable, Sequence

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ..levels import LEVELS
from ..opponents.computer import Computer
from ..opponents.registry import Opponent
from .table import HUMAN, VACANT, Table, seat

SHOWN = 10  # players whose seats are chosen one by one; all others are like the one after them
USUAL = 3  # the level of an opponent nobody has chosen


def usual(players: int, level: int = USUAL) -> tuple[str, ...]:
    """A person against computers."""
    return (HUMAN.name, *[f"level {level}"] * min(players - 1, SHOWN))


def awaited(players: int) -> tuple[str, ...]:
    """A person with others from elsewhere; a crowd is computers here, too."""
    return (HUMAN.name, *[VACANT.name] * (min(players, SHOWN) - 1), *usual(players)[SHOWN:])


def choices() -> list[tuple[str, str]]:
    """What can be chosen for a seat: what is shown, and the text that is kept."""
    return [("You, or somebody beside you", HUMAN.name)] + [
        (f"{level.name}, level {level.number}", f"level {level.number}") for level in LEVELS
    ]


def title(who: Opponent) -> str:
    """The name of somebody at the table."""
    if who in (HUMAN, VACANT):
        return "you" if who is HUMAN else "nobody yet"
    return who.level.name if isinstance(who, Computer) else who.name


def read_seats(
    pairs: Sequence[str], kind: Kind, constants: object, others: Callable[[int], Sequence[str]] = usual
) -> tuple[str, ...]:
    """Seats from texts like `blue=level 5`; those that are not named are as usual, or as `others` has them."""
    players = kind.rules.players(constants)
    seats = list(others(players))
    names = [kind.board.player(constants, number) for number in range(min(players, len(seats)))]
    for pair in pairs:
        name, equals, who = pair.partition("=")
        if not equals:
            raise BadOption(f"a seat is given as player=who, not as {pair!r:.60}")
        if name not in names:
            raise BadOption(f"there is no player {name!r:.30}; there are {', '.join(names)}")
        who = f"level {who}" if who.isdecimal() else who
        seat(who, kind).close()
        seats[names.index(name)] = who
    return tuple(seats)


class Party:
    """Those who sit at a table. Players beyond those shown sit down when it is their turn, and are one and the same."""

    def __init__(self, table: Table, texts: Sequence[str]) -> None:
        self.table, self.texts = table, tuple(texts)
        self._crowd: Opponent | None = None
        self._away: dict[int, Opponent] | None = None  # who sits where, while a person moves for everybody
        kind, constants = table.game.kind, table.game.constants
        players = kind.rules.players(constants)
        for number, text in enumerate(self.texts[: min(players, SHOWN)]):
            table.seats[number] = seat(text, kind)
        if players > SHOWN and len(self.texts) > SHOWN:
            self._crowd = seat(self.texts[SHOWN], kind)

    def seat_next(self) -> None:
        """See that whoever's turn it is has a seat."""
        if self._crowd and not self.is_away and self.table.player not in self.table.seats:
            self.table.seats[self.table.player] = self._crowd

    def whose(self, number: int) -> Opponent:
        """Who plays for a player."""
        crowd = self._crowd if number >= SHOWN and not self.is_away else None
        return self.table.seats.get(number) or crowd or HUMAN

    def seated(self, number: int) -> Opponent:
        """Who plays for a player, or will when those who are away come back."""
        seats = self.table.seats if self._away is None else self._away
        return seats.get(number) or (self._crowd if number >= SHOWN else None) or HUMAN

    @property
    def others(self) -> list[int]:
        """The players, of those shown, that no person plays for."""
        players = self.table.game.kind.rules.players(self.table.game.constants)
        return [number for number in range(min(players, SHOWN)) if self.whose(number) is not HUMAN]

    def change(self, number: int, text: str) -> None:
        """Give a seat to somebody else, as a text names them."""
        who, number = seat(text, self.table.game.kind), min(number, SHOWN)
        seats = self.table.seats if self._away is None else self._away
        if number == SHOWN:
            self._crowd = who
            for known in [known for known in seats if known >= SHOWN]:
                del seats[known]
        elif self._away is None:
            self.table.sit(number, who)
        else:
            self._away[number] = who
        before = (*self.texts, *[HUMAN.name] * (number - len(self.texts)))
        self.texts = *before[:number], text, *before[number + 1 :]

    @property
    def has_people(self) -> bool:
        return self.is_away or HUMAN.name in self.texts or not self.texts

    # While a game is set up

    @property
    def is_away(self) -> bool:
        """Whether all seats are a person's for a while."""
        return self._away is not None

    def go_away(self) -> None:
        """Leave all seats to a person."""
        self._away, self.table.seats = self.table.seats, {}

    def come_back(self) -> None:
        """Sit down again where everybody sat."""
        self.table.seats, self._away = self._away or {}, None
