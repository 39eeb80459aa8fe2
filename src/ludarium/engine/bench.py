"""One number that tells whether play has changed, and how fast it is."""

import time
from typing import Any, NamedTuple

from ..contract.bits import mix
from ..contract.kind import Kind
from ..contract.row import Row
from . import kernels, perft
from .compile import compiled, key, moves, outcome, play, register, score, turn
from .factory import make_searcher

SEED = 20  # of all that chance decides here
GAMES = 40  # random games in the fingerprint of each variant
LONGEST = 400  # plies of them
THOUGHTS, NODES = 8, 3000  # how often a computer thinks in each variant, and how much


@compiled
def _digest(game: Any, s: Any, out: Any, random: Any, plies: int, players: int) -> int:
    """Play a random game in place; a hash of all that the rules said on the way."""
    found = 0
    for _ in range(plies):
        found = mix(mix(found, key(game, s)), turn(game, s))
        if outcome(game, s):
            break
        n = moves(game, s, out, 0)
        found = mix(found, n)
        play(game, s, out[kernels.draw(random, n)])
    found = mix(found, outcome(game, s))
    for player in range(players):
        found = mix(found, score(game, s, player))
    return found


def fingerprint(kind: Kind) -> int:
    """A number that stays the same as long as the game is played by the same rules, all variants included."""
    register(kind)
    whole = 0
    for options in kind.variants(SEED):
        game = kind.make(options)
        out, random = perft.room_for_moves(kind, game), perft.generator(SEED)
        for _ in range(GAMES):
            row = perft.as_array(kind.start(game, options))
            whole = mix(whole, int(_digest(game, row, out, random, LONGEST, kind.rules.players(game))))
    return whole


def thoughts(kind: Kind) -> int:
    """A number that stays the same as long as computers think the same about the same positions, in all variants."""
    whole = 0
    for options in kind.variants(SEED):
        game = kind.make(options)
        row, brain = kind.start(game, options), make_searcher(kind, game, megabytes=1, seed=SEED, all_knowing=False)
        for _ in range(THOUGHTS):
            if not kind.legal_moves(game, row):
                break
            found = brain.search(row, nodes=max(1, NODES // brain.PACE))
            whole = mix(mix(mix(whole, found.move), found.score), found.nodes)
            kind.rules.play(game, row, found.move)
    return whole


class Speed(NamedTuple):
    """Per second, on one processor."""

    games: float
    moves: float
    perft: float
    nodes: float  # of the search


def speed(kind: Kind, seconds: float = 0.5) -> Speed:
    """How fast random games and perft run with the game's default options."""
    options = next(iter(kind.variants(SEED)))
    game = kind.make(options)
    row = kind.start(game, options)
    perft.playouts(kind, game, row, 1, limit=1)

    games, plies, spent = 0, 0, 0.0
    while spent < seconds:
        begun = time.process_time()
        found = perft.playouts(kind, game, row, games or 1, seed=games)
        spent += time.process_time() - begun
        games, plies = games + found.games, plies + found.plies
    return Speed(
        games / spent, plies / spent, _perft_speed(kind, game, row, seconds), _search_speed(kind, game, row, seconds)
    )


def _perft_speed(kind: Kind, game: Any, row: Row, seconds: float) -> float:
    """Lines a second at the first depth that takes long enough to tell."""
    perft.perft(kind, game, row, 2, threads=1)
    for depth in range(2, 12):
        begun = time.process_time()
        lines = perft.perft(kind, game, row, depth, threads=1)
        spent = time.process_time() - begun
        if spent > seconds / 10:
            break
    return lines / max(spent, 1e-9)


def _search_speed(kind: Kind, game: Any, row: Row, seconds: float) -> float:
    """Positions a second, from the start."""
    brain = make_searcher(kind, game, all_knowing=False)
    brain.search(row, nodes=1)
    found = brain.search(row, seconds=seconds)
    return found.nodes / found.seconds
