"""Dialogs: questions, lists, results, high scores, preferences."""
