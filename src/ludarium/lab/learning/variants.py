"""The options of games that are learned from. A value may name several, as `rings|halves`: then variants take turns."""

from itertools import product

from ...contract.errors import BadOption
from ...contract.kind import Kind

OR = "|"


def check(kind: Kind, options: dict[str, str]) -> dict[str, str]:
    """All options of a game as texts, but the seed of a deal; BadOption where nothing can be learned from its games."""
    found: dict[str, list[str]] = {}
    for each in variants(options):
        chosen = kind.choose(dict(each))
        game = kind.make(chosen)
        if kind.hides:
            raise BadOption(f"in {kind.id} players see different things; there is no learning for such games")
        if kind.rules.players(game) < 2:
            raise BadOption(f"{kind.id} is for one player; learning takes games of two or more")
        for name, option in kind.options.items():
            text = option.write(chosen[name])
            if name != "seed" and text not in found.setdefault(name, []):
                found[name].append(text)
    return {name: OR.join(texts) for name, texts in found.items()}


def variants(options: dict[str, str]) -> list[dict[str, str]]:
    """All ways to choose one of the values of each option."""
    choices = (texts.split(OR) for texts in options.values())
    return [dict(zip(options, chosen, strict=True)) for chosen in product(*choices)]


def variant(options: dict[str, str], number: int) -> dict[str, str]:
    """The options of the shard or the pair of games with this number, from 1 on."""
    every = variants(options)
    return every[(number - 1) % len(every)]
