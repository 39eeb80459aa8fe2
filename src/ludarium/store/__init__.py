"""The store: saved games, events, people, high scores and preferences. It knows records as texts, and no rules.

Importing this package or `blocking.py` does not import SQLAlchemy; importing `store.py` does.
"""
