"""The one authority over a game in progress: its moves, undo, outcome and record."""
