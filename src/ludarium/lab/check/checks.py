"""All checks in their order. A new promise is a function in one of the modules here, and a line in this list."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ...contract.errors import BadGame
from ...contract.kind import Kind
from ...contract.shape import Flaw, flaws_of_shape
from ...games import all_folders
from ...games import kind as find
from ...games.folders import id_of
from ...games.loading import TookTooLong, flaws_of_files, limited
from . import in_tree, of_board, of_compiling, of_drawings, of_environments, of_keys, of_rules
from .subject import Subject, collect, flaw_of

SECONDS = 60.0  # for one check

Check: TypeAlias = Callable[[Subject], Iterable[Flaw]]


def _collect(subject: Subject) -> Iterator[Flaw]:
    """Random games can be played."""
    collect(subject)
    return iter(())


CHECKS: tuple[Check, ...] = (
    _collect,
    of_rules.moves_are_listed,
    of_board.options,
    of_rules.players,
    of_rules.single_moves,
    of_rules.types_stay,
    of_rules.frames,
    of_rules.outcomes,
    of_rules.scores,
    of_rules.keys,
    of_keys.futures,
    of_rules.games_end,
    of_board.notation,
    of_board.nonsense,
    of_board.positions,
    of_board.games,
    of_board.drawing,
    of_drawings.symbols,
    of_board.pictures,
    of_board.paths,
    of_board.introduction,
    of_rules.strategy,
    of_environments.actions,
    of_environments.planes,
    of_compiling.source,
    of_compiling.compiled,
    in_tree.tests,
)


class Step(NamedTuple):
    """How far the checks are, and what the last one has found."""

    done: int
    of: int
    flaws: tuple[Flaw, ...]
    notes: tuple[str, ...] = ()


def check(folder: Path, checks: Iterable[Check] = CHECKS) -> Iterator[Step]:
    """Check the game in a folder; yields after every check. What cannot be loaded is not tried any further."""
    wanted = [*checks]
    flaws = [*flaws_of_files(folder)]
    kind = None if flaws else _load(folder, flaws)
    yield Step(1, len(wanted) + 1, tuple(flaws))
    if kind is None:
        return
    subject = Subject(kind)
    for number, each in enumerate(wanted, 2):
        noted = len(subject.notes)
        found = tuple(_run(each, subject))
        yield Step(number, len(wanted) + 1, found, tuple(subject.notes[noted:]))
        if found and (not subject.samples or each is of_rules.moves_are_listed):
            return  # all that follows needs positions and their moves


def _load(folder: Path, flaws: list[Flaw]) -> Kind | None:
    try:
        kind = find(id_of(folder))
    except BadGame as error:
        text = str(error).removeprefix(f"{folder}: ")
        file, _, rest = text.partition(": ")
        place, _, line = file.partition(", line ")
        known = place.endswith((".py", ".md"))
        flaws.append(Flaw(place, int(line) if line.isdigit() else 0, rest) if known else Flaw(folder.name, 0, text))
        return None
    flaws += flaws_of_shape(kind.rules, kind.board, kind.strategy)  # type: ignore[arg-type]
    return None if flaws else kind


def _run(check: Check, subject: Subject) -> Iterator[Flaw]:
    folder = subject.kind.folder
    try:
        with limited(SECONDS + (of_compiling.LONGEST if check is of_compiling.compiled else 0.0)):
            yield from list(check(subject))
    except TookTooLong as error:
        where = flaw_of(error, folder)
        yield Flaw(where.file, where.line, f"this has not come to an end after {SECONDS:g} seconds")
    except Exception as error:
        yield flaw_of(error, folder, (check.__doc__ or "").partition("\n")[0].rstrip("."))


def folder_of(name: str) -> Path | None:
    """The folder of a game, by its id."""
    return all_folders().games.get(name)
