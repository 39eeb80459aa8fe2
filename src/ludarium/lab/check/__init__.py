"""Trying everything that a game promises: one small function for each promise."""
