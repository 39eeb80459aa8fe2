"""Matches that are open: stored event by event, broadcast to those who watch."""
