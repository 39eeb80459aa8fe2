"""A match: one game in progress with its seats, clocks and offers. No transport is in it."""
