"""The compiler: numba makes LLVM code of a game's twins, LLVM optimises it as a whole, and `elf` makes an image of it.

Only processes that compile import this module, and with it numba.
"""

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import _dynfunc, types
from numba.core import cgutils, registry
from numba.core.codegen import JITCodeLibrary
from numba.extending import intrinsic, overload, register_jitable

from ...contract import bits, vectors
from ...contract.capabilities import is_default
from ...contract.kind import Kind
from ..twins import Twins, constants_of
from . import cpu
from .elf import link
from .image import Image
from .signature import Array, Record, Scalar, Signature, Type, signature_of
from .unit import entry_name

_OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False, "error_model": "numpy"}


class CompiledTwins(Twins):
    """Twins marked for numba: it inlines them, and their lists are arrays."""

    def __init__(self, kind: Kind, **options: Any) -> None:
        super().__init__(kind)
        # A game from outside the package may write beside a row, which without a check would spoil any other memory
        self.options = {**_OPTIONS, **({"boundscheck": True} if kind.is_outside else {}), **options}
        self.package = str(kind.rules.__package__)  # type: ignore[attr-defined]
        self._defaults: dict[FunctionType, Any] = {}

    def make(self, function: FunctionType) -> Any:
        # One that calls itself by its name must be found there as something that numba can call
        if function.__name__ in function.__code__.co_names:
            return numba.njit(**self.options)(function)
        return register_jitable(**self.options)(function)

    def of_game(self, function: FunctionType) -> Any:
        if not is_default(function):
            return self.of(function)
        if function not in self._defaults:
            self._defaults[function] = self.make(
                FunctionType(function.__code__, function.__globals__, function.__name__)
            )
        return self._defaults[function]

    def has_twins(self, module: str) -> bool:
        return super().has_twins(module) or module.startswith(self.package + ".")

    def constant(self, value: Any) -> Any:
        return np.array(value, np.int64) if isinstance(value, list) else value


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """LLVM code alone. numba itself would optimise a function, and make machine code of it, once for each caller."""

    def _optimize_functions(self, module: Any) -> None:
        pass

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


def _no_executable(library: Any, description: Any, environment: Any) -> Any:
    """A function that is never called: numba knows what it has compiled by such functions."""
    library.finalize()
    return _dynfunc.make_function(description.lookup_module(), description.qualname, "", 0, environment, (library,))


def compile_together(
    twins: CompiledTwins, functions: Sequence[FunctionType], typecode: str, levels: Sequence[str]
) -> list[Image]:
    """Some functions of the engine, or a game's program, for one game and one type of rows: an image for each level.

    What numba does takes most of the time and is the same for all levels.
    """
    context = registry.cpu_target.target_context
    context.codegen()._library_class = _Library
    context.get_executable = _no_executable
    whole, *others = (_compile(twins, function, typecode) for function in functions)
    for other in others:
        whole.link_in(other)
    entries = {_symbol(function): entry_name(function) for function in functions}
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in entries:
            value.linkage = "internal"
    return [_make_image(whole.clone(), entries, level) for level in levels]


def _make_image(whole: llvm.ModuleRef, entries: dict[str, str], level: str) -> Image:
    machine = _machine(level)
    whole.triple, whole.data_layout = machine.triple, str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    return link(machine.emit_object(whole), entries)


