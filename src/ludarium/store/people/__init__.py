"""Accounts, guests, tokens, passwords and ratings."""
