"""`ludarium explore`: what was played in a position, how it scored, and by whom."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import LudariumError
from ....games import kind as find
from ....play.game import Game
from ...options import GameId, Options, given
from ...text_board import text_board
from .collect import require_duckdb

if TYPE_CHECKING:
    from ....collection.collection import Collection, PlayedMove

HEADS = "move", "games", "won", "drawn", "lost", "score", "by"
PROMPT = "move, back or quit: "


def explore(
    file: Annotated[Path, typer.Argument(help="A collection, as `ludarium collect` makes it.")],
    game: GameId,
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE...", help="Moves from the start on.")] = None,
    option: Options = [],  # noqa: B006 (typer copies it)
    position: Annotated[str | None, typer.Option(metavar="TEXT", help="A position to begin at.")] = None,
) -> None:
    """Show the moves that were played in a position. In a terminal, type a move to go on from there."""
    require_duckdb()
    from ....collection.collection import Collection

    board = Game(find(game), position, **given(option))
    for move in moves or []:
        board.push(move)
    if not file.exists():
        raise LudariumError(f"there is no collection {str(file)!r}; `ludarium collect` makes one")
    with Collection(file) as collection:
        typer.echo(_shown(collection, board))
        while sys.stdin.isatty() and _step(board):
            typer.echo(_shown(collection, board))


def _step(board: Game) -> bool:
    """Take what is typed; False at the end."""
    while True:
        try:
            typed = input(PROMPT).strip()
        except EOFError:
            return False
        try:
            if typed in ("quit", ""):
                return False
            if typed == "back":
                board.pop()
            else:
                board.push(typed)
            return True
        except LudariumError as error:
            typer.echo(str(error))


def _shown(collection: "Collection", board: Game) -> str:
    """The board, and a table of the moves that were played in its position."""
    played = collection.look_up(board)
    count = sum(each.games for each in played)
    outcome = board.outcome()
    said = f"The game is over: {outcome.reason}." if outcome else f"{board.turn} to move; played in {count} games."
    return "\n".join([text_board(board), "", said, *([_table(played)] if played else []), ""])


def _table(played: "list[PlayedMove]") -> str:
    lines = [HEADS, *map(_cells, played)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS) - 1)]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(line: tuple[str, ...], widths: list[int]) -> str:
    """Moves and names begin at the left, numbers end at the right."""
    numbers = (f"{word:>{width}}" for word, width in zip(line[1:-1], widths[1:], strict=True))
    return "  ".join([f"{line[0]:<{widths[0]}}", *numbers, line[-1]]).rstrip()


def _cells(each: "PlayedMove") -> tuple[str, ...]:
    counts = (str(number) for number in (each.games, each.won, each.drawn, each.lost))
    by = ", ".join(f"{name} {count}" for name, count in each.players if name)
    return each.move, *counts, f"{100 * each.score:.0f} %", by
