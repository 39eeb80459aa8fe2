"""Who attacks whom, for whole sets of cells at once."""

from .rules import BLUE, SIZE, YELLOW

# The two columns at either edge, from where a flight of two columns to that side leaves the board.
LEFT, RIGHT = (sum(3 << SIZE * y + x for y in range(SIZE)) for x in (0, SIZE - 2))


def stepped(cells: int) -> int:
    """Where a step leads from these cells. Off the board it comes out at the other edge, where no cell is yellow."""
    return cells << SIZE | cells >> SIZE | cells << 1 | cells >> 1


def flown(cells: int) -> int:
    """Where a flight leads from these cells, off the board likewise."""
    left, right = cells & ~LEFT, cells & ~RIGHT
    far = cells << 2 * SIZE + 1 | cells << 2 * SIZE - 1 | cells >> 2 * SIZE + 1 | cells >> 2 * SIZE - 1
    return far | right << SIZE + 2 | right >> SIZE - 2 | left << SIZE - 2 | left >> SIZE + 2


def attacked(hunters: int) -> int:
    """The cells that beetles on these attack."""
    return flown(stepped(hunters) & YELLOW) & BLUE


def attacking(victims: int) -> int:
    """The cells from which beetles attack one of these."""
    return stepped(flown(victims) & YELLOW) & BLUE


def last_ones(beetles: int) -> int:
    """How many of these are left when they have captured each other as often as they can.

    Every beetle can be used up that attacks its way to one that stays, the furthest from it first. So one stays of
    each set of beetles that all attack their way to each other and to none outside.
    """
    stay = 0
    while beetles:
        # Whom one of them attacks its way to, and who attack their way to it
        below = above = beetles & -beetles
        more = attacked(below) & beetles
        while more & ~below:
            below |= more
            more = attacked(below) & beetles
        more = attacking(above) & beetles
        while more & ~above:
            above |= more
            more = attacking(above) & beetles
        stay += below & ~above == 0
        beetles &= ~above
    return stay
