"""A game's plain functions, compiled.

`register(kind)` makes a twin of every function of a rules module, with its lists as arrays. Compiled code that calls
`play(game, s, move)` of this module then gets the twin that belongs to the game's class, inlined. One perft and one
playout, compiled and kept on disk once per game class, serve every board size. A game knows nothing of this.
"""

import importlib
import inspect
from collections.abc import Callable
from functools import cache as cache_results
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from ..contract import bits
from ..contract.capabilities import Capabilities
from ..contract.errors import LudariumError
from ..contract.kind import Kind
from . import cache

_F = TypeVar("_F", bound=Callable[..., Any])

_folder = cache.folder()
if _folder:
    numba.config.CACHE_DIR = str(_folder)
    numba.config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"

# _nrt=False: no reference counting inside compiled code, which therefore may not allocate (numba refuses it).
# error_model: a division by zero is a mistake in the rules, and not worth a test at every division.
_njit = numba.njit(cache=_folder is not None, nogil=True, _nrt=False, error_model="numpy")


def compiled(function: _F) -> _F:
    """A function of the engine at native speed, without the GIL, kept on disk once per game class.

    One that calls itself must be called from Python and by no other compiled function: numba gives it a new name in
    every process, and another function's code, loaded from disk, would jump to where it was.
    """
    return _njit(function)  # type: ignore[no-any-return]


def helper(function: _F) -> _F:
    """A function that compiled code calls, inlined."""
    return register_jitable(function)  # type: ignore[no-any-return]


# The rules as compiled code calls them. Each works for the class of `game` once that game is registered.


def moves(game: Any, s: Any, out: Any, n: int) -> int:
    """Write the legal moves to out[n:]; return where they end."""
    raise NotImplementedError


def count_moves(game: Any, s: Any, out: Any, n: int) -> int:
    """How many legal moves there are."""
    raise NotImplementedError


def play(game: Any, s: Any, move: int) -> None:
    """Make the move, in place."""
    raise NotImplementedError


def outcome(game: Any, s: Any) -> int:
    """0 while the game goes on."""
    raise NotImplementedError


def turn(game: Any, s: Any) -> int:
    """The player to move."""
    raise NotImplementedError


def share(game: Any, s: Any, player: int) -> int:
    """A player's part of the win in thousandths."""
    raise NotImplementedError


def score(game: Any, s: Any, player: int) -> int:
    """A player's points."""
    raise NotImplementedError


def key(game: Any, s: Any) -> int:
    """A hash of 63 bits."""
    raise NotImplementedError


def kept(game: Any) -> int:
    """How many numbers of a row make the position; 0 for all."""
    raise NotImplementedError


def order(game: Any, s: Any, move: int) -> int:
    """How early the search should try a move: the higher, the earlier."""
    raise NotImplementedError


def evaluate(game: Any, s: Any) -> int:
    """What a position is worth to the player to move, in hundredths of a point."""
    raise NotImplementedError


def noisy(game: Any, s: Any, move: int) -> bool:
    """Whether a move changes so much that a position cannot be judged before it was tried."""
    raise NotImplementedError


def never_noisy(game: Any) -> bool:
    """Whether no move of the game is noisy, so that a search need not look for one."""
    raise NotImplementedError


def known(game: Any, s: Any) -> int:
    """In how many plies a position is won for the player to move, below 0 if lost; 0 where it must be searched."""
    raise NotImplementedError


def expected_share(game: Any, s: Any, player: int) -> int:
    """The share of the win, in thousandths, that a player can expect from an unfinished game."""
    raise NotImplementedError


def determinize(game: Any, s: Any, seed: int) -> None:
    """Draw anew from a seed what a player does not see."""
    raise NotImplementedError


def chapter(game: Any, s: Any) -> int:
    """The part of the game that a position belongs to."""
    raise NotImplementedError


def number(game: Any, s: Any) -> int:
    """The number of a position in which the game goes on, where all positions are numbered."""
    raise NotImplementedError


def place(game: Any, s: Any, number: int) -> None:
    """Write the position with this number into a row."""
    raise NotImplementedError


_RULES = moves, play, outcome, turn, share, score, key
_OPTIONAL: dict[Callable[..., Any], Callable[..., Any]] = {
    kept: Capabilities.kept,
    chapter: Capabilities.chapter,
    order: Capabilities.order,
    evaluate: Capabilities.evaluate,
    noisy: Capabilities.noisy,
    known: Capabilities.known,
    expected_share: Capabilities.expected_share,
    determinize: Capabilities.determinize,
    number: Capabilities.number,
    place: Capabilities.place,
}


