"""Playouts: random games from a position to their ends."""

import os
from typing import Any, NamedTuple

from ..contract.bits import mix
from ..contract.kind import Kind
from ..contract.row import Row
from .code import compiled, game_code
from .memory import as_array, copy, draw, generator, numbers, room_for_moves, thread_pool
from .native.signature import Numbers
from .rule_calls import moves, outcome, play, share

LONGEST = 10_000  # plies after which a random game is left unfinished; some games need never end
MOST_SHARES = 1024  # players whose shares are added up: thousands would need more memory than the games


def play_on(game: Any, s: Row, out: Numbers, random: Numbers, plies: int) -> int:
    """Play random moves in place until the game ends or this many are made; returns how many were."""
    for made in range(plies):
        if outcome(game, s):
            return made
        n = moves(game, s, out, 0)
        play(game, s, out[draw(random, n)])
    return plies


@compiled
def play_games(
    game: Any,
    start: Row,
    s: Row,
    out: Numbers,
    random: Numbers,
    games: int,
    limit: int,
    shares: Numbers,
    stop: Numbers,
) -> int:
    """Play this many random games from a position; adds each player's shares, returns the plies played."""
    plies = 0
    for _ in range(games):
        if stop[0]:
            break
        copy(game, start, s)
        plies += play_on(game, s, out, random, limit)
        if outcome(game, s):
            for player in range(len(shares)):
                shares[player] += share(game, s, player)
    return plies


@compiled
def play_game(game: Any, s: Row, out: Numbers, random: Numbers, record: Numbers) -> int:
    """Play a random game in place, writing its moves to record; returns how many there are."""
    for made in range(len(record)):
        if outcome(game, s):
            return made
        n = moves(game, s, out, 0)
        record[made] = out[draw(random, n)]
        play(game, s, record[made])
    return len(record)


class Playouts(NamedTuple):
    """The results of random games: each player's average share of the win, and the plies played."""

    games: int
    plies: int
    shares: tuple[float, ...]


def playouts(
    kind: Kind, game: Any, row: Row, games: int, *, seed: int = 0, limit: int = LONGEST, threads: int | None = 1
) -> Playouts:
    """Play random games from a position to their ends. The same seed and number of threads play the same games."""
    threads = threads or os.cpu_count() or 1
    start, counted = as_array(row), min(kind.rules.players(game), MOST_SHARES)
    play_some = game_code(kind, start.typecode).native(play_games)
    shares = [numbers(counted) for _ in range(threads)]

    def some(i: int, stop: Numbers) -> int:
        mine = games // threads + (i < games % threads)
        out, random = room_for_moves(kind, game), generator(mix(seed, i))
        return int(play_some(game, start, start[:], out, random, mine, limit, shares[i], stop))

    with thread_pool(threads) as (pool, stop):
        plies = sum(pool.map(lambda i: some(i, stop), range(threads)))
    return Playouts(games, plies, tuple(sum(parts) / 1000 / max(games, 1) for parts in zip(*shares, strict=True)))
