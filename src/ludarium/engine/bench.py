"""Fingerprints that change when rules or searches change, and speeds."""

import time
from typing import Any, NamedTuple

from ..contract.bits import mix
from ..contract.kind import Kind
from ..contract.row import Row
from .code import compiled, game_code
from .memory import as_array, draw, generator, room_for_moves
from .native.signature import Numbers
from .perft import perft
from .playouts import playouts
from .rule_calls import key, moves, outcome, play, score, turn
from .search.factory import make_searcher

SEED = 20  # of all random numbers here
GAMES = 40  # random games in the fingerprint of each variant
LONGEST = 400  # plies of them
SEARCHES, NODES = 8, 3000  # searches in each variant, and positions in each of them


@compiled
def _digest(game: Any, s: Row, out: Numbers, random: Numbers, plies: int, players: int) -> int:
    """Play a random game in place; a hash of what the rules returned on the way."""
    found = 0
    for _ in range(plies):
        found = mix(mix(found, key(game, s)), turn(game, s))
        if outcome(game, s):
            break
        n = moves(game, s, out, 0)
        found = mix(found, n)
        play(game, s, out[draw(random, n)])
    found = mix(found, outcome(game, s))
    for player in range(players):
        found = mix(found, score(game, s, player))
    return found


def rules_fingerprint(kind: Kind) -> int:
    """A number that stays the same as long as the game is played by the same rules, all variants included."""
    whole = 0
    for options in kind.variants(SEED):
        game = kind.make(options)
        out, random = room_for_moves(kind, game), generator(SEED)
        for _ in range(GAMES):
            row = as_array(kind.start(game, options))
            digest = game_code(kind, row.typecode).native(_digest)
            whole = mix(whole, digest(game, row, out, random, LONGEST, kind.rules.players(game)))
    return whole


def search_fingerprint(kind: Kind) -> int:
    """A number that stays the same as long as searches find the same in the same positions, in all variants."""
    whole = 0
    for options in kind.variants(SEED):
        game = kind.make(options)
        row = kind.start(game, options)
        searcher = make_searcher(kind, game, megabytes=1, seed=SEED, use_tablebase=False)
        for _ in range(SEARCHES):
            if not kind.legal_moves(game, row):
                break
            found = searcher.search(row, nodes=max(1, NODES // searcher.PACE))
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
    playouts(kind, game, row, 1, limit=1)

    games, plies, spent = 0, 0, 0.0
    while spent < seconds:
        begun = time.process_time()
        found = playouts(kind, game, row, games or 1, seed=games)
        spent += time.process_time() - begun
        games, plies = games + found.games, plies + found.plies
    return Speed(
        games / spent, plies / spent, _perft_speed(kind, game, row, seconds), _search_speed(kind, game, row, seconds)
    )


def _perft_speed(kind: Kind, game: Any, row: Row, seconds: float) -> float:
    """Lines a second at the first depth that takes long enough to tell."""
    perft(kind, game, row, 2, threads=1)
    for depth in range(2, 12):
        begun = time.process_time()
        lines = perft(kind, game, row, depth, threads=1)
        spent = time.process_time() - begun
        if spent > seconds / 10:
            break
    return lines / max(spent, 1e-9)


def _search_speed(kind: Kind, game: Any, row: Row, seconds: float) -> float:
    """Positions a second, from the start."""
    searcher = make_searcher(kind, game, use_tablebase=False)
    searcher.search(row, nodes=1)
    found = searcher.search(row, seconds=seconds)
    return found.nodes / found.seconds
