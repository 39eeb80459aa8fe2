"""Areas, distinguished by their contours: which fields are in one area, and into how many pieces a loss would split it.

The sides of an area's fields that face something else form closed contours: one around the area, one around each hole.
Walk along a contour with the area on the left, and every side has a next one:

    . . .        . . .        . # #
    . # .        # # .        # # #      From the right side of the field in the middle, upwards: turn left to its
    . . .        # # .        . # .      top, or go straight on, or turn right along the bottom of the field ahead.

Areas do not join over corners, so what surrounds them does. Each side carries the label of its contour, and different
contours have different labels. One label does for the right side of a field and its top, and one for its left side and
its bottom: if both face something else, the contour turns from one to the other. That answers everything:

- Two neighbours of a field that is not theirs are in the same area if their sides towards it have the same label. For
  the field lies inside one contour of every area.
- Take a field out of its area. Around it the area is seen in some groups, with as many gaps between them. If all gaps
  lie on one contour, each group becomes a piece of its own. Every further contour runs between two groups that are
  joined by a way around it. So pieces = groups - contours + 1, and the area need not be searched.

When a field comes or goes, contours are cut where they pass it and sewn together in another way. The arcs, each from
the field back to the field, are raced along in step until all but the longest are done. That one keeps its label, and
the others get theirs anew. So the cost is that of the shorter arcs: as long as fields are only taken, log(fields)**2
sides a field at the very most, taken together, and a few as a rule. Nothing is recursive.
"""

from ...contract.row import Row
from .layout import ARC, ARCS, LABEL, OWNER, TABLE, Gamma, label_at, neighbour, ring

LAST_LABEL = (1 << 31) - 16  # labels are given out anew before they outgrow their 32 bits

# The numbers of an arc: its first side, the side after its last, how far the race is, the old and the new label, and
# the arc that follows along the contour. The arc of a gap begins at the neighbour after it, against the clock. Gaps and
# their arcs go by the direction of the neighbour before them.
BEGIN, END, AT, OLD, NEW, THEN = range(ARC)


def find_gaps(bits: int) -> int:
    """The neighbours in a ring, as bits by direction, that have a gap between them and the next neighbour."""
    gaps = 0
    for d in range(4):
        here, corner, after = bits >> 2 * d & 1, bits >> 2 * d + 1 & 1, bits >> (2 * d + 2 & 7) & 1
        gaps |= (here & ~(corner & after)) << d
    return gaps


GAPS = [find_gaps(bits) for bits in range(256)]
GROUPS = [1 if bits == 255 else find_gaps(bits).bit_count() for bits in range(256)]


def next_side(game: Gamma, s: Row, side: int) -> int:
    """The side that follows on a contour."""
    field, d = side >> 2, side & 3
    owner, ahead = s[OWNER + field], d + 1 & 3
    straight = neighbour(game, field, ahead)
    if straight < 0 or s[OWNER + straight] != owner:
        return 4 * field + ahead
    corner = neighbour(game, straight, d)
    if corner < 0 or s[OWNER + corner] != owner:
        return 4 * straight + d
    return 4 * corner + (d + 3 & 3)


def wall(game: Gamma, field: int, d: int) -> int:
    """The side with which a field's neighbour in a direction faces the field."""
    return 4 * neighbour(game, field, d) + (d + 2 & 3)


def gap_side(game: Gamma, field: int, bits: int, d: int) -> int:
    """The first side in the gap after the neighbour in a direction: the field's own, or the next neighbour's."""
    after = d + 1 & 3
    return 4 * neighbour(game, field, after) + d if bits >> 2 * after & 1 else 4 * field + after


def pieces(game: Gamma, s: Row, field: int) -> int:
    """The number of areas that would be left of a field's area if the field were lost."""
    bits = ring(game, s, field, s[OWNER + field])
    groups = GROUPS[bits]
    if groups < 2:
        return groups
    contours, a, b, c = 0, 0, 0, 0
    for d in range(4):
        if GAPS[bits] >> d & 1:
            label = s[label_at(game, gap_side(game, field, bits, d))]
            if label != a and label != b and label != c:
                contours += 1
                a, b, c = label, a, b
    return groups - contours + 1


def areas_beside(game: Gamma, s: Row, field: int, owner: int) -> int:
    """How many different areas of an owner touch a field that is not the owner's."""
    found, a, b, c = 0, 0, 0, 0
    for d in range(4):
        near = neighbour(game, field, d)
        if near >= 0 and s[OWNER + near] == owner:
            label = s[label_at(game, wall(game, field, d))]
            if label != a and label != b and label != c:
                found += 1
                a, b, c = label, a, b
    return found


def new_label(s: Row) -> int:
    s[LABEL] += 1
    return s[LABEL]


