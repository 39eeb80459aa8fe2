"""The list of keys: those that do something now, in lines that fit into a small terminal."""

from collections.abc import Callable, Sequence
from itertools import zip_longest

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from .dialogs import Dialog

GAP = 3  # blanks between two columns
FRAME = 8  # columns of the dialog's frame, padding and scrollbar

Keys = Sequence[tuple[str, str, str]]  # a key, what it does, and the action of the screen that it needs

KEYS: Keys = (
    ("arrows", "move the cursor", ""),
    ("space", "choose; or click", ""),
    ("Esc", "let go, or hurry", "stop"),
    ("G", "{}", "word(True)"),
    ("C", "{}", "word(False)"),
    ("T", "type a move", "type"),
    ("U", "take back", "undo"),
    ("H", "a hint", "hint"),
    ("V , <", "past positions", "look_back"),
    ("B", "set blocks", "lay"),
    ("M", "move for all", "set_moves"),
    ("L", "another character", "level"),
    ("P", "pause, or go on", "pause"),
    ("D", "a draw: offer, agree", "offer"),
    ("X", "decline an offer", "decline"),
    ("F", "give up", "resign"),
    ("W", "claim the game", "claim"),
    ("R", "the rules", "rules"),
    ("A", "about the game", "about"),
    ("I", "statistics", "facts"),
    ("O", "high scores", "scores"),
    ("E", "preferences", "preferences"),
    ("N", "a new game", "new"),
    ("S", "save as a file", "save"),
    ("Q", "{}", "leave"),
    ("^D", "end the game", "end"),
)

REPLAY_KEYS: Keys = (
    ("← ,", "one move back", ""),
    ("→ .", "one move forth", ""),
    ("Home <", "the first position", ""),
    ("End >", "the last position", ""),
    ("Esc Q", "return", ""),
)

LEARN_KEYS: Keys = (
    ("arrows", "move the cursor", ""),
    ("space", "choose; go on after a move", ""),
    ("G C", "special moves, where there are some", ""),
    ("T", "type a move", ""),
    ("H", "show a move that counts", ""),
    (". N", "the next step", ""),
    (", B", "the step before", ""),
    ("R", "the rules", ""),
    ("P", "play a game", ""),
    ("Esc Q", "let go, or return", ""),
)

PUZZLE_KEYS: Keys = (
    ("arrows", "move the cursor", ""),
    ("space", "choose; go on after an answer", ""),
    ("G C", "special moves, where there are some", ""),
    ("T", "type a move", ""),
    ("H", "a hint", ""),
    ("S", "the solution", ""),
    ("A", "the same puzzle again", ""),
    ("N .", "the next puzzle", ""),
    ("D", "the puzzle of the day", ""),
    ("R", "the rules", ""),
    ("P", "play a game", ""),
    ("Esc Q", "let go, or return", ""),
)

DAILY_KEYS: Keys = (
    ("arrows", "move to a row", ""),
    ("Enter", "play, or watch the game of a row", ""),
    ("P", "play the deal", ""),
    ("← ,", "the day before", ""),
    ("→ .", "the day after", ""),
    ("R", "the rules", ""),
    ("Esc Q", "return", ""),
)

HOME_KEYS: Keys = (
    ("arrows", "move to a game", ""),
    ("Enter", "open it", ""),
    ("L", "learn it in a few steps", ""),
    ("R", "the rules of it", ""),
    ("Z", "its puzzles", ""),
    ("D", "the deal of the day", ""),
    ("C", "continue a game", ""),
    ("J", "join a game", ""),
    ("W", "watch a game", ""),
    ("O", "high scores", ""),
    ("P", "preferences", ""),
    ("Q", "leave the house", ""),
)


def keys_now(can: Callable[[str], bool], words: dict[str, str]) -> Keys:
    """The keys of a game that do something now; `words` are the texts of keys that depend on the game."""
    return [
        (key, text.format(words.get(action, "")), action) for key, text, action in KEYS if not action or can(action)
    ]


class KeysDialog(Dialog):
    """A list of keys, in two columns where they fit."""

    def __init__(self, keys: Keys) -> None:
        super().__init__("Keys")
        self._keys = keys

    def compose_content(self) -> ComposeResult:
        with VerticalScroll(classes="scroll", can_focus=False):
            yield Static(columns(self._keys, self.app.size.width - FRAME), classes="facts", markup=False)


def columns(keys: Keys, width: int) -> str:
    """The keys in two columns, or in one if two do not fit."""
    half = (len(keys) + 1) // 2
    left, right = _column(keys[:half]), _column(keys[half:])
    across = max(map(len, left))
    if across + GAP + max(map(len, right), default=0) > width:
        return "\n".join(_column(keys))
    return "\n".join(f"{a:<{across + GAP}}{b}".rstrip() for a, b in zip_longest(left, right, fillvalue=""))


def _column(keys: Keys) -> list[str]:
    wide = max((len(key) for key, _, _ in keys), default=0)
    return [f"{key:<{wide}}  {text}" for key, text, _ in keys]
