"""A random game of every variant told as text, position by position: readable, and compared to the letter."""

from random import Random
from textwrap import fill
from typing import Any

import ludarium

from ..support import goldens
from ..support.cases import every_variant, label, random_moves

SHOWN = 12  # positions that are shown whole
LONGEST = 120


def wrapped(label: str, moves: Any) -> str:
    return fill(f"{label} {' '.join(map(str, moves))}".rstrip(), 110, subsequent_indent="  ", break_on_hyphens=False)


def panels(game: ludarium.Game) -> str:
    return ", ".join(f"{panel.label} {panel.value}" for panel in game.scene().panels)


def told(game: ludarium.Game) -> str:
    """The whole game: the first positions, the moves to the end, the longest film, and how it ended."""
    lines, film = [], [""]
    for move in random_moves(game, Random(20), LONGEST):
        if len(game.moves) < SHOWN:
            number = len(game.moves) + 1
            lines += [
                str(game),
                panels(game),
                game.position,
                wrapped(f"{len(game.legal_moves)} moves:", game.legal_moves),
            ]
            lines += [f"{number}. {game.turn} plays {move}", ""]
            frames = game.kind.frames(game.constants, game.row[:], move.number)
            pictures = [game.kind.picture(game.constants, row) for row in frames]
            if len(pictures) >= len(film):
                film = [f"Move {number} unfolds:", *pictures]
        game.push(move)
    lines += [
        wrapped("All moves:", game.moves),
        "",
        "\n\n".join(film),
        "",
        str(game),
        panels(game),
        repr(game.outcome()),
    ]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")) + "\n"


@every_variant
def test_playthrough(id: str, options: dict[str, Any]) -> None:
    game = ludarium.new(id, **options)
    head = f"{id}: {', '.join(f'{name}={value}' for name, value in options.items())}\n\n"
    name = f"{id} {label(id, options)}".strip().replace(" ", "_")
    goldens.check(f"playthroughs/{name}.txt", head + told(game))
