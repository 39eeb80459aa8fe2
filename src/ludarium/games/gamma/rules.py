"""Gamma: players take the fields of a board, each within so many areas, and once a game another player's field.

`layout.py` shows how a position lies in its row of numbers. Every change keeps three things up to date that make the
rules quick: contours distinguish areas (`contours.py`), contacts say whether a golden move is possible (`contacts.py`),
and accounts hold what each player has (`players.py`).

There are two ways to play. By turns, as in every game here: a move is the field to take, or that field plus the
number of fields for a golden move, or twice the number of fields to skip. Or freely, any player at any time, as the
batch mode of the game's own program does: take, golden, busy, free and golden_possible, all with players from 0 on.
"""

from ...contract.bits import mix
from ...contract.row import Row
from .contacts import can_lose, find_prey, is_linked, link, loosen, settle, settle_arcs, unlink
from .contours import areas_beside, resew
from .layout import (
    AFTER,
    ARCS,
    AREAS,
    BEST,
    BORDER,
    CONTACT,
    DROPS,
    ENTRY,
    FIELDS,
    FREE,
    GOLDEN,
    HASH,
    HASH_BITS,
    HOPELESS,
    LEADERS,
    OVER,
    OWNER,
    PREY,
    SHIFT,
    TABLE,
    TURN,
    Gamma,
    account,
    entry,
    neighbour,
    owner_beside,
    touches,
)
from .players import accounts, enter, find, has_room, index_size, new_row, room_at_first, room_by_turns, who
from .players import crowded as crowded
from .players import grown as grown

# Why a game ended.
NOBODY, TOO_MANY = 1, 2

# Above all numbers of fields and players: two equal numbers mixed would leave no trace in the hash
FIELD_SALT, GOLDEN_SALT = 0x6669656C64, 0x676F6C64656E


def players(game: Gamma) -> int:
    return game.players


def start(game: Gamma, seed: int) -> Row:
    return new_row(game, room_by_turns(game), index_size(game, room_by_turns(game)))


def free_start(game: Gamma) -> Row:
    """The first position for free play: a row that takes little memory and must be `grown` whenever it is `crowded`."""
    return new_row(game, room_at_first(game), index_size(game, room_at_first(game)))


def most_moves(game: Gamma) -> int:
    """A field is either free or owned, and one can skip."""
    return game.fields + 1


def turn(game: Gamma, s: Row) -> int:
    return s[TURN] + SHIFT


# What a player may do.


def below_limit(game: Gamma, s: Row, owner: int) -> bool:
    """Whether an owner, or a player without an account, may have one more area."""
    return owner == 0 or s[account(game, owner) + AREAS] < game.areas


def may_take(game: Gamma, s: Row, owner: int, field: int) -> bool:
    return s[OWNER + field] == 0 and (below_limit(game, s, owner) or touches(game, s, field, owner))


def may_rob(game: Gamma, s: Row, owner: int, field: int) -> bool:
    if s[OWNER + field] == 0 or s[OWNER + field] == owner or (owner != 0 and s[account(game, owner) + GOLDEN]):
        return False
    return (below_limit(game, s, owner) or touches(game, s, field, owner)) and can_lose(game, s, field)


def hope(game: Gamma, s: Row, owner: int) -> int:
    """Whether a golden move is possible: 0 no, 1 yes, 2 if the contacts have to be looked through."""
    taken, a = game.fields - s[FREE], account(game, owner)
    if owner == 0:
        return 1 if taken else 0
    if s[a + GOLDEN]:
        return 0
    if s[a + AREAS] < game.areas:
        # Another player's field will do: every area has one that it can lose in one piece
        return 1 if taken > s[a + FIELDS] else 0
    if s[a + PREY]:
        return 1
    return 0 if s[a + CONTACT] == 0 or s[a + HOPELESS] == s[DROPS] + 1 else 2


def can_rob(game: Gamma, s: Row, owner: int) -> bool:
    """Whether an owner has a golden move now; looks only, and remembers nothing."""
    hoped = hope(game, s, owner)
    return hoped == 1 or (hoped == 2 and find_prey(game, s, owner) >= 0)


def count_free(game: Gamma, s: Row, owner: int) -> int:
    return s[FREE] if below_limit(game, s, owner) else s[account(game, owner) + BORDER]


# Free play. A player or a field that is not there can do nothing and has nothing.


def is_field(game: Gamma, x: int, y: int) -> bool:
    return 0 <= x < game.width and 0 <= y < game.height