def resew(game: Gamma, s: Row, field: int, owner: int, coming: int) -> None:
    """Label the contours of an owner around a field that comes to the owner, or that has gone and is free now.

    The arcs stay in the table, the first for a field gone and the second for one come, for others to look at.
    """
    bits, table = ring(game, s, field, owner), ARCS + TABLE * coming
    find_arcs(game, s, field, bits, coming, table)
    if coming:
        s[OWNER + field] = owner
    if GROUPS[bits] > 1:
        join_arcs(game, s, field, bits, coming, table)
        relabel(game, s, table, race(game, s, table))
    # What is left are the sides between the arcs: those of the field, or those that face it now
    label = 0 if GAPS[bits] else new_label(s)
    for d in range(4):
        if bits >> 2 * d & 1 != coming:
            if GAPS[bits]:
                label = s[table + ARC * gap_before(GAPS[bits], d) + NEW]
            s[label_at(game, 4 * field + d if coming else wall(game, field, d))] = label


def gap_before(gaps: int, d: int) -> int:
    """The first gap before a direction, with the clock."""
    d = d + 3 & 3
    while not gaps >> d & 1:
        d = d + 3 & 3
    return d


def find_arcs(game: Gamma, s: Row, field: int, bits: int, coming: int, table: int) -> None:
    """Write down where each arc begins and its label, 0 if there is no gap, while the field is not the owner's."""
    for d in range(4):
        arc, label = table + ARC * d, 0
        if GAPS[bits] >> d & 1:
            to = d + 1 & 3
            while not bits >> 2 * to & 1:
                to = to + 1 & 3
            s[arc + BEGIN] = next_side(game, s, wall(game, field, to))
            label = s[label_at(game, wall(game, field, to) if coming else gap_side(game, field, bits, d))]
        s[arc + OLD] = s[arc + NEW] = label


def join_arcs(game: Gamma, s: Row, field: int, bits: int, coming: int, table: int) -> None:
    """Find where each arc ends, and which follows it now.

    Before a field comes, an arc leads from its group to the next group of the same area, with the clock; before a field
    goes, from its gap to the next gap of the same contour, against the clock.
    """
    step = 3 if coming else 1
    for d in range(4):
        if GAPS[bits] >> d & 1:
            arc, then, to = table + ARC * d, d, d + step & 3
            while s[table + ARC * to + OLD] != s[arc + OLD]:
                if GAPS[bits] >> to & 1:
                    then = to
                to = to + step & 3
            s[arc + THEN] = then
            s[arc + END] = gap_side(game, field, bits, then) if coming else wall(game, field, to)


def race(game: Gamma, s: Row, table: int) -> int:
    """Follow all arcs, one side each in turn, until one is left that must be the longest; returns which."""
    running = 0
    for arc in range(table, table + TABLE, ARC):
        s[arc + AT] = s[arc + BEGIN] if s[arc + OLD] else -1
        running += s[arc + AT] >= 0
    d = 0
    while running > 1:
        d = d + 1 & 3
        arc = table + ARC * d
        if s[arc + AT] >= 0:
            s[arc + AT] = along(game, s, arc, s[arc + AT])
            running -= s[arc + AT] < 0
    while s[table + ARC * d + AT] < 0:
        d = d + 1 & 3
    return d


def along(game: Gamma, s: Row, arc: int, side: int) -> int:
    """The side that follows on an arc, or -1 where it ends."""
    side = next_side(game, s, side)
    return side if side != s[arc + END] else -1


def relabel(game: Gamma, s: Row, table: int, longest: int) -> None:
    """Give each contour one label: that with the longest arc the label of this arc, the others new ones."""
    for arc in range(table, table + TABLE, ARC):
        s[arc + NEW] = 0
    for k in range(4):
        arc = table + ARC * (longest + k & 3)
        if s[arc + OLD] and s[arc + NEW] == 0:
            label = new_label(s) if k else s[arc + OLD]
            while s[arc + NEW] == 0:
                s[arc + NEW] = label
                arc = table + ARC * s[arc + THEN]
    for arc in range(table, table + TABLE, ARC):
        side = s[arc + BEGIN] if s[arc + NEW] != s[arc + OLD] else -1
        while side >= 0:
            s[label_at(game, side)] = s[arc + NEW]
            side = along(game, s, arc, side)


def label_all(game: Gamma, s: Row) -> None:
    """Label every contour of the board anew, from 1 on."""
    s[LABEL] = 0
    for side in range(4 * game.fields):
        s[label_at(game, side)] = 0
    for start in range(4 * game.fields):
        owner, beyond = s[OWNER + (start >> 2)], neighbour(game, start >> 2, start & 3)
        faces_others = owner != 0 and (beyond < 0 or s[OWNER + beyond] != owner)
        if faces_others and s[label_at(game, start)] == 0:
            s[label_at(game, start)] = new_label(s)
            side = next_side(game, s, start)
            while side != start:
                s[label_at(game, side)] = s[LABEL]
                side = next_side(game, s, side)
