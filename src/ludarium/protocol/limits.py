"""Limits that the server enforces and clients have to know."""

LARGEST_REQUEST = 1 << 22  # bytes of a request body, a game from a file included
LONGEST_ALIAS = 40  # letters of the name by which others join a game
LONGEST_SCORE_NAME = 40  # letters of a name in a table of high scores
MOST_EVENTS = 50_000  # of a game: moves, moves taken back, seats taken, and others
GRACE_SECONDS = 60  # a player who has lost the connection has this long to come back before the game can be claimed
