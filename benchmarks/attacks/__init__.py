"""Attacks on a server, by what they are after; `benchmarks/hostile.py` runs them."""
