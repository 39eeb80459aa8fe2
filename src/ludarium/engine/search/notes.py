"""Notes that threads leave each other: which moves are being searched, so that no two search the same at one time.

A thread that finds a note of a move sets the move aside and searches others first (Tom Kerrigan's simplified ABDADA).
When it comes back, the other thread is mostly done and the table has the answer. The notes need no locks: one that is
lost to another thread only costs time, and a thread takes away every note that it may have left.

They lie behind the flag that stops the threads, which these share already.
"""

from ..native.signature import Numbers

FLAG = 16  # numbers before the notes, which keep them off the cache line of the first: it says whether to stop
SLOTS = 1 << 13  # notes there is room for: few are needed, but moves that share a bucket hide each other
PLACES = 4  # of a bucket, in which a note may lie; buckets lie apart, so that threads seldom write to the same lines
SPREAD = 0x9E3779B1  # odd; a move times this differs in most bits


def note_of(h: int, move: int, alone: int) -> int:
    """The note of a move in a position; one of a search without the move `alone` is another."""
    return h ^ (move + 1) * SPREAD ^ (alone + 1) << 40


def is_noted(notes: Numbers, note: int) -> bool:
    """Whether another thread is searching a move."""
    base = FLAG + (note & SLOTS - PLACES)
    found = False
    for i in range(base, base + PLACES):
        found |= notes[i] == note
    return found


def leave_note(notes: Numbers, note: int) -> None:
    base = FLAG + (note & SLOTS - PLACES)
    free = base
    for i in range(base, base + PLACES):
        if notes[i] == note:
            return
        if notes[i] == 0:
            free = i
    notes[free] = note


def take_note(notes: Numbers, note: int) -> None:
    base = FLAG + (note & SLOTS - PLACES)
    for i in range(base, base + PLACES):
        if notes[i] == note:
            notes[i] = 0
