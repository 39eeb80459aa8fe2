"""`ludarium puzzles GAME`: solve puzzles on the full screen or line by line, or make new ones."""

import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ...contract.errors import BadNotation, BadOption, IllegalMove, LudariumError
from ...contract.kind import Kind
from ...contract.quotation import quoted
from ...play.puzzles import FILE, Answer, Puzzle, puzzle_of_the_day, puzzles_of, write
from ..options import given
from ..progress import Progress
from ..text_board import text_board
from ..typed_lines import typed_lines

COMMANDS = "a move, hint, solution, next or quit"
AGAIN = "Try another move, or type solution to see it, or next."
SHOWN = 12  # moves of a line


def puzzles(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `ludarium games` lists them.")],
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day, in UTC, which all share.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Line by line at a terminal too, as behind a pipe.")] = False,
    start: Annotated[
        int | None, typer.Option(min=1, metavar="NUMBER", help="Line by line from this puzzle on; the easiest is 1.")
    ] = None,
    make: Annotated[
        int, typer.Option(min=0, metavar="COUNT", help="Make so many new puzzles and add them to a file.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="With --make: the same seed makes the same puzzles.")] = 1,
    option: Annotated[
        list[str], typer.Option("--option", "-o", metavar="KEY=VALUE", help="With --make: an option of the game.")
    ] = [],  # noqa: B006 (typer copies it)
    file: Annotated[Path, typer.Option(help="With --make: the file.")] = Path(FILE),
    check: Annotated[bool, typer.Option("--check", help="Prove all puzzles of the game again.")] = False,
) -> None:
    """Solve puzzles, each with one best move; or make new ones from games of the engine against itself."""
    from ...games import kind as find

    kind = find(game)
    if make:
        make_puzzles(kind, option, seed, make, file)
    elif check:
        check_puzzles(kind)
    elif not (line or start) and sys.stdin.isatty() and sys.stdout.isatty():
        from ..screen.launch import open_puzzles

        open_puzzles(kind, daily=daily)
    elif daily:
        puzzle = puzzle_of_the_day(kind, datetime.now(UTC).date())
        ask([(f"{kind.title}, the puzzle of the day", puzzle)])
    else:
        in_order = sorted(puzzles_of(kind).values(), key=lambda puzzle: puzzle.rating)
        most = len(in_order)
        if start and start > most:
            raise BadOption(f"{kind.title} has {most} puzzles, so --start goes up to {most}, not {start}")
        numbered = list(enumerate(in_order, 1))[(start or 1) - 1 :]
        ask((f"{kind.title}, puzzle {number} of {most}", puzzle) for number, puzzle in numbered)


def make_puzzles(kind: Kind, option: list[str], seed: int, count: int, file: Path) -> None:
    """Make puzzles and add each to the file as soon as it is found; Ctrl-C keeps those."""
    from ...lab.puzzle_maker import PuzzleMaker

    words = " ".join(f" -o {each}" for each in option)
    try:
        with file.open("a", encoding="utf-8") as out, Progress("puzzles") as progress:
            out.write(f"# ludarium puzzles {kind.id} --make {count} --seed {seed}{words}\n")
            for done, puzzle in enumerate(PuzzleMaker(kind, given(option), seed).make(count), 1):
                out.write(f"{write(puzzle)}\n")
                out.flush()
                progress.show(done, count)
    except OSError as error:
        raise LudariumError(f"cannot write {quoted(str(file), 300)}: {error.strerror}") from None


def check_puzzles(kind: Kind) -> None:
    """Prove all puzzles of a game again; LudariumError names those that cannot be proven."""
    from ...lab.puzzle_maker import PuzzleMaker

    found, makers, wrong = puzzles_of(kind).values(), dict[str, PuzzleMaker](), list[str]()
    with Progress("puzzles") as progress:
        for done, puzzle in enumerate(found, 1):
            if str(puzzle.options) not in makers:
                makers[str(puzzle.options)] = PuzzleMaker(kind, puzzle.options)
            if not makers[str(puzzle.options)].holds(puzzle):
                wrong.append(puzzle.id)
            progress.show(done, len(found))
    if wrong:
        raise LudariumError(f"not proven: {', '.join(wrong)}")
    typer.echo(f"{kind.title}: all {len(found)} puzzles are proven.")


def ask(puzzles: Iterable[tuple[str, Puzzle]]) -> None:
    """Ask one puzzle after the other, each under its title, until the input ends."""
    lines = typed_lines()
    solved = tried = 0
    for title, puzzle in puzzles:
        typer.echo(f"{title}, rated {puzzle.rating}.\n")
        typer.echo(f"{text_board(puzzle.game())}\n\n{puzzle.task}")
        right = _solve(puzzle, lines)
        if right is None:
            break
        solved, tried = solved + right, tried + 1
        typer.echo("")
    if tried:
        typer.echo(f"Solved at the first try: {solved} of {tried}.")


def _solve(puzzle: Puzzle, lines: Iterator[str]) -> bool | None:
    """Ask for moves until one is right; whether the first was. None to leave."""
    first: bool | None = None
    for line in lines:
        word = line.strip().lower()
        if word in ("quit", "q"):
            return None
        if word == "next":
            return bool(first)
        if word == "hint":
            typer.echo(puzzle.hint)
            continue
        if word == "solution":
            typer.echo(_told(puzzle.given_up()))
            return bool(first)
        try:
            answer = puzzle.answer(line)
        except (BadNotation, IllegalMove) as error:
            typer.echo(f"{error}; type {COMMANDS}")
            continue
        first = answer.is_right if first is None else first
        if answer.is_right:
            typer.echo(_told(answer))
            return first
        typer.echo(f"{answer.text}\n{AGAIN}")
    return None


def _told(answer: Answer) -> str:
    """An answer with the moves that follow the solution."""
    then = f" Then: {' '.join(answer.moves[1:SHOWN])}." if len(answer.moves) > 1 else ""
    return f"{answer.text}{then}"
