"""Playing on a server, from anywhere: the wire as a player sees it."""
