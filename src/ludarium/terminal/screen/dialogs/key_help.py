"""The list of keys, in lines that fit into the smallest terminal."""

from ....contract.scene import Panel
from ....play.match.match import Match

KEYS = (
    Panel("arrows", "move the cursor; Home, End, Page: further"),
    Panel("space, Enter", "choose the square there; or click on it"),
    Panel("Esc", "let go of half a move; make an opponent move"),
    Panel("G", "a special move, on the square at the cursor"),
    Panel("C", "skip the turn, or pass"),
    Panel("T", "type a move"),
    Panel("U", "take back; or click on what comes next"),
    Panel("H", "a hint"),
    Panel("V", "step through the moves; so do , and <"),
    Panel("B", "set blocks, before the first move"),
    Panel("M", "move for everybody, before the first move"),
    Panel("L", "another character; or click on a name"),
    Panel("P", "pause, when computers play among themselves"),
    Panel("R", "the rules"),
    Panel("A", "about this game; or click on its name"),
    Panel("I", "statistics; or click on the facts"),
    Panel("O", "high scores of this game"),
    Panel("E", "preferences"),
    Panel("N", "a new game"),
    Panel("S", "save the game as a file"),
    Panel("Q", "leave; the game is kept"),
    Panel("Ctrl-D", "end the game, and see how it stands"),
    Panel("", ""),
    Panel("While a move unfolds any key shows how it ends.", ""),
    Panel("Squares with a brighter ground can be chosen.", ""),
)

REPLAY_KEYS = (
    Panel(",", "one move back"),
    Panel(".", "one move forth"),
    Panel("<", "the first position"),
    Panel(">", "the last position"),
    Panel("arrows", "move the cursor; Home, End, Page: further"),
    Panel("Esc, Q", "return"),
)


def keys_of(match: Match) -> list[Panel]:
    """The keys that a match has a use for."""
    kind, others = match.game.kind, bool(match.seats.opponents)
    useful = {
        "G": bool(kind.leading_words),
        "C": kind.has_words,
        "B": kind.can_lay,
        "M": others,
        "L": others,
        "P": not match.seats.has_people,
        "O": kind.has_scores,
    }
    return [key for key in KEYS if useful.get(key.label, True)]
