"""What the tests ask of a game in the package: a naive twin, and reference texts."""

from collections.abc import Iterator
from pathlib import Path

from ...contract.shape import Flaw
from .subject import Subject

TESTS = Path(__file__).parents[4] / "tests"
TEXTS = {"perft": "tests/engine/test_perft.py", "playthroughs": "tests/play/test_playthroughs.py"}


def tests(subject: Subject) -> Iterator[Flaw]:
    """The files that the tests need, each with the command that makes it."""
    kind = subject.kind
    if kind.is_outside or not TESTS.is_dir():
        return
    for folder, test in TEXTS.items():
        if not any(TESTS.glob(f"*/{folder}/{kind.id}.txt")):
            command = f"LUDARIUM_REGENERATE=1 python -m pytest {test} -k {kind.id}"
            yield Flaw(test, 0, f"{folder}/{kind.id}.txt is not there; `{command}` writes it, and you read it before "
                       "you commit it")  # fmt: skip
    twin = TESTS / "support" / "naive" / f"{kind.folder.name}.py"
    if not twin.is_file():
        yield Flaw(twin.relative_to(TESTS.parent).as_posix(), 0, "it is not there; write the rules a second time, with "
                   "sets and dicts, as the class Naive; `python -m pytest tests/games/test_against_naive.py -k "
                   f"{kind.id}` compares the two")  # fmt: skip
