"""Machine code in memory: arguments and results, functions of the C library, and objects that cannot be made images."""

import math
from array import array
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
import pytest

import ludarium
from ludarium.engine.code import game_code
from ludarium.engine.memory import numbers, reals
from ludarium.engine.native.elf import NotSelfContained, link
from ludarium.engine.native.signature import Array, Record, Rows, Scalar, signature_of
from ludarium.engine.perft import count_lines

from ...support.compiled_functions import Everything, fail, take_all, take_logarithm

GAME = ludarium.new("ataxx")
CODE = game_code(GAME.kind)


def test_arguments_and_results() -> None:
    """Numbers, arrays of one and two dimensions, and named tuples arrive as they are, plain and compiled."""
    found = []
    for function in CODE.plain(take_all), CODE.native(take_all):
        rows = Rows.beginning_with([1, 2, 3], 2)
        rows[1][2] = -4
        grid = Rows("q", 2, 2)
        everything = Everything(rows, grid, array("d", [0.5, 0.25]), -7)
        results = function(GAME.constants, everything, b"\x05\xff", 1.5)
        found.append((results, [list(row) for row in rows], [list(row) for row in grid], list(everything.reals)))
    plain, native = found
    assert plain == native
    assert native[0] == (2, 3, 260, 2.25) and native[1][1][0] == -7 and native[3] == [0.5, 1.75]


def test_functions_of_the_c_library() -> None:
    values = reals(5)
    values[:] = array("d", [1.0, 2.0, 10.0, 1e-300, 0.1])
    CODE.native(take_logarithm)(GAME.constants, values)
    assert values.tolist() == [math.log(value) for value in (1.0, 2.0, 10.0, 1e-300, 0.1)]


def test_an_error_in_compiled_code_is_one_in_python() -> None:
    assert CODE.native(fail)(GAME.constants, 1) == 1
    with pytest.raises(RuntimeError, match=r"fail has failed in compiled code$"):
        CODE.native(fail)(GAME.constants, 0)


@pytest.mark.parametrize(
    "stop",
    [array("i", [0]), np.zeros(8, np.int32), np.zeros(16, np.int64)[::2], bytearray(8), [0], numbers(0).tobytes()],
    ids=["narrow", "narrow numpy", "with gaps", "bytes", "a list", "constant bytes"],
)
def test_memory_of_another_type_is_refused(stop: Any) -> None:
    """Compiled code would write beside it."""
    stack = Rows.beginning_with(GAME.row, 3)
    with pytest.raises(TypeError):
        CODE.native(count_lines)(GAME.constants, stack, numbers(999), 0, 0, 1, 1, stop)


def test_a_signature_is_read_from_annotations() -> None:
    class Constants(NamedTuple):
        size: int

    def function(game: Any, rows: Rows, flag: bool, part: float) -> tuple[int, float]:
        raise NotImplementedError

    signature = signature_of(function, Constants, "i")
    constants = Record(Constants, (Scalar("q"),))
    assert signature.arguments == (constants, Array("i", 2), Scalar("q"), Scalar("d"))
    assert signature.results == (Scalar("q"), Scalar("d"))

    def other(game: Any, names: dict[str, int]) -> None:
        raise NotImplementedError

    with pytest.raises(TypeError, match=r"^compiled code takes numbers, arrays and named tuples of them, not dict"):
        signature_of(other, Constants, "q")


def object_code(text: str) -> bytes:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple("x86_64-unknown-linux-gnu")
    made: bytes = target.create_target_machine(reloc="pic").emit_object(llvm.parse_assembly(text))
    return made


def test_code_with_variables_is_no_image() -> None:
    text = """
    @counter = internal global i64 7
    define i64 @count() {
      %old = load i64, ptr @counter
      %new = add i64 %old, 1
      store i64 %new, ptr @counter
      ret i64 %new
    }
    """
    with pytest.raises(NotSelfContained, match="variables"):
        link(object_code(text), {"count": "count"})


def test_what_is_no_object_code_is_no_image() -> None:
    for code in b"", b"\x7fELF", b"MZ" + bytes(100), b"\x7fELF\x01\x01" + bytes(100):
        with pytest.raises(NotSelfContained, match="not object code of x86-64"):
            link(code, {})
