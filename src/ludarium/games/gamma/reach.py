"""Reach: which free fields a player gets to first.

A free field is in the reach of the player with the shortest way to it over free fields, and of none if several have
it. Free fields have nothing in their entries, and players who are known by their accounts need no names: these places
of the row are free to write on, and are cleared afterwards.
"""

from ...contract.row import Row
from .layout import AREAS, ENTRY, FREE, OWNER, ROOM, WHO, Gamma, account, entry

STARTS = 4  # areas that may still be started and are worth something
LARGE = 2500  # fields, from which on reach is not measured: that would take longer than to copy the position

SHARED = -1  # stands for the owner of a free field that several reach first
NEXT, NEAREST, WAY = 0, 1, 2  # what is written in the entry of a free field: see `spread`


def measure(game: Gamma, s: Row) -> int:
    """Write each owner's reach into the account, in the place of the name; returns how many may still start an area."""
    if game.fields < LARGE:
        field, entries = spread(game, s, begin(game, s)), entry(game, 0)
        while field >= 0:
            at = entries + ENTRY * field
            if s[at + NEAREST] != SHARED:
                s[account(game, s[at + NEAREST]) + WHO] += 1
            field = s[at + NEXT] - 1
            s[at + NEXT] = s[at + NEAREST] = s[at + WAY] = 0
    starters = 0
    for owner in range(1, s[ROOM] + 1):
        starters += starts_left(game, s, account(game, owner)) > 0
    return starters


def clear(game: Gamma, s: Row) -> None:
    """Leave the accounts as they were before `measure`."""
    for owner in range(1, s[ROOM] + 1):
        s[account(game, owner) + WHO] = 0


def begin(game: Gamma, s: Row) -> int:
    """Line up the free fields beside owned ones; returns the last of them, or -1. They form a ring for now."""
    last, x, w, entries = -1, 0, game.width, entry(game, 0)
    for field in range(game.fields if s[FREE] < game.fields else 0):
        at = OWNER + field
        if s[at] == 0:
            nearest = s[at - 1] if x > 0 else 0
            nearest = meet(nearest, s[at + 1] if x + 1 < w else 0)
            nearest = meet(nearest, s[at - w] if field >= w else 0)
            nearest = meet(nearest, s[at + w] if field + w < game.fields else 0)
            if nearest != 0:
                last = line_up(s, entries, field, last, nearest, 1)
        x = x + 1 if x + 1 < w else 0
    return last


def meet(nearest: int, owner: int) -> int:
    """Whose a field is that one owner, or several, and another one reach at the same time."""
    return nearest if owner == 0 or owner == nearest else owner if nearest == 0 else SHARED


def line_up(s: Row, entries: int, field: int, last: int, nearest: int, way: int) -> int:
    """Put a free field at the end of the line, which the last one's successor leads; returns the new last."""
    at, end = entries + ENTRY * field, entries + ENTRY * last
    s[at + NEAREST], s[at + WAY] = nearest, way
    if last < 0:
        s[at + NEXT] = field + 1
    else:
        s[at + NEXT] = s[end + NEXT]
        s[end + NEXT] = field + 1
    return field


def spread(game: Gamma, s: Row, last: int) -> int:
    """Go on from the fields in line to the free ones around, the nearest first; returns the first of the line."""
    if last < 0:
        return -1
    w, entries = game.width, entry(game, 0)
    first = s[entries + ENTRY * last + NEXT] - 1
    field, seen = first, False
    while not seen:
        # A neighbour with a way as short as this field's, or shorter, is not reached from here
        x, at, way = field % w, OWNER + field, entries + ENTRY * field + WAY
        length = s[way]
        if x > 0 and s[at - 1] == 0 and not 0 < s[way - ENTRY] <= length:
            last = go_on(s, entries, field, field - 1, last)
        if x + 1 < w and s[at + 1] == 0 and not 0 < s[way + ENTRY] <= length:
            last = go_on(s, entries, field, field + 1, last)
        if field >= w and s[at - w] == 0 and not 0 < s[way - ENTRY * w] <= length:
            last = go_on(s, entries, field, field - w, last)
        if field + w < game.fields and s[at + w] == 0 and not 0 < s[way + ENTRY * w] <= length:
            last = go_on(s, entries, field, field + w, last)
        seen = field == last
        field = s[entries + ENTRY * field + NEXT] - 1
    s[entries + ENTRY * last + NEXT] = 0
    return first


def go_on(s: Row, entries: int, field: int, near: int, last: int) -> int:
    """Reach a free field from the one before it; returns the last in line."""
    here, there = entries + ENTRY * field, entries + ENTRY * near
    way, nearest = s[here + WAY] + 1, s[here + NEAREST]
    if s[there + WAY] == 0:
        return line_up(s, entries, near, last, nearest, way)
    if s[there + WAY] == way and s[there + NEAREST] != nearest:
        s[there + NEAREST] = SHARED
    return last


def starts_left(game: Gamma, s: Row, a: int) -> int:
    """Areas that can still be started; no more than there are free fields, nor than help."""
    return min(game.areas - s[a + AREAS], s[FREE], STARTS)
