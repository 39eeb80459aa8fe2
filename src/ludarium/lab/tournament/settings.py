"""The file of a tournament, in TOML:

game = "ataxx"
format = "round robin"          # or "swiss", "gauntlet", "test"
rounds = 10                     # in each, an opening is played from all seats
seed = 1                        # where chance is drawn from
openings = 2                    # random moves that games begin with
nodes = 500                     # positions a move, or movetime = 100 in milliseconds
options = { blocks = "3gh" }    # of the game

[[players]]
name = "Three"
plays = "3"                     # a level, random, search, mcts, net:FILE, python:FILE, uai:COMMAND, bot:SERVER

[[players]]
name = "Mine"
plays = "net:mine.net"
nodes = 1000                    # instead of those of all players
"""

import re
import tomllib
from collections.abc import Sequence
from math import comb
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct

from ...contract.errors import BadOption, LudariumError
from ...contract.quotation import quoted
from ...games import kind as find
from ...play.game import Game
from ...play.judging.analysis import Limit
from ..engine_match import Sprt
from ..pair_count import PAIR
from ..seated_game import LONGEST
from ..whole_file import read_bytes
from .entrant import Entrant, make_opponent

MOVETIME = 100  # milliseconds a move, if nothing else is said
GRACE = 5000  # milliseconds beyond its time after which a player has answered too late
TEST_GAMES = 1000  # of a sequential test at most, if nothing else is said
MOST_PLAYERS = 1000
MOST_GAMES = 1_000_000  # of a tournament whose games are not for two

# Types of values, as messages name them
TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}

Format = Literal["round robin", "swiss", "gauntlet", "test"]
ALONE: Sequence[Format] = ("round robin",)
AMONG_MANY: Sequence[Format] = ("round robin", "gauntlet")


class PlayerTable(Struct, forbid_unknown_fields=True):
    """A table `[[players]]` of the file."""

    name: str
    plays: str
    movetime: int | None = None
    nodes: int | None = None


class FileTable(Struct, forbid_unknown_fields=True):
    """The whole file."""

    game: str
    players: list[PlayerTable]
    format: Format = "round robin"
    title: str = ""
    rounds: int | None = None
    games: int | None = None
    test: tuple[float, float] | None = None
    seed: int = 0
    openings: int = 2
    plies: int = LONGEST
    movetime: int | None = None
    nodes: int | None = None
    grace: int = GRACE
    options: dict[str, str | int | bool] = {}


class Tournament(NamedTuple):
    """What is played; it travels to the processes that play it."""

    title: str
    game: str
    options: dict[str, str]
    format: Format
    rounds: int
    games: int  # of a test at most
    test: Sprt | None
    seed: int
    openings: int
    plies: int
    grace: float  # seconds
    entrants: tuple[Entrant, ...]

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.entrants]

    @property
    def seats(self) -> int:
        """How many players a game has."""
        kind = find(self.game)
        return kind.rules.players(kind.make(kind.choose(self.options)))

    @property
    def groups(self) -> int:
        """How many groups of players, as many as there are seats, play in each round."""
        players, seats = len(self.entrants), self.seats
        return {
            "round robin": comb(players, seats),
            "swiss": players // PAIR,
            "gauntlet": comb(players - 1, seats - 1),
            "test": 1,
        }[self.format]

    @property
    def fingerprint(self) -> str:
        """What tells its games from those of another one; more rounds of the same play on."""
        plain = self._replace(title="", rounds=0, games=0, grace=0, entrants=())
        return repr((tuple(plain), [entrant.fingerprint for entrant in self.entrants]))


