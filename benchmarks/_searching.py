"""A search as a program of its own, run from another copy of the package.

    python -m benchmarks._searching GAME OPTIONS LIMIT

compiles the search and reads lines: `new` begins a game, `push MOVE` makes a move, `go` prints the move that the search
chooses.
"""

import json
import sys

import ludarium
from ludarium.games import kind
from ludarium.play.judging.analysis import Limit, get_ready
from ludarium.play.opponents.registry import parse


def main(id: str, options: str, limit: str) -> None:
    told = json.loads(options)
    game = ludarium.new(id, **told)
    get_ready(game).result()  # until then, plain Python would search few positions
    player = parse("search", kind(id), Limit(**json.loads(limit)), seed=1)
    for line in sys.stdin:
        order, _, move = line.strip().partition(" ")
        if order == "new":
            game = ludarium.new(id, **told)
            player.begin(game)
        elif order == "push":
            game.push(move)
        else:
            print(player.choose(game), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
