"""Line mode: any game by typed commands. There is one shell; the game gives the words."""
