"""Games and variants for tests of environments, on boards that are quick to play in plain Python."""

from random import Random
from typing import Any

import numpy as np
import pytest

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("abatis", {"shots": "par"}),
    ("abatis", {"shots": "par", "type": "mixed", "colors": (4, 6)}),
    ("abatis", {"shots": "par", "type": "knockout", "step": 3}),
    ("ataxx", {}),
    ("ataxx", {"blocks": "3gh", "rules": "uai"}),
    ("battle-of-the-beetles", {}),
    ("battle-of-the-beetles", {"setup": "halves"}),
    ("battle-of-the-beetles", {"placement": True, "shells": False}),
    ("beetle-battle", {"size": 3}),
    ("beetle-battle", {"size": 4}),
    ("beetle-battle", {"size": 5}),
    ("gamma", {"width": 4, "height": 3}),
    ("gamma", {"width": 3, "height": 3, "players": 3, "areas": 2}),
    ("breakthrough", {"size": 5}),
    ("connect-four", {}),
    ("hex", {"size": 5}),
    ("liars-dice", {"dice": 2}),
    ("othello", {"size": 4}),
]

every_variant = pytest.mark.parametrize(
    ("id", "options"),
    VARIANTS,
    ids=[f"{id} {' '.join(map(str, options.values()))}".strip() for id, options in VARIANTS],
)


def any_action(mask: Any, chance: Random) -> int:
    """One of the legal actions."""
    return chance.choice(np.flatnonzero(mask).tolist())
