"""Rooms: matches that are open in this process, kept in the store and broadcast to their watchers."""
