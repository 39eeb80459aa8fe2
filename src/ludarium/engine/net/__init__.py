"""Learned evaluations: small nets over the features that a game says its positions have."""
