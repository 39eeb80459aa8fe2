"""`ludarium learn GAME`: the introduction to a game, on the full screen or line by line."""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from ...contract.errors import BadNotation, BadOption, IllegalMove
from ...contract.kind import Kind
from ...play.introduction import Step, introduction_of
from ..text_board import text_board
from ..typed_lines import typed_lines

COMMANDS = "a move, show, next, back or quit"


def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `ludarium games` lists them.")],
    line: Annotated[bool, typer.Option("--line", help="Line by line at a terminal too, as behind a pipe.")] = False,
) -> None:
    """Learn a game: try moves in a few prepared positions, as on the page."""
    from ...games import kind as find

    kind = find(game)
    steps = introduction_of(kind).steps
    if not steps:
        raise BadOption(f"{kind.title} has no introduction; ludarium rules {kind.id} tells how it is played")
    if not line and sys.stdin.isatty() and sys.stdout.isatty():
        from ..screen.launch import open_introduction

        open_introduction(kind)
    else:
        _teach(kind, steps)


def _teach(kind: Kind, steps: Sequence[Step]) -> None:
    """The whole introduction, line by line."""
    lines, number = typed_lines(), 0
    while number < len(steps):
        typer.echo(f"{kind.title}, step {number + 1} of {len(steps)}.\n")
        by = _try(kind, steps[number], lines)
        if by is None:
            return
        number = max(0, number + by)
        typer.echo("")
    typer.echo(f"ludarium play {kind.id} begins a game; ludarium rules {kind.id} has all the rules.")


def _try(kind: Kind, step: Step, lines: Iterator[str]) -> int | None:
    """Ask for moves until one counts; how many steps to go on, or None to leave."""
    game = step.game(kind)
    typer.echo(f"{text_board(game)}\n\n{step.text}\nType {COMMANDS}; a move is written as in {step.example(game)}.")
    for line in lines:
        word = line.strip().lower()
        if word in ("quit", "q"):
            return None
        if word in ("next", "back"):
            return 1 if word == "next" else -1
        if word == "show":
            typer.echo(f"Try {step.shown(game)}.")
            continue
        try:
            move = game.parse(line)
        except (BadNotation, IllegalMove) as error:
            typer.echo(f"{error}; type {COMMANDS}")
            continue
        counts, text = step.answer(game, move)
        if counts:
            game.push(move)
            typer.echo(f"{text_board(game)}\n\n{text}")
            return 1
        typer.echo(text)
    return None
