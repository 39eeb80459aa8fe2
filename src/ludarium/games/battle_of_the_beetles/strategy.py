"""What a computer knows about Battle of the Beetles.

Until the end is certain (endings.py) it is good to have eggs, beetles that attack others, and enemies that can be
captured for nothing.
"""

from ...contract.bits import count, first, reflected
from ...contract.row import Planes, Row
from .attacks import attacked, attacking
from .endings import ending as ending
from .endings import endings_name as endings_name
from .endings import known as known
from .rules import (
    ATTACKS,
    BLUE,
    CAPTURES,
    CELLS,
    EGGS,
    SIZE,
    TO_PLACE,
    TURN,
    BattleOfTheBeetles,
    born,
)

# Fitted to the results of self-play by tools/fit.py, from both set-ups, with and without shells. Beetles count for the
# player to move and against the other.
WEIGHTS = [
    -56,  # while there are eggs: to be the player to move
    199,  # an egg
    -43,  # an egg on an even cell
    -41,  # an egg that a born enemy attacks
    21,  # an egg that attacks a born enemy
    80,  # a born beetle that attacks another
    46,  # one that attacks a born enemy
    -49,  # one that no enemy attacks, not even from the egg
    58,  # for the player to move: an enemy that can be captured and not be avenged
    88,  # when all are born: a beetle that attacks another
    -21,  # one on an even cell
    33,  # one that no enemy attacks
    14,  # one that attacks several friends
    44,  # an enemy that is attacked by several
    8,  # an enemy that can be captured and not be avenged
    15,  # the same, for the player to move
    7,  # for the player to move: a beetle that attacks an enemy
]

# By place in WEIGHTS: while there are eggs, and when all are born.
TEMPO, EGG, EVEN_EGG, EGG_IN_DANGER, THREAT, LIVE, HUNTER, SAFE, FREE_NOW = range(9)
LATE_LIVE, EVEN, LATE_SAFE, CHOICE, TWICE, LATE_FREE, LATE_FREE_NOW, LATE_HUNTER_NOW = range(9, 17)

# How early to try a move: to capture an enemy, and for each that the beetle attacks then, and that attacks it.
CAPTURE, AIM, DANGER = 100, 4, 8

