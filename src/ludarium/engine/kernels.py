"""Walks over any game's positions, compiled: every line of play to a depth, and random play to the end."""

from typing import Any

from .compile import compiled, count_moves, helper, kept, key, moves, outcome, play, score, share, turn

# All walks look at stop[0], which another thread sets to 1 to end them early.

HIGH = 0x2545F4914F6CDD1D


@helper
def copy(game: Any, a: Any, b: Any) -> None:
    """Copy the position in row a to row b."""
    n = kept(game)
    for i in range(n if n else a.size):
        b[i] = a[i]


@helper
def draw(random: Any, n: int) -> int:
    """A number below n from the generator whose state is random[0] (xorshift; never 0)."""
    x = random[0]
    x ^= x << 13
    x ^= x >> 7 & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    random[0] = x
    drawn: int = (x * HIGH >> 32 & 0xFFFFFFFF) * n >> 32
    return drawn


@compiled
def perft(game: Any, stack: Any, out: Any, base: int, ply: int, depth: int, counted: int, stop: Any) -> int:
    """The number of lines of play of this many plies, the last move of each played, or only counted."""
    s, child = stack[ply], stack[ply + 1]
    if outcome(game, s) or stop[0]:
        return 0
    if depth == 1 and counted:
        return count_moves(game, s, out, base)
    end = moves(game, s, out, base)
    total = 0
    for i in range(base, end):
        copy(game, s, child)
        play(game, child, out[i])
        if depth > 1:
            total += perft(game, stack, out, end, ply + 1, depth - 1, counted, stop)
        else:
            total += 1
    return total


@helper
def play_on(game: Any, s: Any, out: Any, random: Any, plies: int) -> int:
    """Play random moves in place until the game ends or this many are made; returns how many were."""
    for made in range(plies):
        if outcome(game, s):
            return made
        n = moves(game, s, out, 0)
        play(game, s, out[draw(random, n)])
    return plies


@compiled
def trace(game: Any, s: Any, out: Any, random: Any, record: Any) -> int:
    """Play a random game in place, writing its moves to record; returns how many there are."""
    for made in range(len(record)):
        if outcome(game, s):
            return made
        n = moves(game, s, out, 0)
        record[made] = out[draw(random, n)]
        play(game, s, record[made])
    return len(record)


@compiled
def playouts(
    game: Any, start: Any, s: Any, out: Any, random: Any, games: int, limit: int, shares: Any, stop: Any
) -> int:
    """Play this many random games from a position; adds each player's shares, returns the plies played."""
    plies = 0
    for _ in range(games):
        if stop[0]:
            break
        copy(game, start, s)
        plies += play_on(game, s, out, random, limit)
        if outcome(game, s):
            for player in range(shares.size):
                shares[player] += share(game, s, player)
    return plies


@compiled
def list_moves(game: Any, s: Any, out: Any) -> int:
    """Write the legal moves of one position; returns how many there are, none when the game is over."""
    return 0 if outcome(game, s) else moves(game, s, out, 0)


@compiled
def look(game: Any, s: Any) -> tuple[int, int]:
    """The position's key and whose turn it is."""
    return key(game, s), turn(game, s)


@compiled
def result(game: Any, s: Any, scores: Any, shares: Any) -> None:
    """Write every player's points and part of the win."""
    for player in range(len(scores)):
        scores[player] = score(game, s, player)
        shares[player] = share(game, s, player)


@compiled
def make_move(game: Any, s: Any, move: int) -> int:
    """Make one move in place; returns the outcome."""
    play(game, s, move)
    return outcome(game, s)
