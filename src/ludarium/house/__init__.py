"""What the house does for its users, with no transport in it: rooms, requests, thinking."""
