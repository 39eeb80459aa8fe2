"""Prepared positions in which a move is to be found: introductions and puzzles."""
