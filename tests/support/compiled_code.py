"""Compiles before the tests what many of them use, once and on all processors: python -m tests.support.compiled_code"""

import ludarium
from ludarium.engine.search.beam import BeamSearch
from ludarium.engine.search.mcts import Mcts
from ludarium.engine.warm_up import compile_game, warm_up
from ludarium.games import kind


def compile_for_tests(id: str) -> None:
    """What players use of a game, and the searchers that would play it with other numbers of players."""
    compile_game(id)
    one = kind(id)
    options = next(iter(one.variants()))
    game = one.make(options)
    for searcher in Mcts, BeamSearch:
        searcher(one, game, megabytes=1).search(one.start(game, options), nodes=1)


if __name__ == "__main__":
    for done, of in warm_up([kind(id) for id in ludarium.games()], compile_for_tests):
        print(f"compiled: {done} of {of} games", flush=True)
