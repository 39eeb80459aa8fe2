"""Answers of the house that are always the same: the export writes them, so that they are there before Python is."""

import subprocess
import sys
from collections.abc import Sequence

from msgspec.json import decode, encode
from msgspec.structs import replace

from ..contract.errors import BadGame
from ..contract.kind import Kind
from ..protocol.games import House, KindTold, LevelTold
from ..web.http.board_svg import layout, page_symbols
from ..web.http.games import describe_house
from . import answers_process
from .answers import Answers, answers_of

FULL_STRENGTH = 5  # the highest level that plays here as it plays everywhere
SECONDS = 60.0  # for the boards of one game
WEAKER = "{}, weaker here than in the program"


def ask(kinds: Sequence[Kind]) -> list[Answers]:
    """What is told of some games. Rules from outside the package may never return: a process asks them."""
    return [_ask_process(kind) if kind.is_outside else answers_of(kind) for kind in kinds]


def _ask_process(kind: Kind) -> Answers:
    command = [sys.executable, "-m", answers_process.__name__, kind.id]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()  # it has loaded the game, which has a limit of its own
        try:
            told, complaint = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise BadGame(f"{kind.folder}: its boards were not drawn within {SECONDS:.0f} seconds") from None
    if process.returncode:
        last = (complaint.decode(errors="replace").strip().splitlines() or ["it says nothing"])[-1]
        raise BadGame(f"{kind.folder}: its boards cannot be drawn: {last}")
    return decode(told, type=Answers)


def files_of(answers: Sequence[Answers]) -> dict[str, bytes]:
    """The answers by the names of their files: the address with - for /."""
    texts = {"house": encode(house([each.kind for each in answers]))}
    for each in answers:
        texts |= {f"kinds-{each.kind.id}-help": bytes(each.help), f"kinds-{each.kind.id}-poster": bytes(each.poster)}
    return {f"told/{name}.json": text for name, text in texts.items()}


def drawings_of(answers: Sequence[Answers]) -> bytes:
    """What pictures of boards are drawn with, as `home/drawings.py` reads it."""
    own = {each.kind.id: (each.own_symbols, each.colours) for each in answers}
    return encode({"layout": layout(), "symbols": page_symbols(), "kinds": own})


def house(kinds: Sequence[KindTold]) -> House:
    """The house in a browser: with these games, and without others to play with."""
    told = describe_house([])
    return replace(told, kinds=tuple(kinds), problems=(), levels=tuple(map(_level, told.levels)), is_alone=True)


def _level(level: LevelTold) -> LevelTold:
    """A level, with a note if plain Python has not the time for all that it looks at elsewhere."""
    return level if level.number <= FULL_STRENGTH else replace(level, name=WEAKER.format(level.name))
