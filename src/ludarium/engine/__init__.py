"""The engine room: the rules of any game at native speed. Importing it imports numba, so faces do that late."""