def _machine(level: str) -> llvm.TargetMachine:
    """LLVM's machine for a level, which may be that of another processor than this one."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    name, goal = next((name, levels[level]) for name, levels in cpu.LEVELS.items() if level in levels)
    target = llvm.Target.from_triple(f"{name}-unknown-linux-gnu")
    return target.create_target_machine(cpu=goal.target, features=goal.features, opt=3, reloc="pic", codemodel="small")


def _symbol(function: FunctionType) -> str:
    return f"entry.{entry_name(function)}"


def _compile(twins: CompiledTwins, function: FunctionType, typecode: str) -> llvm.ModuleRef:
    """LLVM code of a function and all that it calls, with an entry that takes its arguments from slots."""
    signature = signature_of(function, constants_of(twins.kind), typecode)
    twin = twins.of(function)
    root = twin if hasattr(twin, "overloads") else numba.njit(**twins.options)(twin)
    root.compile(tuple(map(numba_type, signature.arguments)))
    (made,) = root.overloads.values()
    context = made.target_context
    library = context.codegen().create_library(function.__name__)
    module = library.create_ir_module(function.__name__)
    _add_entry(context, module, made, signature, _symbol(function))
    library.add_ir_module(module)
    library.add_linking_library(made.library)
    final = library._final_module
    for each in library._linking_libraries:
        final.link_in(each._get_module_for_linking(), preserve=True)
    return final


def numba_type(type: Type) -> Any:
    """What numba calls a type."""
    if isinstance(type, Record):
        # As numba itself types a value: fields of one type make another sort of tuple
        return types.BaseTuple.from_types([numba_type(field) for field in type.fields], type.cls)
    if isinstance(type, Array):
        return types.Array(numba.from_dtype(np.dtype(type.typecode)), type.dimensions, "C")
    return types.float64 if type.typecode == "d" else types.int64


def _add_entry(context: Any, module: Any, made: Any, signature: Signature, symbol: str) -> None:
    """A function that takes its arguments from slots and writes its results behind; returns 0, or not if it failed."""
    word = ir.IntType(64)
    entry = ir.Function(module, ir.FunctionType(word, [word.as_pointer()]), symbol)
    builder = ir.IRBuilder(entry.append_basic_block())
    (slots,) = entry.args
    reader = _SlotReader(context, builder, slots)
    values = [reader.read(type, numba_type(type)) for type in signature.arguments]
    returned, arguments = made.signature.return_type, made.signature.args
    function = ir.Function(module, context.call_conv.get_function_type(returned, arguments), made.fndesc.llvm_func_name)
    status, result = context.call_conv.call_function(builder, function, returned, arguments, values)
    several = len(signature.results) > 1
    for i, scalar in enumerate(signature.results):
        value = builder.extract_value(result, i) if several else result
        each = returned.types[i] if several else returned
        wanted = types.float64 if scalar.typecode == "d" else types.int64
        value = context.cast(builder, value, each, wanted)
        builder.store(builder.bitcast(value, word), reader.next_slot())
    builder.ret(builder.zext(status.is_error, word))


class _SlotReader:
    """Reads arguments from slots, one after the other."""

    def __init__(self, context: Any, builder: Any, slots: Any) -> None:
        self._context, self._builder, self._slots = context, builder, slots
        self._next = 0

    def read(self, type: Type, wanted: Any) -> Any:
        if isinstance(type, Record):
            fields = [self.read(field, inner) for field, inner in zip(type.fields, wanted.types, strict=True)]
            return self._context.make_tuple(self._builder, wanted, fields)
        if isinstance(type, Array):
            return self._array(type, wanted)
        return self._number(type)

    def next_slot(self) -> Any:
        """Where the next slot is."""
        self._next += 1
        return self._builder.gep(self._slots, [ir.Constant(ir.IntType(64), self._next - 1)])

    def _slot(self) -> Any:
        return self._builder.load(self.next_slot())

    def _number(self, type: Scalar) -> Any:
        slot = self._slot()
        return self._builder.bitcast(slot, ir.DoubleType()) if type.typecode == "d" else slot

    def _array(self, type: Array, wanted: Any) -> Any:
        builder, context = self._builder, self._context
        word, size = ir.IntType(64), np.dtype(type.typecode).itemsize
        made = context.make_array(wanted)(context, builder)
        made.data = builder.inttoptr(self._slot(), made.data.type)
        lengths = [self._slot() for _ in range(type.dimensions)]
        steps = [ir.Constant(word, size)]
        for length in reversed(lengths[1:]):
            steps.insert(0, builder.mul(steps[0], length))
        count = lengths[0]
        for length in lengths[1:]:
            count = builder.mul(count, length)
        made.nitems, made.itemsize = count, ir.Constant(word, size)
        made.shape, made.strides = _pack_words(builder, lengths), _pack_words(builder, steps)
        made.meminfo = ir.Constant(made.meminfo.type, None)
        made.parent = ir.Constant(made.parent.type, None)
        return made._getvalue()


def _pack_words(builder: Any, words: Sequence[Any]) -> Any:
    packed = ir.Constant(ir.ArrayType(ir.IntType(64), len(words)), ir.Undefined)
    for i, word in enumerate(words):
        packed = builder.insert_value(packed, word, i)
    return packed


# One machine instruction for each of the bit tricks.


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


overload(bits.count, jit_options=_OPTIONS)(lambda b: lambda b: _count(b))
overload(bits.first, jit_options=_OPTIONS)(lambda b: lambda b: _first(b))


@overload(bits.reflected, jit_options=_OPTIONS)  # type: ignore[untyped-decorator]
def _choose_reflected(b: int, size: int, how: int) -> int:
    return bits.reflected  # type: ignore[return-value]  # numba wants the same signature here as there


def _scramble(x: Any) -> Any:
    x ^= x << 13
    x ^= x >> 7 & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    return x


@overload(bits.scramble, jit_options=_OPTIONS)  # type: ignore[untyped-decorator]
def _choose_scramble(x: Any) -> Any:
    return _scramble


@overload(bits.mix, jit_options=_OPTIONS)  # type: ignore[untyped-decorator]
def _choose_mix(h: Any, x: Any) -> Any:
    return _mix


# Sums of small numbers: vector instructions, which LLVM makes of a loop by itself where its types are written down.


def _adder(width: int) -> Any:
    """Adds so many numbers of rows, from a place on. The sums stay in registers, so that each is written only once."""

    @intrinsic  # type: ignore[untyped-decorator]
    def add(typing: Any, sums: Any, beginning: Any, rows: Any, chosen: Any, end: Any, start: Any) -> Any:
        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            numbers = ir.VectorType(ir.IntType(16), width).as_pointer()
            end, start = args[4:]
            given = zip(sig.args[:4], args[:4], strict=True)
            to, first, table, chosen = (context.make_array(type)(context, builder, array) for type, array in given)

            def at(array: Any, place: Any) -> Any:
                return builder.bitcast(builder.gep(array.data, [place]), numbers)

            total = cgutils.alloca_once_value(builder, builder.load(at(first, start), align=2))
            size = builder.extract_value(to.shape, 0)
            with cgutils.for_range(builder, end) as loop:
                row = builder.mul(builder.load(builder.gep(chosen.data, [loop.index])), size)
                more = builder.load(at(table, builder.add(row, start)), align=2)
                builder.store(builder.add(builder.load(total), more), total)
            builder.store(builder.load(total), at(to, start), align=2)
            return context.get_dummy_value()

        return types.void(sums, beginning, rows, chosen, types.int64, types.int64), build

    return add


_add_64, _add_16 = _adder(64), _adder(16)


def _add_rows(sums: Any, beginning: Any, rows: Any, chosen: Any, end: Any) -> None:
    size, i = len(sums), 0
    while i + 64 <= size:
        _add_64(sums, beginning, rows, chosen, end, i)
        i += 64
    while i + 16 <= size:
        _add_16(sums, beginning, rows, chosen, end, i)
        i += 16
    while i < size:
        total = beginning[i]
        for j in range(end):
            total = np.int16(total + rows[chosen[j], i])
        sums[i] = total
        i += 1


def _weigh_squares(numbers: Any, weights: Any) -> Any:
    total = np.int32(0)
    for i in range(len(numbers)):
        number = np.int32(min(max(numbers[i], np.int16(0)), np.int16(vectors.ONE)))
        total = np.int32(total + np.int32(np.int32(number * number) >> np.int32(vectors.SHIFT)) * np.int32(weights[i]))
    return np.int64(total)


@overload(vectors.add_rows, jit_options=_OPTIONS)  # type: ignore[untyped-decorator]
def _choose_add_rows(sums: Any, beginning: Any, rows: Any, chosen: Any, end: Any) -> Any:
    return _add_rows


@overload(vectors.weigh_squares, jit_options=_OPTIONS)  # type: ignore[untyped-decorator]
def _choose_weigh_squares(numbers: Any, weights: Any) -> Any:
    return _weigh_squares
