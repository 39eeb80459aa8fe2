"""Where players meet, so that the question for a golden move is answered without a walk over the board.

A contact is a field beside a field of another player. A player at the limit of areas may only rob fields beside the
own, so what matters is what the player's contacts touch. A contact is loose if its loss leaves at most one piece of its
area, so that its owner has no more areas than before: such a field can always be robbed. Each account counts the loose
fields that its contacts touch (PREY). If there are any, the answer is yes.

If not, there may still be a field whose loss makes two or three areas out of one, with an owner who has few enough. To
find it, the player's contacts, which form a ring, are gone through from the one where the last was found. That none
was found is remembered until some player's areas become fewer (DROPS) or what a contact touches is settled anew.
"""

from ...contract.row import Row
from .contours import BEGIN, NEW, OLD, along, pieces
from .layout import (
    AFTER,
    ARC,
    AREAS,
    BEFORE,
    CONTACT,
    HOPELESS,
    OWNER,
    PREY,
    TABLE,
    Gamma,
    account,
    entry,
    neighbour,
    owner_beside,
)


def is_contact(game: Gamma, s: Row, field: int) -> bool:
    """Whether a field is owned and lies beside the field of another owner."""
    w, at = game.width, OWNER + field
    owner, x = s[at], field % w
    if owner == 0:
        return False
    left, right = s[at - 1] if x > 0 else 0, s[at + 1] if x + 1 < w else 0
    down, up = s[at - w] if field >= w else 0, s[at + w] if field + w < game.fields else 0
    return (
        (left != 0 and left != owner)
        or (right != 0 and right != owner)
        or (down != 0 and down != owner)
        or (up != 0 and up != owner)
    )


def link(game: Gamma, s: Row, field: int) -> None:
    """Put a field into the ring of its owner's contacts, or out of it, according to what it is now."""
    at, first = entry(game, field), account(game, s[OWNER + field]) + CONTACT
    if s[at + AFTER] == 0 and is_contact(game, s, field):
        if s[first] == 0:
            s[first] = s[at + BEFORE] = s[at + AFTER] = field + 1
        else:
            head = entry(game, s[first] - 1)
            s[at + BEFORE], s[at + AFTER] = s[first], s[head + AFTER]
            s[entry(game, s[head + AFTER] - 1) + BEFORE] = field + 1
            s[head + AFTER] = field + 1
    elif s[at + AFTER] != 0 and not is_contact(game, s, field):
        unlink(game, s, field)


def unlink(game: Gamma, s: Row, field: int) -> None:
    """Take a field out of the ring of its owner's contacts."""
    at, first = entry(game, field), account(game, s[OWNER + field]) + CONTACT
    last, follower = s[at + BEFORE], s[at + AFTER]
    if s[first] == field + 1:
        s[first] = 0 if follower == field + 1 else follower
    s[entry(game, last - 1) + AFTER], s[entry(game, follower - 1) + BEFORE] = follower, last
    s[at + BEFORE] = s[at + AFTER] = 0


def is_linked(game: Gamma, s: Row, field: int) -> bool:
    return s[entry(game, field) + AFTER] != 0


def loosen(game: Gamma, s: Row, field: int, loose: int) -> None:
    """Note whether a field is loose, in the accounts of the owners beside it too."""
    at, bit = OWNER + 5 * game.fields + (field >> 4), field & 15
    if s[at] >> bit & 1 == loose:
        return
    s[at] ^= 1 << bit
    owner = s[OWNER + field]
    for d in range(4):
        other = owner_beside(game, s, field, d)
        if other != 0 and other != owner:
            s[account(game, other) + PREY] += 2 * loose - 1


def settle(game: Gamma, s: Row, field: int) -> None:
    """Update what a contact is to the owners beside it."""
    left, owner = pieces(game, s, field), s[OWNER + field]
    loosen(game, s, field, 1 if left < 2 else 0)
    if left > 1 and s[account(game, owner) + AREAS] - 1 + left <= game.areas:
        for d in range(4):
            other = owner_beside(game, s, field, d)
            if other != 0 and other != owner:
                s[account(game, other) + CONTACT] = neighbour(game, field, d) + 1
                s[account(game, other) + HOPELESS] = 0


def settle_arcs(game: Gamma, s: Row, table: int) -> None:
    """Settle the fields along arcs that were labelled anew, those that an arc passes at a corner only included."""
    for arc in range(table, table + TABLE, ARC):
        side = s[arc + BEGIN] if s[arc + NEW] != s[arc + OLD] else -1
        while side >= 0:
            field = side >> 2
            if is_linked(game, s, field):
                settle(game, s, field)
            ahead = neighbour(game, field, side + 1 & 3)
            if ahead >= 0 and s[OWNER + ahead] == s[OWNER + field] and is_linked(game, s, ahead):
                settle(game, s, ahead)
            side = along(game, s, arc, side)


def can_lose(game: Gamma, s: Row, field: int) -> bool:
    """Whether the owner of a field stays within the limit of areas without it."""
    return s[account(game, s[OWNER + field]) + AREAS] - 1 + pieces(game, s, field) <= game.areas


def find_prey(game: Gamma, s: Row, owner: int) -> int:
    """A contact of an owner beside a field that its own owner can lose, or -1."""
    begin = s[account(game, owner) + CONTACT] - 1
    field = begin
    while field >= 0:
        for d in range(4):
            other = owner_beside(game, s, field, d)
            if other != 0 and other != owner and can_lose(game, s, neighbour(game, field, d)):
                return field
        field = s[entry(game, field) + AFTER] - 1
        if field == begin:
            field = -1
    return -1
