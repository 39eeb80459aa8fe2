"""How long it takes to begin, against an empty Python."""

import subprocess
import sys
import time

TURNS = 9

CONTESTANTS = {
    "an empty Python": [sys.executable, "-c", "pass"],
    "import ludarium": [sys.executable, "-c", "import ludarium"],
    "ludarium --help": [sys.executable, "-m", "ludarium", "--help"],
    "ludarium games": [sys.executable, "-m", "ludarium", "games"],
}


def main() -> None:
    best = dict.fromkeys(CONTESTANTS, 9.0)
    for _ in range(TURNS):
        for name, command in CONTESTANTS.items():
            begun = time.perf_counter()
            subprocess.run(command, capture_output=True, check=True)
            best[name] = min(best[name], time.perf_counter() - begun)
    empty = best["an empty Python"]
    for name, seconds in best.items():
        print(f"  {name:<58}{1000 * seconds:>9.0f} ms, {1000 * (seconds - empty):>5.0f} ms more than an empty Python")