def is_player(game: Gamma, player: int) -> bool:
    return 0 <= player < game.players


def take(game: Gamma, s: Row, player: int, x: int, y: int) -> int:
    """Take a free field; returns 1 if the player could. On a crowded row a player without an account cannot."""
    if not (is_player(game, player) and is_field(game, x, y)):
        return 0
    field = game.width * y + x
    if s[OWNER + field] or not may_take(game, s, find(game, s, player), field) or not has_room(game, s, player):
        return 0
    hand_over(game, s, field, player)
    return 1


def golden(game: Gamma, s: Row, player: int, x: int, y: int) -> int:
    """Make a golden move; returns 1 if the player could. On a crowded row a player without an account cannot."""
    if not (is_player(game, player) and is_field(game, x, y)):
        return 0
    field = game.width * y + x
    if not may_rob(game, s, find(game, s, player), field) or not has_room(game, s, player):
        return 0
    hand_over(game, s, field, player)
    return 1


def busy(game: Gamma, s: Row, player: int) -> int:
    """How many fields the player holds."""
    owner = find(game, s, player) if is_player(game, player) else 0
    return s[account(game, owner) + FIELDS] if owner else 0


def free(game: Gamma, s: Row, player: int) -> int:
    """How many fields the player could take."""
    return count_free(game, s, find(game, s, player)) if is_player(game, player) else 0


def golden_possible(game: Gamma, s: Row, player: int) -> int:
    """1 if the player has a golden move now; what was found out is remembered in the row."""
    return 1 if is_player(game, player) and seek(game, s, find(game, s, player)) else 0


def seek(game: Gamma, s: Row, owner: int) -> bool:
    """Whether an owner has a golden move now; remembers where one was found, or that there is none."""
    hoped = hope(game, s, owner)
    if hoped == 2:
        contact, a = find_prey(game, s, owner), account(game, owner)
        if contact < 0:
            s[a + HOPELESS] = s[DROPS] + 1
        else:
            s[a + CONTACT] = contact + 1
        return contact >= 0
    return hoped == 1


# A field changes hands.


def hand_over(game: Gamma, s: Row, field: int, player: int) -> None:
    """Give a player a field, which is free or, by the golden move, another player's."""
    owner, before = enter(game, s, player), s[OWNER + field]
    forget(game, s, field)
    if before == 0:
        s[FREE] -= 1
        shrink_borders(game, s, field)
    else:
        stir(s, mix(mix(FIELD_SALT, field), who(game, s, before)))
        use_golden(game, s, owner, player)
        s[OWNER + field] = 0
    stir(s, mix(mix(FIELD_SALT, field), player))
    for coming in range(2):
        holder = owner if coming else before
        if holder != 0:
            change(game, s, field, holder, coming)
    learn(game, s, field)
    for coming in range(2):
        if coming or before:
            settle_arcs(game, s, ARCS + TABLE * coming)


def change(game: Gamma, s: Row, field: int, owner: int, coming: int) -> None:
    """What an owner has with a field that comes, or without one that has gone; the field is free now."""
    a, sign = account(game, owner), 2 * coming - 1
    s[a + FIELDS] += sign
    for d in range(4):
        near = neighbour(game, field, d)
        if near >= 0 and s[OWNER + near] == 0 and not touches(game, s, near, owner):
            s[a + BORDER] += sign
    before = s[a + AREAS]
    if coming:
        s[a + AREAS] += 1 - areas_beside(game, s, field, owner)
    resew(game, s, field, owner, coming)
    if not coming:
        s[a + AREAS] += areas_beside(game, s, field, owner) - 1
    if s[a + AREAS] < before and before > game.areas - 2:
        # With two areas fewer than allowed all that others touch can be lost: it has three neighbours at most
        s[DROPS] = s[DROPS] + 1 & 0x3FFFFFFF


def use_golden(game: Gamma, s: Row, owner: int, player: int) -> None:
    s[account(game, owner) + GOLDEN] = 1
    stir(s, mix(GOLDEN_SALT, player))


def stir(s: Row, h: int) -> None:
    """Stir something into the hash of the position, or out of it."""
    mask = (1 << HASH_BITS) - 1
    s[HASH] ^= h & mask
    s[HASH + 1] ^= h >> HASH_BITS & mask
    s[HASH + 2] ^= h >> 2 * HASH_BITS & mask


