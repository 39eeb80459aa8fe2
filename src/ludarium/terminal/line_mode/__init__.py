"""Line mode at a terminal or behind a pipe."""
