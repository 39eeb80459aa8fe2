"""What a game is: the names that `games` share with the other packages.

A game is a folder under `games/` with three files:

    rules.py   the rules, as plain functions over a row of numbers (`rules.Rules`)
    board.py   what people see and type: options, notation, picture, cells (`board.Board`)
    help.md    the rules for players; its heading is the game's title, its first paragraph what the game is about

All else that a game may have is optional (`capabilities.Capabilities`).
"""
