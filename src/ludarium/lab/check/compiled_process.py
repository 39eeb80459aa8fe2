"""Compares the compiled rules of a game with the plain ones: python -m ludarium.lab.check.compiled_process GAME."""

import random
import sys
from typing import Any

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...contract.shape import Flaw, line_of
from ...engine import perft, uncompiled
from ...engine.code import game_code
from ...engine.memory import as_array, numbers, room_for_moves, typecode_of
from ...engine.rule_functions import key_and_turn, list_moves, make_move, scores_and_shares
from ...games import kind as find

WRONG, NOTE = "wrong ", "note "
VARIANTS, PLIES = 4, 200
DEEPEST, MOST_LINES = 5, 20_000  # of the perft that is printed


def compare(kind: Kind) -> Flaw | None:
    """The first difference in random games of some variants."""
    for options in list(kind.variants(1))[:VARIANTS]:
        game = kind.make(options)
        if kind.rules.players(game) > 64:
            continue
        flaw = _compare_game(kind, game, kind.start(game, options))
        if flaw:
            return flaw
    return None


def _compare_game(kind: Kind, game: Any, row: Any) -> Flaw | None:
    code, chance = game_code(kind, typecode_of(row)), random.Random(1)
    listed, made = code.native(list_moves), code.native(make_move)
    told, counted = code.native(key_and_turn), code.native(scores_and_shares)
    twin, out, players = as_array(row), room_for_moves(kind, game), kind.rules.players(game)
    for _ in range(PLIES):
        legal = kind.legal_moves(game, row)
        if [*out[: listed(game, twin, out)]] != legal:
            return _flaw(kind, "moves", "compiled, it lists other moves than plain")
        if told(game, twin) != (kind.rules.key(game, row), kind.rules.turn(game, row)):
            return _flaw(kind, "key", "compiled, the key or the turn is another one than plain")
        if not legal:
            points, shares = numbers(players), numbers(players)
            counted(game, twin, points, shares)
            plain = [(kind.rules.score(game, row, each), kind.rules.share(game, row, each)) for each in range(players)]
            return None if [*zip(points, shares, strict=True)] == plain else _flaw(
                kind, "share", "compiled, the points or the shares are others than plain")  # fmt: skip
        move = chance.choice(legal)
        shown = kind.write(game, row, move)
        kind.rules.play(game, row, move)
        outcome = made(game, twin, move)
        kept = kind.kept(game) or len(row)
        if [*twin[:kept]] != [*row[:kept]] or outcome != kind.rules.outcome(game, row):
            return _flaw(kind, "play", f"compiled, {shown} leads to another position or outcome than plain")
    return None


def _flaw(kind: Kind, name: str, text: str) -> Flaw:
    function: Any = kind.function(name)
    return Flaw("rules.py", line_of(function), f"{text}; do all numbers stay within 64 bits?")


def count(kind: Kind) -> tuple[str, Flaw | None]:
    """The first perft numbers, plain and compiled."""
    options = kind.choose({**dict(next(iter(kind.variants()))), **kind.perft_options})
    game = kind.make(options)
    row = kind.start(game, options)
    found = list[int]()
    for depth in range(1, DEEPEST + 1):
        plain = uncompiled.perft(kind, game, row, depth)
        if perft.perft(kind, game, row, depth, counted=False) != plain or perft.perft(kind, game, row, depth) != plain:
            return "", _flaw(kind, "moves", f"compiled, the perft of {depth} plies is not {plain}")
        found.append(plain)
        if plain * max(1, plain // (found[-2] if len(found) > 1 else 1)) > MOST_LINES:
            break
    return f"perft {' '.join(map(str, found))}", None


def main(id: str) -> None:
    kind = find(id)
    try:
        flaw = compare(kind)
        numbers, other = count(kind) if flaw is None else ("", None)
    except LudariumError as error:
        reason = str(error).removeprefix(f"{kind.id} cannot be compiled: ").removeprefix(f"{kind.folder}: ")
        print(f"{WRONG}{reason}")
        return
    for each in filter(None, (flaw, other)):
        print(f"{WRONG}{each}")
    if numbers:
        print(f"{NOTE}{numbers}")


if __name__ == "__main__":
    main(sys.argv[1])
