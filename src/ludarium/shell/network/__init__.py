"""Remote games in line mode."""
