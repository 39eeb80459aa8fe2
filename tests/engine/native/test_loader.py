"""Machine code in memory: arguments and results, functions of the C library, and objects that cannot be made images."""

import ctypes
import math
from array import array
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
import pytest

import ludarium
from ludarium.engine.code import game_code
from ludarium.engine.memory import numbers, reals
from ludarium.engine.native import cpu
from ludarium.engine.native.architecture import NotSelfContained
from ludarium.engine.native.elf import link
from ludarium.engine.native.loader import LoadedCode
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


MACHINES = "x86_64", "aarch64"


def object_code(text: str, machine: str) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(f"{machine}-unknown-linux-gnu")
    made: bytes = target.create_target_machine(reloc="pic", codemodel="small").emit_object(llvm.parse_assembly(text))
    return made


@pytest.mark.parametrize("machine", MACHINES)
def test_code_with_variables_is_no_image(machine: str) -> None:
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
        link(object_code(text, machine), {"count": "count"})


def test_what_is_no_object_code_is_no_image() -> None:
    for code in b"", b"\x7fELF", b"MZ" + bytes(100), b"\x7fELF\x01\x01" + bytes(100):
        with pytest.raises(NotSelfContained, match="not object code of 64 bits"):
            link(code, {})
    with pytest.raises(NotSelfContained, match="object code of another processor"):
        link(b"\x7fELF\x02\x01" + bytes(100), {})


# A constant, a table of addresses, a table of jumps, functions inside and outside: all that LLVM relocates
REFERENCES = """
declare double @log(double)
@numbers = private constant [4 x i64] [i64 10, i64 20, i64 30, i64 40]
@words = private constant [3 x ptr] [ptr @numbers, ptr getelementptr (i64, ptr @numbers, i64 1), ptr @triple]

define internal i64 @triple(i64 %x) noinline {
  %y = mul i64 %x, 3
  ret i64 %y
}

define i64 @entry(ptr %slots) {
  %x = load i64, ptr %slots
  switch i64 %x, label %other [
    i64 0, label %zero
    i64 1, label %one
    i64 2, label %two
    i64 3, label %three
    i64 4, label %four
  ]
zero:
  ret i64 100
one:
  %a = call i64 @triple(i64 7)
  ret i64 %a
two:
  %i = getelementptr [4 x i64], ptr @numbers, i64 0, i64 %x
  %b = load i64, ptr %i
  ret i64 %b
three:
  %w = getelementptr [3 x ptr], ptr @words, i64 0, i64 1
  %p = load volatile ptr, ptr %w
  %c = load i64, ptr %p
  ret i64 %c
four:
  %l = call double @log(double 0x4059000000000000)
  %d = fptosi double %l to i64
  ret i64 %d
other:
  %v = getelementptr [3 x ptr], ptr @words, i64 0, i64 2
  %f = load volatile ptr, ptr %v
  %e = call i64 %f(i64 %x)
  ret i64 %e
}
"""


@pytest.mark.parametrize("machine", MACHINES)
def test_every_reference_leads_where_it_should(machine: str) -> None:
    image = link(object_code(REFERENCES, machine), {"entry": "entry"})
    assert [*image.slots] == ["log"] and len(image.pointers) == 3 and [*image.entries] == ["entry"]
    if machine != cpu.machine():
        return
    code = LoadedCode(image)
    entry = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(code._begin + image.entries["entry"])
    found = [entry(ctypes.addressof(ctypes.c_int64(x))) for x in (0, 1, 2, 3, 4, 5, -5)]
    assert found == [100, 21, 30, 20, 4, 15, -15]
