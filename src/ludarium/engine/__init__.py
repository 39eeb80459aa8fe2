"""The rules of any game at native speed. Most modules import numba, so callers import them late."""
