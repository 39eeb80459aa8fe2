"""The parts of tools/solve_endings.py."""
