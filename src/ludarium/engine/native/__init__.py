"""Machine code that numba made of a game's functions, kept in files and run without numba."""
