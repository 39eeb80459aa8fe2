"""The engine plays itself, and the positions of its games become a shard.

A game opens with random moves. Then each move is searched with so many nodes, a third more or less, and early in the
game some moves are random instead, so that no two games are alike and also what a mistake leads to is learned.
"""

from array import array
from random import Random
from typing import Any, NamedTuple

from ...contract.kind import Kind
from ...contract.row import Row
from ...engine.memory import typecode_of
from ...engine.search.patience import Patience
from ...games import kind as find
from ..net_player import name_of, searcher_with
from .shard import HIGHEST, Header, Shard
from .variants import variant

OPENING = 4, 10  # random moves that a game begins with, at least and at most
SLIP = 0.06  # how likely a move is random instead of searched, as long as the game is early
EARLY = 30  # searched moves, after which no move is random
SPREAD = 0.3  # of the nodes of a move, to either side
LONGEST = 1000  # searched moves, after which a game is broken off and counts as shared


class Plan(NamedTuple):
    """How shards are made; it travels to the process that makes one."""

    game: str
    options: dict[str, str]  # of which shards take the variants in turn
    nodes: int
    seed: int
    generation: int = 0
    net: bytes = b""  # the content of a file of weights; empty for the hand-made evaluation


class Order(NamedTuple):
    """A shard to be made: its number, and how many positions or games it holds at least."""

    plan: Plan
    number: int
    positions: int = 0
    games: int = 0

    def is_filled(self, positions: int, games: int) -> bool:
        return positions >= self.positions and games >= self.games


def play_shard(order: Order) -> bytes:
    """Play the games of a shard; the same order makes the same content, on any machine."""
    plan = order.plan
    kind = find(plan.game)
    options = variant(plan.options, order.number)
    games = SelfPlay(kind, kind.make(kind.choose(dict(options))), plan)
    random = Random(f"{plan.seed} {plan.generation} {order.number}")
    count = 0
    while not order.is_filled(len(games.scores), count):
        games.play(random)
        count += 1
    header = Header(
        game=plan.game,
        options=options,
        typecode=games.rows.typecode,
        width=games.width,
        positions=len(games.scores),
        games=count,
        number=order.number,
        seed=plan.seed,
        generation=plan.generation,
        nodes=plan.nodes,
        net=name_of(plan.net),
    )
    return Shard(header, games.rows, games.scores, games.results).encode()


class SelfPlay:
    """Games of the search against itself, and the positions that they bring."""

    def __init__(self, kind: Kind, game: Any, plan: Plan) -> None:
        self.kind, self.game, self.nodes = kind, game, plan.nodes
        self._searcher = searcher_with(kind, game, plan.net)
        start = kind.rules.start(game, 0)
        self.width = kind.kept(game) or len(start)
        self.rows = array(typecode_of(start))
        self.scores, self.results = array("h"), array("h")

    def play(self, random: Random) -> None:
        """Play a game to its end and keep its positions."""
        rules, row, turns = self.kind.rules, self._opening(random), list[int]()
        while not rules.outcome(self.game, row) and len(turns) < LONGEST:
            nodes = max(1, int(self.nodes * random.uniform(1 - SPREAD, 1 + SPREAD)))
            found = self._searcher.search(row, nodes=nodes, patience=Patience.UNTIL_READY)
            self.rows.extend(row[: self.width])
            self.scores.append(max(-HIGHEST, min(HIGHEST, found.score)))
            turns.append(rules.turn(self.game, row))
            slips = len(turns) < EARLY and random.random() < SLIP
            rules.play(self.game, row, random.choice(self.kind.legal_moves(self.game, row)) if slips else found.move)
        players = range(rules.players(self.game))
        if rules.outcome(self.game, row):
            shares = [rules.share(self.game, row, player) for player in players]
        else:
            shares = [1000 // len(players) for _ in players]
        self.results.extend(shares[turn] for turn in turns)

    def _opening(self, random: Random) -> Row:
        """A position after some random moves; fewer of them where a game would be over."""
        plies = random.randint(*OPENING)
        while True:
            row = self.kind.rules.start(self.game, random.getrandbits(30))
            for _ in range(plies):
                legal = self.kind.legal_moves(self.game, row)
                if legal:
                    self.kind.rules.play(self.game, row, random.choice(legal))
            if not self.kind.rules.outcome(self.game, row) or not plies:
                return row
            plies //= 2
