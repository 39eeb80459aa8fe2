"""Compiles before the tests what many of them use, once and on all processors: python -m tests.support.compiled_code"""

import ludarium
from ludarium.contract.kind import Kind
from ludarium.engine.memory import typecode_of
from ludarium.engine.search import beam, mcts
from ludarium.engine.warm_up import units_of, warm_up
from ludarium.games import kind


def units_for_tests(kind: Kind) -> list[tuple[str, str]]:
    """What players use of a game, and the searchers that would play it with other numbers of players."""
    found = dict.fromkeys(units_of(kind))
    for options in kind.variants():
        typecode = typecode_of(kind.start(kind.make(options), options))
        found |= dict.fromkeys((typecode, module.__name__) for module in (beam, mcts))
    return list(found)


if __name__ == "__main__":
    for done, of in warm_up([kind(id) for id in ludarium.games()], units_for_tests):
        print(f"compiled: {done} of {of} parts", flush=True)
