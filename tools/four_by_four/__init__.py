"""The parts of tools/solve_beetle_battle.py."""
