"""What a game is: the few names that `games` share with the rest of the house.

A game is a folder under `games/` with three files:

    rules.py   the rules, as plain functions over a row of numbers (`kind.Rules`)
    board.py   what people see and type: options, notation, picture, cells (`kind.Board`)
    help.md    the rules for players; its heading is the game's title, its first paragraph what the game is about
"""
