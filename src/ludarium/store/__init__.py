"""What is kept: saved games, high scores, preferences. The store knows records as texts, and no rules.

`store.py` imports SQLAlchemy; `plain.py` does so when a store is opened, and everybody else not at all.
"""
