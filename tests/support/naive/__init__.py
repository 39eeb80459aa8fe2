"""Naive second implementations of the five games: the oracle the real rules are checked against.

They are written from the seeds and RULES.md alone and share no code with `src`. A module a game, each with a class
`Naive` that has `turn`, `legal()`, `push(text)`, `over()`, `picture()` and `film(text)`.
"""
