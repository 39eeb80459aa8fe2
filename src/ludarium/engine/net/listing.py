"""The features of many positions at once, for training."""

from typing import Any

from ..code import compiled
from ..native.signature import Grid, Numbers, Rows
from ..rule_calls import features, mirror, phase, turn


@compiled
def list_features(game: Any, rows: Rows, hows: Numbers, out: Grid, counts: Numbers, phases: Numbers) -> None:
    """Mirror each position by its number in `hows`; write its features as the player to move sees them, how many there
    are, and its phase."""
    for i in range(len(rows)):
        mirror(game, rows[i], hows[i])
        counts[i] = features(game, rows[i], turn(game, rows[i]), out[i], 0)
        phases[i] = phase(game, rows[i])
