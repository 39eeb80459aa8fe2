"""Tournaments: many players, many games, one file of results, played by any number of processes or machines."""