def shrink_borders(game: Gamma, s: Row, field: int) -> None:
    """A field is free no more: those around have one free field fewer beside theirs."""
    a, b, c = 0, 0, 0
    for d in range(4):
        owner = owner_beside(game, s, field, d)
        if owner != 0 and owner != a and owner != b and owner != c:
            s[account(game, owner) + BORDER] -= 1
            a, b, c = owner, a, b


def forget(game: Gamma, s: Row, field: int) -> None:
    """Remove the field and its neighbours from the counts of the owners beside them."""
    loosen(game, s, field, 0)
    if is_linked(game, s, field):
        unlink(game, s, field)
    for d in range(4):
        near = neighbour(game, field, d)
        if near >= 0 and s[OWNER + near]:
            loosen(game, s, near, 0)


def learn(game: Gamma, s: Row, field: int) -> None:
    """Add the field and its neighbours to the counts of the owners beside them."""
    link(game, s, field)
    for d in range(4):
        near = neighbour(game, field, d)
        if near >= 0 and s[OWNER + near]:
            link(game, s, near)
    w, after = game.width, entry(game, 0) + AFTER
    x, y = field % w, field // w
    for near_y in range(max(y - 1, 0), min(y + 2, game.height)):
        for near in range(w * near_y + max(x - 1, 0), w * near_y + min(x + 2, w)):
            if s[after + ENTRY * near]:
                settle(game, s, near)


# By turns.


def moves(game: Gamma, s: Row, out: Row, n: int) -> int:
    owner = find(game, s, turn(game, s))
    below, robs = below_limit(game, s, owner), can_rob(game, s, owner)
    for field in range(game.fields):
        if s[OWNER + field] == 0 and (below or touches(game, s, field, owner)):
            out[n] = field
            n += 1
    for field in range(game.fields if robs else 0):
        if may_rob(game, s, owner, field):
            out[n] = game.fields + field
            n += 1
    out[n] = 2 * game.fields
    return n + 1


def count_moves(game: Gamma, s: Row, out: Row, n: int) -> int:
    owner = find(game, s, turn(game, s))
    total = count_free(game, s, owner) + 1
    for field in range(game.fields if can_rob(game, s, owner) else 0):
        total += may_rob(game, s, owner, field)
    return total


def action_count(game: Gamma) -> int:
    """To take a field, to take it by the golden move, and to pass."""
    return 2 * game.fields + 1


def legal(game: Gamma, s: Row, move: int) -> bool:
    owner = find(game, s, turn(game, s))
    if 0 <= move < game.fields:
        return may_take(game, s, owner, move)
    if game.fields <= move < 2 * game.fields:
        return may_rob(game, s, owner, move - game.fields)
    return move == 2 * game.fields


def play(game: Gamma, s: Row, move: int) -> None:
    if move < 2 * game.fields:
        hand_over(game, s, move % game.fields, turn(game, s))
    pass_turn(game, s, turn(game, s))


def pass_turn(game: Gamma, s: Row, player: int) -> None:
    """The turn goes to the next player who can move. When none can, it stays, and the game is over."""
    for _ in range(game.players):
        player = player + 1 if player + 1 < game.players else 0
        if can_act(game, s, player):
            s[TURN] = player - SHIFT
            s[OVER] = 0 if has_room(game, s, player) else TOO_MANY
            break
    else:
        s[OVER] = NOBODY
    if s[OVER]:
        find_leaders(game, s)


def can_act(game: Gamma, s: Row, player: int) -> bool:
    owner = find(game, s, player)
    return count_free(game, s, owner) > 0 or seek(game, s, owner)


def find_leaders(game: Gamma, s: Row) -> None:
    """Write down the most fields that a player holds and how many hold so many."""
    s[BEST] = s[LEADERS] = 0
    for owner in range(1, accounts(game, s) + 1):
        held = s[account(game, owner) + FIELDS]
        if held > s[BEST]:
            s[BEST], s[LEADERS] = held, 0
        if held == s[BEST]:
            s[LEADERS] += 1


def outcome(game: Gamma, s: Row) -> int:
    return s[OVER]


def share(game: Gamma, s: Row, player: int) -> int:
    """Who holds the most fields wins; if several do, they share."""
    return 1000 // s[LEADERS] if s[LEADERS] and busy(game, s, player) == s[BEST] else 0


def score(game: Gamma, s: Row, player: int) -> int:
    return busy(game, s, player)


def key(game: Gamma, s: Row) -> int:
    return mix(s[HASH] | s[HASH + 1] << HASH_BITS | s[HASH + 2] << 2 * HASH_BITS, turn(game, s))
