"""Learning from games of the engine against itself: shards of positions, training, gauging, generations."""
