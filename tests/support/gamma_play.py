"""Games of Gamma for tests, in which anybody acts at any time."""

from collections.abc import Iterator

from ludarium.contract.row import Row
from ludarium.games import kind
from ludarium.games.gamma import board, layout, players, rules
from ludarium.games.gamma.layout import Gamma

KIND = kind("gamma")
MOST = 4294967295


def gamma(width: int, height: int, players: int, areas: int) -> Gamma:
    return board.make(width, height, players, areas)


class FreePlay:
    """A game in which anybody acts at any time. Players are counted from 1, as people do."""

    def __init__(self, width: int, height: int, players: int, areas: int) -> None:
        self.game = gamma(width, height, players, areas)
        self.s: Row = rules.free_start(self.game)

    def roomy(self) -> Row:
        if rules.crowded(self.game, self.s):
            self.s = rules.grown(self.game, self.s)
        return self.s

    def m(self, player: int, x: int, y: int) -> int:
        return rules.take(self.game, self.roomy(), player - 1, x, y)

    def g(self, player: int, x: int, y: int) -> int:
        return rules.golden(self.game, self.roomy(), player - 1, x, y)

    def b(self, player: int) -> int:
        return rules.busy(self.game, self.s, player - 1)

    def f(self, player: int) -> int:
        return rules.free(self.game, self.s, player - 1)

    def q(self, player: int) -> int:
        return rules.golden_possible(self.game, self.s, player - 1)

    def p(self) -> str:
        return board.picture(self.game, self.s)

    def areas(self, player: int) -> int:
        owner = players.find(self.game, self.s, player - 1) if player <= self.game.players else 0
        return self.s[layout.account(self.game, owner) + layout.AREAS] if owner else 0

    def draw(self, rows: str) -> "FreePlay":
        """Give the fields of a drawing to the players in it, whatever the limit says meanwhile."""
        for y, row in enumerate(reversed(rows.split())):
            for x, name in enumerate(row):
                if name != ".":
                    rules.hand_over(self.game, self.s, self.game.width * y + x, int(name) - 1)
        return self


def drawn(rows: str, players: int = 9, areas: int = 1) -> FreePlay:
    lines = rows.split()
    return FreePlay(len(lines[0]), len(lines), players, areas).draw(rows)


class Naive:
    """The same game with a dictionary, flood fills, and every golden move really tried."""

    def __init__(self, width: int, height: int, players: int, areas: int) -> None:
        self.width, self.height, self.players, self.limit = width, height, players, areas
        self.fields: dict[tuple[int, int], int] = {}
        self.golden: set[int] = set()

    def areas(self, player: int) -> int:
        left, found = {place for place, owner in self.fields.items() if owner == player}, 0
        while left:
            found += 1
            flood = [left.pop()]
            while flood:
                x, y = flood.pop()
                near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
                left -= near
                flood += near
        return found

    def act(self, player: int, x: int, y: int, golden: bool, really: bool = True) -> int:
        inside = 0 <= x < self.width and 0 <= y < self.height and 1 <= player <= self.players
        other = self.fields.get((x, y))
        if not inside or (other is not None) != golden or other == player or (golden and player in self.golden):
            return 0
        self.fields[x, y] = player
        fine = self.areas(player) <= self.limit and (other is None or self.areas(other) <= self.limit)
        if fine and really:
            self.golden |= {player} if golden else set()
        elif other is None:
            del self.fields[x, y]
        else:
            self.fields[x, y] = other
        return int(fine)

    def tries(self, player: int, golden: bool) -> Iterator[int]:
        for x in range(self.width):
            for y in range(self.height):
                yield self.act(player, x, y, golden, really=False)

    def b(self, player: int) -> int:
        return sum(owner == player for owner in self.fields.values())
