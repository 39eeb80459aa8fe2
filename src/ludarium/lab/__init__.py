"""Where games are studied: matches between opponents, and what their results mean."""
