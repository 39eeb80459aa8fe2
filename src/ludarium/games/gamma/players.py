"""The accounts of the players.

Where there is room, player p has account p + 1 from the start. With more players than that (there may be four billion)
an account is opened for each who takes a field, and an index finds it: a table of accounts in the order of a hash, with
a step to the next place where one is taken. Accounts are never closed, for a golden move used up must be remembered.
"""

from array import array

from ...contract.bits import mix
from ...contract.errors import BadOption
from ...contract.row import Row
from .contours import LAST_LABEL, label_all
from .layout import FREE, INDEX, KNOWN, LABEL, LARGEST, ROOM, SHIFT, TURN, WHO, Gamma, account, length

SPARE = 1024  # accounts beyond those for fields, for players who have lost all of theirs
MANY = 1 << 16  # players beyond the number of fields, from which on not every player gets an account from the start
SALT = 0x67616D6D61


def room_by_turns(game: Gamma) -> int:
    """Accounts for a game by turns, whose row stays as it is: for all players, or, of very many, for some."""
    return game.players if game.players <= game.fields + MANY else game.fields + SPARE


def room_at_first(game: Gamma) -> int:
    """Accounts to begin with where the row can grow."""
    return min(game.players, game.fields // 8 + SPARE)


def index_size(game: Gamma, room: int) -> int:
    return 0 if room >= game.players else 2 * room


def typecode(game: Gamma) -> str:
    return "i" if game.fields < LARGEST else "q"


def bytes_needed(game: Gamma) -> int:
    """The memory that the row of a game by turns takes."""
    room = room_by_turns(game)
    return length(game, room, index_size(game, room)) * array(typecode(game)).itemsize


def new_row(game: Gamma, room: int, index: int) -> "array[int]":
    """An empty board with room for so many accounts, or BadOption if memory does not hold it."""
    try:
        s = array(typecode(game), [0]) * length(game, room, index)
    except (MemoryError, OverflowError):
        raise BadOption(too_large(game)) from None
    s[TURN] = -SHIFT
    s[FREE] = game.fields
    s[ROOM], s[INDEX] = room, index
    return s


def too_large(game: Gamma) -> str:
    return f"a board of {game.width} x {game.height} fields does not fit into memory; choose a smaller one"


def find(game: Gamma, s: Row, player: int) -> int:
    """The owner's number of a player, or 0 if the player has no account."""
    if not s[INDEX]:
        return player + 1
    return s[find_place(game, s, player)]


def find_place(game: Gamma, s: Row, player: int) -> int:
    """Where the index has the account of a player, or would have it."""
    begin = account(game, s[ROOM] + 1)
    i = mix(SALT, player) % s[INDEX]
    while s[begin + i] != 0 and s[account(game, s[begin + i]) + WHO] != player - SHIFT:
        i = i + 1 if i + 1 < s[INDEX] else 0
    return begin + i


def has_room(game: Gamma, s: Row, player: int) -> bool:
    """Whether the row can hold a field for the player."""
    return s[LABEL] <= LAST_LABEL and (s[KNOWN] < s[ROOM] or find(game, s, player) != 0)


def enter(game: Gamma, s: Row, player: int) -> int:
    """The owner's number of a player, who gets an account if there was none; there must be room."""
    owner = find(game, s, player)
    if owner == 0:
        s[KNOWN] += 1
        owner = s[KNOWN]
        s[find_place(game, s, player)] = owner
        s[account(game, owner) + WHO] = player - SHIFT
    return owner


def who(game: Gamma, s: Row, owner: int) -> int:
    """The player that has this owner's number."""
    return s[account(game, owner) + WHO] + SHIFT if s[INDEX] else owner - 1


def accounts(game: Gamma, s: Row) -> int:
    """How many accounts there are; their owners' numbers go from 1 to this."""
    return s[KNOWN] if s[INDEX] else s[ROOM]


def crowded(game: Gamma, s: Row) -> bool:
    """Whether a player without an account cannot get one, or no contour a label; then the row has to be `grown`."""
    return (s[INDEX] != 0 and s[KNOWN] >= s[ROOM]) or s[LABEL] > LAST_LABEL


def grown(game: Gamma, s: Row) -> Row:
    """The same position in a row with room for twice as many accounts, and with labels to give away again."""
    known, room, index = accounts(game, s), s[ROOM], s[INDEX]
    if index:
        room, index = 2 * room, 2 * index
    wide, end = new_row(game, room, index), account(game, known + 1)
    wide[:end] = array(typecode(game), s[:end])
    wide[ROOM], wide[INDEX] = room, index
    if wide[LABEL] > LAST_LABEL:
        label_all(game, wide)
    if index:
        for owner in range(1, known + 1):
            wide[find_place(game, wide, who(game, s, owner))] = owner
    return wide
