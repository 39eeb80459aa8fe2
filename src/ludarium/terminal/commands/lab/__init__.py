"""`ludarium lab`: learning how to judge positions, from games of the engine against itself."""
