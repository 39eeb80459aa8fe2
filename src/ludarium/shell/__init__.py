"""The commands of line mode: one shell for all games, for a terminal, a pipe, or a script on a server."""
