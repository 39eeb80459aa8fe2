"""The page of keys."""

KEYS = """# Keys

| key | |
|---|---|
| arrows | move the cursor; Home, End, Page up and Page down go further |
| space, Enter, a click | choose the square under the cursor |
| Esc | let go of half a move; make a thinking opponent play the best it has found; close a window |
| G | the golden move: on the field under the cursor if it can be made there |
| C | skip the turn, or pass |
| T | type a move |
| U, or a click on Abatis's next chips | take back |
| H | a hint |
| B | before the first move of Ataxx: set blocks, each with its mirror images; B again goes on |
| M | before the first move: set moves for everybody; M again lets the others play on |
| L, or a click on a computer's name | another character, at another level, plays on |
| P | pause, when computers play among themselves |
| R | the rules |
| N | a new game |
| S | save the game as a file |
| I, or a click on the facts | statistics of this game |
| A, or a click on the name | about this game |
| O | high scores of this game |
| Q | leave; the game is kept |
| Ctrl-D | end the game, and see how it stands |

While a move unfolds any key shows how it ends. Squares that you cannot choose are greyed out, those that you can have a
brighter ground and a dot.
"""
