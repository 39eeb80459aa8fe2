"""Every game in every variant, for tests that must hold for all of them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.games import kind

SEED = 7

# Beyond each option changed alone: variants combined, and boards of odd shapes and many players.
MORE: dict[str, list[dict[str, Any]]] = {
    "abatis": [
        {"type": "mixed", "colors": (4, 4), "step": 3},
        {"type": "knockout", "colors": (10, 10), "step": 7},
        {"type": "knockout", "shots": "par"},
        {"type": "mixed", "shots": "par"},
    ],
    "ataxx": [{"blocks": "abc456", "rules": "uai"}],
    "battle-of-the-beetles": [{"placement": True, "shells": False}, {"setup": "halves", "shells": False}],
    "gamma": [
        {"width": 1, "height": 1, "players": 1, "areas": 1},
        {"width": 4, "height": 3, "players": 3, "areas": 2},
        {"width": 6, "height": 2, "players": 2, "areas": 1},
        {"width": 5, "height": 5, "players": 12, "areas": 1},
        {"width": 20, "height": 15, "players": 3, "areas": 4},
        {"width": 3, "height": 3, "players": 4294967295, "areas": 4294967295},
    ],
}


def label(id: str, options: dict[str, Any]) -> str:
    """How a variant differs from the game by default; the seed is no variant."""
    usual = next(iter(kind(id).variants()))
    changed = (name for name, value in options.items() if usual[name] != value and name != "seed")
    return " ".join(f"{name}={kind(id).options[name].write(options[name])}" for name in changed)


def _named(id: str, options: dict[str, Any]) -> Any:
    return pytest.param(id, options, id=f"{id} {label(id, options)}".strip())


def _all() -> Iterator[Any]:
    for id in ludarium.games():
        for options in kind(id).variants(SEED):
            yield _named(id, options)
        for more in MORE.get(id, []):
            seeded = {"seed": SEED, **more} if "seed" in kind(id).options else more
            yield _named(id, kind(id).choose(seeded))


CASES = list(_all())
every_variant = pytest.mark.parametrize(("id", "options"), CASES)


def random_moves(game: ludarium.Game, random: Random, plies: int) -> Iterator[ludarium.Move]:
    """Random legal moves until the game ends; the caller pushes them."""
    for _ in range(plies):
        legal = game.legal_moves
        if not legal:
            return
        yield legal[random.randrange(len(legal))]


def played(id: str, options: dict[str, Any], seed: int, plies: int) -> ludarium.Game:
    """A game after some random moves."""
    game = ludarium.new(id, **options)
    for move in random_moves(game, Random(seed), plies):
        game.push(move)
    return game


def turn(game: ludarium.Game) -> int:
    """The number of the player to move."""
    return game.kind.rules.turn(game.constants, game.row)