# The cells whose column and row have an even sum: one of the two games that share the board and the turn.
EVEN_CELLS = sum(1 << cell for cell in range(CELLS) if BLUE >> cell & 1 and (cell % SIZE + cell // SIZE) % 2 == 0)

ATTACKERS = [sum(1 << by for by in range(CELLS) if ATTACKS[by] >> cell & 1) for cell in range(CELLS)]


# By level, so that each beats the one below about as often: a slip costs less here than in other games.
SLIPS = [1000, 1000, 1000, 1000, 770, 705, 530, 348, 195, 85, 0]


def slip(game: BattleOfTheBeetles, level: int, usual: int) -> int:
    return SLIPS[level - 1]


def order(game: BattleOfTheBeetles, s: Row, move: int) -> int:
    """Captures of enemies first; then what attacks many, and not where many attack."""
    me, you, target = s[s[TURN]], s[1 - s[TURN]], move & 63
    born_enemies = you & ~s[EGGS]
    early = -DANGER * count(ATTACKERS[target] & born_enemies)
    if move < CAPTURES:
        return early + AIM * count(ATTACKS[target] & born_enemies)
    if me >> target & 1:
        return 0
    origin = move >> 6 & 63
    early += DANGER * count(ATTACKERS[origin] & born_enemies)
    return CAPTURE + early + AIM * (count(ATTACKS[target] & (me | you)) - count(ATTACKS[origin] & you))


def noisy(game: BattleOfTheBeetles, s: Row, move: int) -> bool:
    """While there are eggs, captures of enemies; later nearly every move would be one."""
    return s[EGGS] != 0 and move >= CAPTURES and s[1 - s[TURN]] >> (move & 63) & 1 == 1


def evaluate(game: BattleOfTheBeetles, s: Row) -> int:
    """What both players have, and what counts only for the one whose turn it is."""
    me, you, eggs = s[s[TURN]], s[1 - s[TURN]], s[EGGS]
    if eggs:
        now = WEIGHTS[TEMPO] + WEIGHTS[FREE_NOW] * free(me & ~eggs, you & ~eggs)
        return now + early_worth(me, you, eggs) - early_worth(you, me, eggs)
    now = WEIGHTS[LATE_FREE_NOW] * free(me, you) + WEIGHTS[LATE_HUNTER_NOW] * count(me & attacking(you))
    return now + late_worth(me, you) - late_worth(you, me)


def free(hunters: int, enemies: int) -> int:
    """How many enemies can be captured and not be avenged."""
    return count(attacked(hunters) & enemies & ~attacked(enemies))


def early_worth(beetles: int, enemies: int, eggs: int) -> int:
    """What a player has while there are eggs."""
    own_eggs, born, born_enemies = beetles & eggs, beetles & ~eggs, enemies & ~eggs
    hunters = attacking(born_enemies)
    return (
        WEIGHTS[EGG] * count(own_eggs)
        + WEIGHTS[EVEN_EGG] * count(own_eggs & EVEN_CELLS)
        + WEIGHTS[EGG_IN_DANGER] * count(own_eggs & attacked(born_enemies))
        + WEIGHTS[THREAT] * count(own_eggs & hunters)
        + WEIGHTS[LIVE] * count(born & attacking(beetles | enemies))
        + WEIGHTS[HUNTER] * count(born & hunters)
        + WEIGHTS[SAFE] * count(born & ~attacked(enemies))
    )


def late_worth(beetles: int, enemies: int) -> int:
    """What a player has when all are born."""
    choice, once, twice, left = 0, 0, 0, beetles
    while left:
        aims = ATTACKS[first(left)]
        left &= left - 1
        twice |= once & aims
        once |= aims
        friends = aims & beetles
        choice += friends & friends - 1 != 0
    in_danger = attacked(enemies)
    return (
        WEIGHTS[LATE_LIVE] * count(beetles & attacking(beetles | enemies))
        + WEIGHTS[EVEN] * count(beetles & EVEN_CELLS)
        + WEIGHTS[LATE_SAFE] * count(beetles & ~in_danger)
        + WEIGHTS[CHOICE] * choice
        + WEIGHTS[TWICE] * count(enemies & twice)
        + WEIGHTS[LATE_FREE] * count(enemies & once & ~in_danger)
    )


# What a net sees: every two cells of which one attacks the other, as one of 25 patterns. A cell is empty, or has a born
# beetle or an egg of either player.
PAIRS = [(a, b) for a in range(CELLS) for b in range(a + 1, CELLS) if ATTACKS[a] >> b & 1 or ATTACKS[b] >> a & 1]
STATES = 5
PHASES = 5  # eggs are being placed; all are born; few, many, nearly all are eggs


def features(game: BattleOfTheBeetles, s: Row, player: int, out: Row, n: int) -> int:
    me, you, eggs = s[player], s[1 - player], s[EGGS]
    for i in range(len(PAIRS)):
        a, b = PAIRS[i]
        pattern = STATES * state(me, you, eggs, a) + state(me, you, eggs, b)
        out[n + i] = STATES * STATES * i + pattern
    return n + len(PAIRS)


def state(me: int, you: int, eggs: int, cell: int) -> int:
    """What stands on a cell."""
    return (me >> cell & 1) + 2 * (you >> cell & 1) + 2 * (eggs >> cell & 1)


def most_features(game: BattleOfTheBeetles) -> int:
    return len(PAIRS)


def feature_count(game: BattleOfTheBeetles) -> int:
    return STATES * STATES * len(PAIRS)


def phase(game: BattleOfTheBeetles, s: Row) -> int:
    if s[TO_PLACE]:
        return 0
    return 1 + min((count(s[EGGS]) + 9) // 10, PHASES - 2)


def phases(game: BattleOfTheBeetles) -> int:
    return PHASES


def net_name(game: BattleOfTheBeetles) -> str:
    """One net has learned from the games of all variants."""
    return "weights.net"


def mirrors(game: BattleOfTheBeetles) -> int:
    return 8


def mirror(game: BattleOfTheBeetles, s: Row, how: int) -> None:
    for i in range(EGGS + 1):
        s[i] = reflected(s[i], SIZE, how)


# What a learning program sees: the own beetles that are born and the other ones, the eggs of both, the cells on which
# beetles stand, and how many eggs are still to be placed, on every cell.
PLANES = 6


def plane_count(game: BattleOfTheBeetles) -> int:
    return PLANES


def planes(game: BattleOfTheBeetles, s: Row, player: int, out: Planes) -> None:
    for cell in range(CELLS):
        at = SIZE * (SIZE - 1 - cell // SIZE) + cell % SIZE
        for side in range(2):
            owner = player if side == 0 else 1 - player
            out[CELLS * side + at] = born(s, owner) >> cell & 1
            out[CELLS * (2 + side) + at] = (s[owner] & s[EGGS]) >> cell & 1
        out[4 * CELLS + at] = BLUE >> cell & 1
        out[5 * CELLS + at] = s[TO_PLACE]
