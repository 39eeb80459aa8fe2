"""What a search says about positions and whole games."""
