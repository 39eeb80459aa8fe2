"""Seats: who plays for which player, as texts that users choose and the store keeps, and the opponents they name."""

from collections.abc import Callable, Mapping, Sequence

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.quotation import quoted
from ..levels import DEFAULT_LEVEL, LEVELS
from ..opponents.opponent import HUMAN, VACANT, Opponent
from ..opponents.registry import check_seat, seat_text, seated

SHOWN = 10  # players with a seat of their own; all others share the seat after them
RANDOM = "random"
LEVEL_SEATS = tuple(f"level {level.number}" for level in LEVELS)


def default_seats(players: int, level: int = DEFAULT_LEVEL) -> tuple[str, ...]:
    """A person against computers."""
    return (HUMAN.name, *[f"level {level}"] * min(players - 1, SHOWN))


def seats_against(who: str) -> Callable[[int], tuple[str, ...]]:
    """A person against this opponent in all other seats; alone it plays itself, and a person watches."""
    text = seat_text(who)

    def seats(players: int) -> tuple[str, ...]:
        return (HUMAN.name, *[text] * min(players - 1, SHOWN)) if players > 1 else (text,)

    return seats


def people_seats(players: int) -> tuple[str, ...]:
    """People at one device."""
    return (HUMAN.name,) * len(default_seats(players))


def hosted_seats(players: int) -> tuple[str, ...]:
    """A person with remote players; players beyond those shown are computers here too."""
    return (HUMAN.name, *[VACANT.name] * (min(players, SHOWN) - 1), *default_seats(players)[SHOWN:])


def seat_choices() -> list[tuple[str, str]]:
    """What users can choose for a seat: the label and the text that is kept."""
    characters = [f"{level.name}, level {level.number}" for level in LEVELS]
    return [("You, or a person beside you", HUMAN.name), *zip(characters, LEVEL_SEATS, strict=True)]


def read_seats(
    pairs: Sequence[str], kind: Kind, constants: object, others: Callable[[int], Sequence[str]] = default_seats
) -> tuple[str, ...]:
    """Seats from texts like `blue=level 5`; `others` fills the seats that are not named."""
    players = kind.rules.players(constants)
    seats = list(others(players))
    names = [kind.board.player(constants, number) for number in range(min(players, len(seats)))]
    for pair in pairs:
        name, equals, who = pair.partition("=")
        if not equals:
            raise BadOption(f"a seat is given as player=who, not as {quoted(pair)}")
        if name not in names:
            raise BadOption(f"there is no player {quoted(name, 30)}; there are {', '.join(names)}")
        who = seat_text(who)
        check_seat(who, kind)
        seats[names.index(name)] = who
    return tuple(seats)


def check_text(text: str) -> str:
    """The text of a seat that a remote user may fill. Such a text must never name a program to start."""
    if text in (HUMAN.name, VACANT.name, RANDOM, *LEVEL_SEATS):
        return text
    raise BadOption(f"{quoted(text, 40)} cannot take a seat; human, open, level 1 to {LEVEL_SEATS[-1]} and random can")


def fill(texts: Sequence[str], players: int) -> tuple[str, ...]:
    """A checked text for every seat; those that are not named are the default."""
    expected = default_seats(players)
    if len(texts) > len(expected):
        raise BadOption(f"there are {len(texts)} seats for {players} players; {len(expected)} can be named")
    return (*map(check_text, texts), *expected[len(texts) :])


class Seats:
    """The opponents of a match by player; a seat without one is a person's. Players beyond those shown share one."""

    def __init__(
        self, kind: Kind, players: int, texts: Sequence[str] = (), opponents: Mapping[int, Opponent] | None = None
    ) -> None:
        self._kind, self.players, self.texts = kind, players, tuple(texts)
        named = enumerate(self.texts[: min(players, SHOWN)])
        self._opponents = {number: seated(text, kind) for number, text in named} | dict(opponents or {})
        has_crowd = players > SHOWN and len(self.texts) > SHOWN
        self._crowd = seated(self.texts[SHOWN], kind) if has_crowd else None
        self._suspended = False

    def __getitem__(self, number: int) -> Opponent:
        """Who moves for a player now."""
        return HUMAN if self._suspended else self.assigned(number)

    def assigned(self, number: int) -> Opponent:
        """Who has the seat of a player, also while a person moves for all."""
        crowd = self._crowd if number >= SHOWN else None
        return self._opponents.get(number) or crowd or HUMAN

    @property
    def opponents(self) -> list[Opponent]:
        """All opponents that move now, people excluded."""
        if self._suspended:
            return []
        seated = [*self._opponents.values(), *([self._crowd] if self._crowd else [])]
        return [opponent for opponent in seated if opponent is not HUMAN]

    @property
    def computer_players(self) -> list[int]:
        """The players, of those shown, for whom no person moves."""
        return [number for number in range(min(self.players, SHOWN)) if self[number] is not HUMAN]

    @property
    def has_people(self) -> bool:
        return any(self[number] is HUMAN for number in range(min(self.players, SHOWN + 1)))

    @property
    def vacant(self) -> int:
        """How many seats wait for a remote player."""
        return sum(text == VACANT.name for text in self.texts)

    def assign(self, number: int, opponent: Opponent) -> None:
        """Give a seat to an opponent, and close the one who had it if it has no other."""
        left = self._opponents.get(number, HUMAN)
        self._opponents[number] = opponent
        if left not in self._opponents.values():
            left.close()

    def change(self, number: int, text: str) -> None:
        """Give a seat to the opponent that a text names."""
        opponent, number = seated(text, self._kind), min(number, SHOWN)
        if number == SHOWN:
            self._crowd = opponent
            for known in [known for known in self._opponents if known >= SHOWN]:
                del self._opponents[known]
        else:
            self.assign(number, opponent)
        before = (*self.texts, *[HUMAN.name] * (number - len(self.texts)))
        self.texts = *before[:number], text, *before[number + 1 :]

    @property
    def is_suspended(self) -> bool:
        """Whether a person moves for all players, which sets a game up."""
        return self._suspended

    def suspend(self, on: bool) -> None:
        """Let a person move for all players, or give the seats back."""
        self._suspended = on

    def close(self) -> None:
        for opponent in {*self._opponents.values(), *([self._crowd] if self._crowd else [])}:
            opponent.close()
