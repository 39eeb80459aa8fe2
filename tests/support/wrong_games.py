"""Games with one thing wrong each, made from Nim, and what is said about them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from .nim import write_nim
from .patience import PATIENCE

LISTING = "    for stones in range(1, min(MOST, s[0]) + 1):\n"


class Wrong(NamedTuple):
    """What is changed in Nim, and the sentence about it, without the folder."""

    name: str
    old: str
    new: str
    said: str
    file: str = "rules.py"


# What keeps a folder from being loaded
UNLOADABLE = [
    Wrong("syntax", "MOST = 3", "MOST = = 3", "rules.py, line 8: this is not Python: invalid syntax, in `MOST = = 3`"),
    Wrong(
        "raising",
        "MOST = 3",
        "MOST = 3 // 0",
        "rules.py, line 8: ZeroDivisionError: integer division or modulo by zero",
    ),
    Wrong("leaving", "MOST = 3", "raise SystemExit('bye')", "rules.py, line 8: SystemExit: bye"),
    Wrong(
        "lost_import",
        "import mix",
        "import mixed",
        "rules.py, line 6: ImportError: cannot import name 'mixed' from 'ludarium.contract.bits'",
    ),
    Wrong(
        "taken",
        "MOST = 3",
        "class Nim:\n    pass",
        "rules.py, line 12: the name Nim is taken already, by the class of line 8; give this class another one",
    ),
    Wrong(
        "shadowed",
        "class Nim(NamedTuple)",
        "class mix(NamedTuple)",
        "rules.py, line 11: the name mix is taken already, by the import of line 6; give this class another one",
    ),
    Wrong("lacking", "def share(", "def shared(", "rules.py: it has no function share(game, s, player)"),
    Wrong(
        "short",
        "def moves(game: Nim, s, out, n)",
        "def moves(game: Nim, s)",
        "rules.py, line 25: moves(game, s) is called as moves(game, s, out, n)",
    ),
    Wrong(
        "bare",
        "def turn(game: Nim",
        "def turn(game",
        "rules.py, line 18: turn does not say what `game` is; write "
        "turn(game: NAME, s), NAME being the NamedTuple of the game's constants",
    ),
    Wrong(
        "no_options",
        "OPTIONS = (",
        "CHOICES = (",
        "board.py: it has no OPTIONS: what can be chosen, () for nothing",
        "board.py",
    ),
    Wrong(
        "one_option",
        'stones there are"),)',
        'stones there are"))',
        "board.py: OPTIONS is no tuple or list; for a single value a tuple is written (value,)",
        "board.py",
    ),
    Wrong(
        "untitled",
        "# Nim\n",
        "Nim\n",
        "help.md, line 1: the first line is not the game's title; write # and the title",
        "help.md",
    ),
    Wrong(
        "silent",
        "Take the last stone.\n",
        "",
        "help.md, line 1: no paragraph under the title says what the game is",
        "help.md",
    ),
]

# What does not compile
UNCOMPILABLE = [
    Wrong(
        "slice",
        LISTING,
        "    for stones in s[:1]:\n",
        "rules.py, line 26: a slice makes a new list, and compiled rules make none; write a loop over the places",
    ),
    Wrong(
        "generator",
        LISTING,
        "    for stones in (i for i in range(1, 2)):\n",
        "rules.py, line 26: a generator does not compile; write a for loop",
    ),
    Wrong(
        "comprehension",
        LISTING,
        "    for stones in [i for i in range(1, 2)]:\n",
        "rules.py, line 26: a comprehension makes a new list, and compiled rules make none; write a for loop",
    ),
    Wrong(
        "dictionary",
        LISTING,
        "    d = {1: 1}\n    for stones in range(1, d[1] + 1):\n",
        "rules.py, line 26: a dict does not compile; use a list of numbers at the top of the module",
    ),
    Wrong(
        "setting",
        LISTING,
        "    for stones in {1}:\n",
        "rules.py, line 26: a set does not compile; use a tuple, or the bits of a number",
    ),
    Wrong(
        "formatted",
        LISTING,
        "    for stones in range(len(f'{n}')):\n",
        "rules.py, line 26: compiled rules know no text; texts belong into board.py",
    ),
    Wrong(
        "catching",
        "    s[0] -= move\n",
        "    try:\n        s[0] -= move\n    except IndexError:\n        pass\n",
        "rules.py, line 33: try and except do not compile; test before with an if",
    ),
    Wrong(
        "recursive",
        "def play(",
        "def depth(game: Nim, s):\n    return depth(game, s) if s[0] > 9 else 0\n\n\ndef play(",
        "rules.py, line 32: depth calls itself, and rules do without recursion; write a loop",
    ),
    Wrong(
        "returnless",
        "def outcome(game: Nim, s): return 1 if s[0] == 0 else 0",
        "def outcome(game: Nim, s):\n    if s[0] == 0:\n        return 1",
        "rules.py, line 19: outcome returns a number on some ways and nothing on others; return one on every way",
    ),
    Wrong(
        "unbound",
        "def turn(game: Nim, s): return s[1]",
        "def turn(game: Nim, s): return s[TURN]",
        "rules.py, line 18: the name TURN stands for nothing here",
    ),
    Wrong(
        "none",
        "    s[0] -= move\n",
        "    x = None\n    s[0] -= move\n",
        "rules.py, line 33: None is no number, and "
        "a variable keeps one type; use a number that stands for nothing, such as -1",
    ),
    Wrong(
        "dividing",
        "    s[0] -= move\n",
        "    s[0] -= move / 1\n",
        "rules.py, line 33: / makes a real number of two whole ones; write //",
    ),
    Wrong(
        "appending",
        "    s[0] -= move\n",
        "    s.append(move)\n",
        "rules.py, line 33: a row has no .append in compiled code, and keeps its length; write its numbers in a loop",
    ),
    Wrong(
        "sorting",
        LISTING,
        "    for stones in sorted((1, 2)):\n",
        "rules.py, line 26: sorted makes a new list, and compiled rules make none; look for the least in a loop",
    ),
]

# What goes wrong while it is played
MISPLAYED = [
    Wrong(
        "few",
        "return MOST",
        "return 1",
        "rules.py, line 17: there are 3 legal moves, and most_moves says 1, which is too small (in the first position)",
    ),
    Wrong(
        "moveless",
        LISTING,
        "    for stones in range(1, min(MOST, s[0] - 1) + 1):\n",
        "rules.py, line 25: there is no legal move, and the game is not over; give it a pass, or an outcome",
    ),
    Wrong(
        "twice",
        "    return n\n",
        "    out[n] = 1\n    return n + 1\n",
        "rules.py, line 17: there are 4 legal moves, and most_moves says 3, which is too small",
    ),
    Wrong(
        "misplaced",
        "        out[n] = stones\n",
        "        out[stones] = stones\n",
        "rules.py, line 25: it writes outside of out[n:], or returns",
    ),
    Wrong(
        "unnumbered",
        "MOST = 3\n",
        "MOST = 3\ndef action_count(game): return 3\n",
        "rules.py, line 9: the move 3 has the number 3, which is none from 0 to 2: see action_count",
    ),
    Wrong(
        "muddled",
        "MOST = 3\n",
        "MOST = 3\ndef action_count(game): return 3\ndef action(game, move): return move // 2\n",
        "rules.py, line 10: the moves 2 and 3 of one position have the same number 1",
    ),
    Wrong(
        "touching",
        "    return n\n",
        "    s[1] = 1 - s[1]\n    return n\n",
        "rules.py, line 25: it changes the position",
    ),
    Wrong("halved", "s[1] = 1 - s[1]", "s[1] = (1 - s[1]) / 1", "rules.py, line 32: the position has 1.0 in it"),
    Wrong(
        "growing",
        "    s[0] -= move\n",
        "    s[0] -= move\n    s.append(0)\n",
        "rules.py, line 32: the position had 2 numbers and now has",
    ),
    Wrong(
        "generous",
        "return 1000 if s[1] != player else 0",
        "return 1000",
        "rules.py, line 20: the shares are 1000 + 1000 = 2000, and all of them make 1000",
    ),
    Wrong(
        "unreasonable",
        "return 1 if s[0] == 0 else 0",
        "return 7 if s[0] == 0 else 0",
        "rules.py, line 19: it returns 7, and REASONS has 0 to 1",
    ),
    Wrong("third", "s[1] = 1 - s[1]", "s[1] = 2", "rules.py, line 18: 2 is to move, and the players are 0 to 1"),
    Wrong(
        "colliding",
        "return mix(mix(1, s[0]), s[1])",
        "return 5",
        "rules.py, line 22: two positions have the key 5; mix in every number that the rules look at",
    ),
    Wrong(
        "illegible",
        "return int(text[5:])",
        "return int(text[5:]) + 1",
        "board.py, line 22: 'take 1' was written for the move 1 and is read as 2",
        "board.py",
    ),
    Wrong(
        "careless",
        '    if text[:5] != "take " or not text[5:].isdigit():\n        raise BadNotation(f"{text!r} is no '
        'move; a move is like: take 2")\n',
        "",
        "board.py, line 22: '' ends it by ValueError; raise BadNotation for a text that is no move",
        "board.py",
    ),
    Wrong(
        "namesake",
        'return ("left", "right")[number]',
        'return "left"',
        "board.py, line 15: the players are called 'left', 'left'; each needs a name of its own",
        "board.py",
    ),
    Wrong("nameless", "Cell(str(x), x, y", 'Cell("a", x, y', "board.py, line 19: two cells are called 'a'", "board.py"),
    Wrong(
        "askew",
        "Cell(str(x), x, y",
        "Cell(str(x), y, x",
        "board.py, line 19: the cell at column 1 of row 0 says that it is at 0, 1",
        "board.py",
    ),
    Wrong(
        "owned",
        'Piece(kind="stone")',
        'Piece(owner=5, kind="stone")',
        "board.py, line 19: the piece on 0 belongs to player 5, and there is none",
        "board.py",
    ),
    Wrong(
        "crashing",
        "    s[0] -= move\n",
        "    s[99] -= move\n",
        "rules.py, line 33: IndexError: list index out of range (Random games can be played)",
    ),
    Wrong(
        "misplaced",
        "",
        '[poster]\nposition = "three"\n',
        "introduction.toml: a position of misplaced is 2 whole numbers joined by commas",
        "introduction.toml",
    ),
    Wrong(
        "pathless", "", "\ndef paths(game, s, move): return []\n", "board.py, line 30: no path means take 1", "board.py"
    ),
]


def _write_sound_nim(place: Path) -> None:
    """Nim without the two flaws that `ludarium check` finds: keys that collide, and moves that no cell is named by."""
    write_nim(place)
    rules, board = place / "nim" / "rules.py", place / "nim" / "board.py"
    rules.write_text(rules.read_text().replace("mix(s[0], s[1])", "mix(mix(1, s[0]), s[1])"), encoding="utf-8")
    words = "def words(game, s): return [f'take {stones}' for stones in range(1, min(3, s[0]) + 1)]\n"
    board.write_text(f"{board.read_text()}\n\n{words}", encoding="utf-8")


def write_wrong(place: Path, wrong: Wrong) -> Path:
    """Nim with one thing wrong, in a folder of its own."""
    folder = place / wrong.name
    if not (place / "nim").exists():
        _write_sound_nim(place)
    shutil.copytree(place / "nim", folder, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / wrong.file
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    assert wrong.old in text, wrong.name
    file.write_text(text.replace(wrong.old, wrong.new, 1) if wrong.old else text + wrong.new, encoding="utf-8")
    return folder


# Presses Ctrl-C as soon as the same call of `moves` is seen twice: one that returns is over by then
INTERRUPTED = """
import signal, sys, threading, time
from ludarium.games.blame import at_work
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt():
    main, before = threading.main_thread().ident, None
    while not ((now := at_work(sys._current_frames()[main])) and before and now[0] is before[0]
               and now[1].function == "moves"):
        before = now
        time.sleep(0.2)
    signal.pthread_kill(main, signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
from ludarium.__main__ import main
main()
"""


def interrupted(*words: str, typed: str = "", **place: str) -> "subprocess.CompletedProcess[str]":
    """A command with a game whose `moves` never returns, ended by Ctrl-C when it is there."""
    return subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *words],
        input=typed,
        env={**os.environ, **place},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
