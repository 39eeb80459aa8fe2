"""The games of `examples/games`: their rules, and every surface on which they are played."""
