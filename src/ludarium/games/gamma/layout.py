"""How a position of Gamma lies in its row of numbers, and how fields lie on the board.

Fields are numbered from the bottom left, x to the right and y up, here with a width of 4:

    y=2     8  9 10 11        directions       1
    y=1     4  5  6  7                       2 + 0
    y=0     0  1  2  3                         3
          x=0  1  2  3

The row, with F fields and room for A accounts:

    0          the counters below, HEADER numbers
    OWNER      whose each field is: the number of its owner's account, counted from 1, or 0 if it is free       F
    + F        the entries of the fields: places in the ring of contacts, labels of sides                      4F
    + 5F       whether fields are loose: contacts whose loss leaves their area in one piece (contacts.py)      L
    + 5F + L   the accounts of the players (players.py)                                                        8A
    + 8A       where the account of a player is, if there are too many players to give each an account         2A or 0

L is F / 16, a bit for each field. That is 20 bytes a field and 32 to 40 an account, in an array of 32-bit numbers.
"""

from typing import NamedTuple

from ...contract.row import Row

# The counters.
TURN = 0  # the player to move, less SHIFT
FREE = 1  # free fields
OVER = 2  # why the game ended
BEST, LEADERS = 3, 4  # of a finished game: the most fields that a player holds, and how many hold them
HASH = 5  # three numbers of HASH_BITS bits
LABEL = 8  # the last label given to a contour
DROPS = 9  # how often a player's areas became so few that fields which split an area might go
KNOWN = 10  # accounts opened, where they are opened as players come
ROOM = 11  # accounts there is room for
INDEX = 12  # size of the index of accounts; 0 if player p simply has account p + 1
ARCS = 13  # two tables of four arcs, used while a field changes hands
ARC = 6  # numbers an arc
TABLE = 4 * ARC
HEADER = ARCS + 2 * TABLE
OWNER = HEADER

# The numbers of a field's entry.
ENTRY = 4
BEFORE, AFTER = 0, 1  # of a contact: those before and after it in the ring of its owner's contacts, plus 1
LABELS = 2  # of the contours along the right side and the top, and along the left side and the bottom (contours.py)

# The numbers of an account.
ACCOUNT = 8
FIELDS = 0  # fields held
AREAS = 1  # areas they make
BORDER = 2  # free fields next to them
GOLDEN = 3  # 1 when the golden move is used up
PREY = 4  # how often a loose field of another player lies next to one of the player's
CONTACT = 5  # one of the player's contacts, plus 1; 0 if there are none
HOPELESS = 6  # DROPS + 1 when it was found that no contact allows a golden move; 0 if that is not known
WHO = 7  # the player, less SHIFT

SHIFT = 1 << 31  # players are counted to 2**32, and numbers of the row have 32 bits with a sign
HASH_BITS = 21
LARGEST = 1 << 29  # fields whose sides can be counted in 32 bits; larger boards take 64 bits a number


class Gamma(NamedTuple):
    """The size of the board, the number of players, and how many areas each may have."""

    width: int
    height: int
    players: int
    areas: int
    fields: int


def length(game: Gamma, room: int, index: int) -> int:
    """Numbers in a row with room for so many accounts and an index of this size."""
    return account(game, room + 1) + index


def entry(game: Gamma, field: int) -> int:
    """Where the entry of a field begins."""
    return OWNER + game.fields + ENTRY * field


def label_at(game: Gamma, side: int) -> int:
    """Where the label of a side is. Sides are counted 4 * field + direction."""
    return OWNER + game.fields + ENTRY * (side >> 2) + LABELS + (side >> 1 & 1)


def account(game: Gamma, owner: int) -> int:
    """Where the account of an owner begins."""
    return OWNER + 5 * game.fields + (game.fields + 15 >> 4) + ACCOUNT * (owner - 1)


def neighbour(game: Gamma, field: int, direction: int) -> int:
    """The field next to a field, or -1 at the edge of the board."""
    if direction == 0:
        return field + 1 if (field + 1) % game.width else -1
    if direction == 1:
        return field + game.width if field + game.width < game.fields else -1
    if direction == 2:
        return field - 1 if field % game.width else -1
    return field - game.width if field >= game.width else -1


def owner_beside(game: Gamma, s: Row, field: int, direction: int) -> int:
    """Who owns the field next to a field; 0 if it is free or off the board."""
    w, at = game.width, OWNER + field
    if direction == 0:
        return s[at + 1] if (field + 1) % w else 0
    if direction == 1:
        return s[at + w] if field + w < game.fields else 0
    if direction == 2:
        return s[at - 1] if field % w else 0
    return s[at - w] if field >= w else 0


def touches(game: Gamma, s: Row, field: int, owner: int) -> bool:
    """Whether one of the fields beside a field is this owner's."""
    w, at = game.width, OWNER + field
    x = field % w
    return (
        (x > 0 and s[at - 1] == owner)
        or (x + 1 < w and s[at + 1] == owner)
        or (field >= w and s[at - w] == owner)
        or (field + w < game.fields and s[at + w] == owner)
    )


def ring(game: Gamma, s: Row, field: int, owner: int) -> int:
    """Which of the eight fields around a field are this owner's, as bits: from the right, against the clock."""
    w, at = game.width, OWNER + field
    x = field % w
    left, right, bits = x > 0, x + 1 < w, 0
    if right and s[at + 1] == owner:
        bits = 1
    if field + w < game.fields:
        if right and s[at + w + 1] == owner:
            bits |= 2
        if s[at + w] == owner:
            bits |= 4
        if left and s[at + w - 1] == owner:
            bits |= 8
    if left and s[at - 1] == owner:
        bits |= 16
    if field >= w:
        if left and s[at - w - 1] == owner:
            bits |= 32
        if s[at - w] == owner:
            bits |= 64
        if right and s[at - w + 1] == owner:
            bits |= 128
    return bits
