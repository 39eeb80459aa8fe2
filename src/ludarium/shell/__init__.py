"""Line mode's language: one shell for all games, whoever reads the lines to it."""
