"""One game with an opponent in each seat, played to its end, and what it is worth to each."""

import time
from collections.abc import Callable, Sequence

from ..contract.errors import IllegalMove
from ..play.game import Game
from ..play.move import Move
from ..play.opponents.opponent import Forfeit, Opponent

LONGEST = 20_000  # plies after which a game is broken off; some need never end
IDLE = 3  # rounds without any change of the position, after which a game is broken off too


class SeatedGame:
    """A game between opponents. Who cannot continue or makes an illegal move is at fault, and ends it."""

    def __init__(self, game: Game, opponents: Sequence[Opponent], names: Sequence[str], longest: int) -> None:
        self.game, self.opponents, self.names, self._longest = game, opponents, names, longest
        self.seconds, self.moves = [0.0] * len(opponents), [0] * len(opponents)
        self.why = ""
        """Why it ended out of turn, if it did."""
        self.at_fault: int | None = None
        """The seat of the one who has ended it out of turn."""

    def play(self, watch: Callable[[], None] = lambda: None) -> None:
        """Play to the end; watch is called after every move."""
        game, rules, keys = self.game, self.game.kind.rules, list[int]()
        for opponent in dict.fromkeys(self.opponents):  # one may have several seats
            opponent.begin(game)
        while not game.outcome():
            keys.append(rules.key(game.constants, game.row))
            if len(keys) > self._longest or self._is_idle(keys):
                self.why = "broken off; the points decide"
                return
            seat = rules.turn(game.constants, game.row)
            try:
                game.push(self._choose(seat))
            except (Forfeit, IllegalMove) as error:
                self.why, self.at_fault = f"{self.names[seat]} loses: {error}", seat
                return
            watch()

    def _is_idle(self, keys: list[int]) -> bool:
        """Whether the position has been the same for some rounds, because all players who can move only wait."""
        # One key for each of them who is to move; those who cannot move are passed over, so a round may be shorter
        plies = IDLE * len(self.opponents) + 1
        return len(keys) >= plies and len(set(keys[-plies:])) <= len(self.opponents)

    def _choose(self, seat: int) -> Move:
        begun = time.perf_counter()
        move = self.opponents[seat].choose(self.game)
        self.seconds[seat] += time.perf_counter() - begun
        self.moves[seat] += 1
        return move

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        rules, game = self.game.kind.rules, self.game
        return [rules.score(game.constants, game.row, seat) for seat in range(len(self.opponents))]

    @property
    def shares(self) -> list[float]:
        """The part of the win that each seat has, from 0 to 1: by the rules, or by points if it ended out of turn."""
        if self.why:
            points = self.points
            return [(mine == max(points)) / points.count(max(points)) for mine in points]
        rules, game = self.game.kind.rules, self.game
        return [rules.share(game.constants, game.row, seat) / 1000 for seat in range(len(self.opponents))]

    @property
    def worths(self) -> list[float]:
        """What the game is worth to each seat: alone its points, else from 0 for the last to 1 for the first.

        Each other player that came behind counts the same, and one that came to the same place half of it.
        """
        if len(self.opponents) == 1:
            return [float(self.points[0])]
        merits = self._merits()
        return [
            (sum(mine > other for other in merits) + (merits.count(mine) - 1) / 2) / (len(merits) - 1)
            for mine in merits
        ]

    def _merits(self) -> list[tuple[bool, float, int]]:
        """What seats are ranked by: who is at fault comes last, and among those who win nothing the points decide."""
        if self.why:
            return [(seat != self.at_fault, 0, points) for seat, points in enumerate(self.points)]
        return [(True, share, 0 if share else points) for share, points in zip(self.shares, self.points, strict=True)]