def read_tournament(file: Path) -> Tournament:
    """The tournament of a file; LudariumError names the file and the line or key that is wrong."""
    name = quoted(str(file), 300)
    content = read_bytes(file)
    try:
        table = msgspec.convert(tomllib.loads(content.decode("utf-8")), FileTable)
        return _checked(table, file)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise LudariumError(f"{name}, line {line}: this is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise LudariumError(f"{name}, {_placed(str(error))}") from None
    except msgspec.ValidationError as error:
        raise LudariumError(f"{name}: {_keyed(str(error))}") from None
    except LudariumError as error:
        raise LudariumError(f"{name}: {error}") from None


def _placed(text: str) -> str:
    """What is wrong with TOML, with the line in front."""
    what, _, where = text.partition(" (at ")
    line = where.removesuffix(")").partition(",")[0]
    return f"{line or 'its text'}: {what[:1].lower()}{what[1:]}"


def _keyed(text: str) -> str:
    """What is wrong with a value, with its key in front."""
    what, _, where = text.partition(" - at `$")
    key = where.removesuffix("`").removeprefix(".")
    if types := re.match(r"Expected `([^`]*)`, got `([^`]*)`", what):
        wanted, found = (TYPES.get(each.removesuffix(" | null"), each) for each in types.groups())
        plain = f"{wanted} belongs here, not {found}"
    elif what.startswith("Invalid enum value"):
        plain = f"{what.removeprefix('Invalid enum value ')} is none; there are {', '.join(get_args(Format))}"
    else:
        plain = what.replace("Object missing required field", "there is no key").replace("`", "'")
        plain = plain.replace("Object contains unknown field", "there is no such key as")
    return f"{key}: {plain}" if key else plain


def _checked(table: FileTable, file: Path) -> Tournament:
    kind = find(table.game)
    _check_numbers(table)
    names = [player.name for player in table.players]
    for name in names:
        if not name.strip() or len(name) > 60 or not name.isprintable():
            raise BadOption(f"players: a name has 1 to 60 characters, not as in {quoted(name)}")
        if names.count(name) > 1:
            raise BadOption(f"players: two are called {quoted(name)}")
    entrants = tuple(_entrant(table, player, file.parent) for player in table.players)
    needed = [make_opponent(entrant, kind, 0).options for entrant in entrants]
    given = {name: value for options in [*needed, table.options] for name, value in options.items()}
    game = Game(kind, **given)
    # Where chance deals, each round has a deal of its own unless the file names one
    options = {name: text for name, text in game.option_texts.items() if name != "seed" or name in given}
    games = table.games or TEST_GAMES
    tournament = Tournament(
        table.title or file.stem,
        kind.id,
        options,
        table.format,
        table.rounds or _rounds(table.format, len(entrants), games),
        games + games % PAIR,
        Sprt.parse(",".join(f"{bound:g}" for bound in table.test)) if table.test else None,
        table.seed,
        table.openings,
        table.plies,
        table.grace / 1000,
        entrants,
    )
    if tournament.seats != PAIR:
        _check_seats(tournament)
    return tournament


def _check_seats(tournament: Tournament) -> None:
    """Of a game that is not for two: whether the format fits it, and whether it can be played to its end."""
    game, seats, players = tournament.game, tournament.seats, len(tournament.entrants)
    formats = ALONE if seats == 1 else AMONG_MANY
    if tournament.format not in formats:
        fitting = " or ".join(formats)
        raise BadOption(f"format: games of {game} for {seats} are played as {fitting}, not as {tournament.format}")
    if players < seats:
        raise BadOption(f"players: a game of {game} takes {seats} of them here, and there are {players}")
    if seats * tournament.groups * tournament.rounds > MOST_GAMES:
        raise BadOption(f"players: {players} of them, {seats} in a game, have more than {MOST_GAMES:,} games to play")


def _rounds(format: Format, players: int, games: int) -> int:
    """How many there are if the file does not say it; a Swiss tournament needs enough to find its winner."""
    if format == "test":
        return (games + PAIR - 1) // PAIR
    return max(1, (players - 1).bit_length()) if format == "swiss" else 1


def _check_numbers(table: FileTable) -> None:
    count = len(table.players)
    if not 2 <= count <= MOST_PLAYERS or (table.format == "test" and count != 2):
        wanted = "exactly 2" if table.format == "test" else f"2 to {MOST_PLAYERS}"
        raise BadOption(f"players: a {table.format} takes {wanted} of them, and there are {count}")
    if (table.format == "test") != (table.test is not None):
        raise BadOption('test: the format "test", and no other, takes two Elo differences, as in test = [0, 10]')
    if table.format == "test" and table.rounds is not None:
        raise BadOption("rounds: a test ends by itself; games says how many are played at most")
    if table.format != "test" and table.games is not None:
        raise BadOption(f"games: a {table.format} is as long as rounds says")
    for name, value, least in (
        ("rounds", table.rounds, 1),
        ("games", table.games, 2),
        ("seed", table.seed, 0),
        ("openings", table.openings, 0),
        ("plies", table.plies, 1),
        ("grace", table.grace, 0),
    ):
        if value is not None and not least <= value < 1 << 31:
            raise BadOption(f"{name}: a whole number from {least} on, not {value}")


def _entrant(table: FileTable, player: PlayerTable, folder: Path) -> Entrant:
    where = f"players, {quoted(player.name)}"
    own = player.movetime is not None or player.nodes is not None
    movetime, nodes = (player.movetime, player.nodes) if own else (table.movetime, table.nodes)
    if movetime is not None and nodes is not None:
        raise BadOption(f"{where if own else 'nodes'}: a move is limited by movetime or by nodes, not by both")
    for name, value in ("movetime", movetime), ("nodes", nodes):
        if value is not None and not 1 <= value < 1 << 31:
            raise BadOption(f"{where}, {name}: a whole number from 1 on, not {value}")
    limit = Limit(nodes=nodes) if nodes else Limit(seconds=(movetime or MOVETIME) / 1000)
    try:
        return Entrant.named(player.name, player.plays.strip(), limit, find(table.game), folder)
    except LudariumError as error:
        raise BadOption(f"{where}, plays: {error}") from None
