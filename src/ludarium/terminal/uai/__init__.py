"""A game as a UAI engine on standard input and output."""
