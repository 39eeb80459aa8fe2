"""Playing on a server from a program or a terminal."""
