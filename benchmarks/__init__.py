"""How fast the house is, as ratios inside one run: `make bench`, or `python -m benchmarks NAME...`."""
