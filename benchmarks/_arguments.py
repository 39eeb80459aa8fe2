"""Types of arguments that several benchmarks take; what does not fit is told in a sentence."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Collection
from pathlib import Path


def one_of(known: Collection[str]) -> Callable[[str], str]:
    """A name that is known. As `choices`, argparse would check that of no name too, and list it."""

    def check(text: str) -> str:
        if text not in known:
            raise ArgumentTypeError(f"{text!r} is none of {', '.join(known)}")
        return text

    return check


def package_copy(folder: str) -> Path:
    """A folder with another copy of the package."""
    if not (Path(folder) / "ludarium").is_dir():
        raise ArgumentTypeError(f"no package ludarium lies in {folder}; name the folder src of another copy")
    return Path(folder).resolve()
