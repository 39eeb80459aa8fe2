"""Files of tournaments, and games as their journals hold them."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ludarium.lab.tournament.journal import GameLine
from ludarium.lab.tournament.runner import Runner
from ludarium.lab.tournament.settings import Tournament, read_tournament

from .crews import Here

GAME = "beetle-battle"
TWO = "1", "random"
GAMMA_FOR_THREE = "options = { players = 3, width = 4, height = 3, areas = 2 }"
SHORT_ABATIS = 'options = { shots = "par" }'


def write_file(folder: Path, head: str = "", plays: Sequence[str] = TWO, game: str = GAME) -> Path:
    """A file of a tournament; its players are called A, B and so on."""
    named = zip("ABCDEFGHI", plays, strict=False)
    tables = [f"[[players]]\nname = '{name}'\nplays = '{each}'\n" for name, each in named]
    file = folder / "cup.toml"
    small = 'options = { size = "3" }\n' if game == GAME else ""
    file.write_text(f'game = "{game}"\n{small}{head}\n{"".join(tables)}', encoding="utf-8")
    return file


def make(folder: Path, head: str = "", plays: Sequence[str] = TWO, game: str = GAME) -> Tournament:
    return read_tournament(write_file(folder, head, plays, game))


RECORD = "game: ataxx\nversion: 1\nmoves: 0\nresult: unfinished\n\nmove_number,player,move\n"


def line(number: int, players: tuple[str, str], worth: float = 1.0, why: str = "", round: int = 1) -> GameLine:
    """A game of two without moves."""
    return GameLine(number, round, players, (worth, 1 - worth), why, RECORD, (0.5, 0.25))


def table_line(number: int, players: str, *worths: float, why: str = "", round: int = 1) -> GameLine:
    """A game of any number of players, each of whom is called by a letter."""
    return GameLine(number, round, tuple(players), worths, why, RECORD, (0.5,) * len(players))


def play(tournament: Tournament, file: Path, at_once: int = 1) -> list[GameLine]:
    """The games of a whole tournament, so many at once."""
    with closing(Runner(tournament, file, print)) as runner:
        list(runner.play(Here(at_once)))
        return runner.games


def without_time(games: list[GameLine]) -> list[tuple[object, ...]]:
    return [(game.number, game.round, game.players, game.worths, game.why, game.record) for game in games]