def _count_by_listing(game: Any, s: Any, out: Any, n: int) -> int:
    return moves(game, s, out, n) - n


def _yes(game: Any) -> bool:
    return True


def _no(game: Any) -> bool:
    return False


_registered: dict[str, str] = {}  # the ids of games by the names of their classes of constants


def register(kind: Kind) -> None:
    """Make this kind of game known to compiled code."""
    module = importlib.import_module(kind.rules.__name__)  # type: ignore[attr-defined]
    constants = inspect.get_annotations(module.turn)["game"]
    taken = _registered.get(constants.__name__)
    if taken == kind.id:
        return
    if taken:
        # numba names compiled code by the class, and would run the one game's code for the other
        raise LudariumError(
            f"{kind.id} and {taken} both call their constants {constants.__name__}; rename one of the two in rules.py"
        )
    _registered[constants.__name__] = kind.id
    twins = twins_of(module, kind.strategy)
    _answer(never_noisy, _no if kind.has_noisy_moves else _yes, constants)
    _answer(count_moves, twins.get("count_moves") or _count_by_listing, constants)
    for rule in _RULES:
        _answer(rule, twins[rule.__name__], constants)
    for optional, default in _OPTIONAL.items():
        _answer(optional, twins.get(optional.__name__) or default, constants)


def _answer(rule: Callable[..., Any], twin: Any, constants: type) -> None:
    """Compiled calls of the rule with a game of this class go to the twin."""
    arguments = ", ".join(inspect.signature(rule).parameters)
    twin = FunctionType(twin.__code__, twin.__globals__, twin.__name__)
    # numba wants the chooser to have the very arguments of the function, annotations included: neither has any
    chooser = f"lambda twin, cls: lambda {arguments}: twin if getattr(game, 'instance_class', None) is cls else None"
    overload(rule)(eval(chooser)(twin, constants))


def twins_of(module: ModuleType, *more: Any) -> dict[str, Any]:
    """What modules of a game have, for compiled code: functions ready to be compiled, and lists as arrays."""
    twins = _twins_in(module.__package__ or "")
    return {name: twin for each in (module, *filter(None, more)) for name, twin in twins.of(each).items()}


class _Twins:
    """The modules of one game with every function ready to be compiled and every list an array."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.modules: dict[str, dict[str, Any]] = {}

    def of(self, module: ModuleType) -> dict[str, Any]:
        if module.__name__ in self.modules:
            return self.modules[module.__name__]
        twins = self.modules[module.__name__] = {name: _as_array(value) for name, value in vars(module).items()}
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                twins[name] = register_jitable(FunctionType(value.__code__, twins, value.__name__, value.__defaults__))
        for name, value in vars(module).items():
            home = getattr(value, "__module__", None)
            if isinstance(value, FunctionType) and home != module.__name__ and str(home).startswith(self.package + "."):
                twins[name] = self.of(importlib.import_module(str(home)))[value.__name__]
        return twins


# One for each game: numba compiles a function once a twin
_twins_in = cache_results(_Twins)


def _as_array(value: Any) -> Any:
    return np.array(value, np.int64) if isinstance(value, list) else value


@intrinsic  # type: ignore[untyped-decorator]
def _count(typing: Any, b: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic  # type: ignore[untyped-decorator]
def _first(typing: Any, b: Any) -> Any:
    one = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda context, builder, sig, args: builder.cttz(args[0], one)


def _mix(h: Any, x: Any) -> Any:
    h = (np.uint64(h) ^ np.uint64(x)) * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(29)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(32)
    return np.int64(h >> np.uint64(1))


overload(bits.count)(lambda b: lambda b: _count(b))
overload(bits.first)(lambda b: lambda b: _first(b))


@overload(bits.mix)  # type: ignore[untyped-decorator]
def _choose_mix(h: Any, x: Any) -> Any:
    return _mix


# The compiled rules, one call from Python at a time.


@compiled
def list_moves(game: Any, s: Any, out: Any) -> int:
    """Write the legal moves of one position; returns how many there are, none when the game is over."""
    return 0 if outcome(game, s) else moves(game, s, out, 0)


@compiled
def make_move(game: Any, s: Any, move: int) -> int:
    """Make one move in place; returns the outcome."""
    play(game, s, move)
    return outcome(game, s)


@compiled
def key_and_turn(game: Any, s: Any) -> tuple[int, int]:
    """The position's key and whose turn it is."""
    return key(game, s), turn(game, s)


@compiled
def scores_and_shares(game: Any, s: Any, scores: Any, shares: Any) -> None:
    """Write every player's points and share of the win."""
    for player in range(len(scores)):
        scores[player] = score(game, s, player)
        shares[player] = share(game, s, player)
