"""Models that are built once and written twice: as SMV, and gate by gate as AIGER.

A `Value` is a piece of SMV text with the literals that stand for its bits, so whatever is combined from values has both
forms. A `Design` has modules; all but `main` are instances, and instances of one kind must come out as the same text.
Words are unsigned. The code of an enumeration is the number of the symbol. Variables without an assignment are inputs
in the AIGER file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchmarks.sat_models.gates import FALSE, TRUE, Gates, Latch

Constant = bool | int | str


@dataclass(frozen=True)
class Kind:
    """A type: booleans, words of so many bits, or an enumeration."""

    text: str
    width: int
    symbols: tuple[str, ...] = ()

    def constant(self, value: Constant) -> tuple[str, int]:
        """As text, and as a number."""
        if self.symbols:
            return str(value), self.symbols.index(str(value))
        if self == BOOLEAN:
            return str(bool(value)).upper(), int(value)
        return f"0ud{self.width}_{int(value)}", int(value)


BOOLEAN = Kind("boolean", 1)


def word(width: int) -> Kind:
    return Kind(f"unsigned word[{width}]", width)


def enumeration(*symbols: str) -> Kind:
    return Kind("{" + ", ".join(symbols) + "}", max(1, (len(symbols) - 1).bit_length()), symbols)


@dataclass(frozen=True)
class Value:
    """SMV text, and a literal for each bit, the lowest first."""

    gates: Gates
    text: str
    kind: Kind
    bits: tuple[int, ...]

    def _like(self, text: str, bits: Iterable[int], kind: Kind | None = None) -> Value:
        return Value(self.gates, text, kind or self.kind, tuple(bits))

    def constant(self, value: Constant) -> Value:
        """A constant of the same type."""
        text, number = self.kind.constant(value)
        return self._like(text, (number >> i & 1 for i in range(self.kind.width)))

    def _other(self, other: Value | Constant) -> Value:
        made = other if isinstance(other, Value) else self.constant(other)
        assert made.kind == self.kind, f"{self.text} and {made.text} differ in type"
        return made

    def __invert__(self) -> Value:
        return self._like(f"!{self.text}", (bit ^ 1 for bit in self.bits))

    def __and__(self, other: Value | Constant) -> Value:
        return self._bitwise("&", self._other(other), self.gates.conjunction)

    def __or__(self, other: Value | Constant) -> Value:
        return self._bitwise("|", self._other(other), self.gates.disjunction)

    def __xor__(self, other: Value | Constant) -> Value:
        return self._bitwise("xor", self._other(other), self.gates.exclusive)

    def _bitwise(self, sign: str, other: Value, gate) -> Value:
        return self._like(f"({self.text} {sign} {other.text})", map(gate, self.bits, other.bits))

    def implies(self, other: Value) -> Value:
        return self._like(f"({self.text} -> {other.text})", (~self | other).bits)

    def eq(self, other: Value | Constant) -> Value:
        other = self._other(other)
        return self._like(f"({self.text} = {other.text})", [self._same(other)], BOOLEAN)

    def ne(self, other: Value | Constant) -> Value:
        other = self._other(other)
        return self._like(f"({self.text} != {other.text})", [self._same(other) ^ 1], BOOLEAN)

    def _same(self, other: Value) -> int:
        same = TRUE
        for left, right in zip(self.bits, other.bits, strict=True):
            same = self.gates.conjunction(same, self.gates.exclusive(left, right) ^ 1)
        return same

    def __lt__(self, other: Value | Constant) -> Value:
        other = self._other(other)
        return self._like(f"({self.text} < {other.text})", [self._less(other)], BOOLEAN)

    def __le__(self, other: Value | Constant) -> Value:
        other = self._other(other)
        return self._like(f"({self.text} <= {other.text})", [other._less(self) ^ 1], BOOLEAN)

    def _less(self, other: Value) -> int:
        less = FALSE
        for left, right in zip(self.bits, other.bits, strict=True):
            less = self.gates.mux(self.gates.exclusive(left, right), right, less)
        return less

    def __add__(self, other: Value | Constant) -> Value:
        other = self._other(other)
        return self._like(f"({self.text} + {other.text})", self._sum(self.bits, other.bits, FALSE))

    def __sub__(self, other: Value | Constant) -> Value:
        other = self._other(other)
        return self._like(f"({self.text} - {other.text})", self._sum(self.bits, [b ^ 1 for b in other.bits], TRUE))

    def __mul__(self, other: Value) -> Value:
        total: Sequence[int] = [FALSE] * len(self.bits)
        for place, bit in enumerate(other.bits):
            part = [FALSE] * place + [self.gates.conjunction(bit, one) for one in self.bits]
            total = self._sum(total, part[: len(total)], FALSE)
        return self._like(f"({self.text} * {other.text})", total)

    def _sum(self, left: Sequence[int], right: Sequence[int], carry: int) -> list[int]:
        gates, found = self.gates, []
        for one, two in zip(left, right, strict=True):
            half = gates.exclusive(one, two)
            found.append(gates.exclusive(half, carry))
            carry = gates.mux(half, carry, one)
        return found

    def __lshift__(self, by: int) -> Value:
        return self._like(f"({self.text} << {by})", ([FALSE] * by + list(self.bits))[: len(self.bits)])

    def __rshift__(self, by: int) -> Value:
        return self._like(f"({self.text} >> {by})", (list(self.bits) + [FALSE] * by)[by:])

    def bit(self, index: int) -> Value:
        return self._like(f"bool({self.text}[{index}:{index}])", [self.bits[index]], BOOLEAN)

    def part(self, high: int, low: int) -> Value:
        return self._like(f"{self.text}[{high}:{low}]", self.bits[low : high + 1], word(high - low + 1))

    def beside(self, low: Value) -> Value:
        """This word, and another one as the lower bits."""
        return self._like(f"({self.text} :: {low.text})", (*low.bits, *self.bits), word(len(self.bits) + len(low.bits)))

    def as_word(self) -> Value:
        return self._like(f"word1({self.text})", self.bits, word(1))

    def mux(self, then: Value, otherwise: Value | Constant) -> Value:
        """A choice by this boolean."""
        otherwise = then._other(otherwise)
        chosen = (self.gates.mux(self.bits[0], one, two) for one, two in zip(then.bits, otherwise.bits, strict=True))
        return then._like(f"({self.text} ? {then.text} : {otherwise.text})", chosen)


def case(*choices: tuple[Value, Value], otherwise: Value) -> Value:
    """The value of the first condition that holds."""
    if not choices:
        return otherwise
    bits = otherwise.bits
    for condition, value in reversed(choices):
        bits = tuple(otherwise.gates.mux(condition.bits[0], *two) for two in zip(value.bits, bits, strict=True))
    lines = "; ".join(f"{condition.text} : {value.text}" for condition, value in choices)
    return otherwise._like(f"case {lines}; TRUE : {otherwise.text}; esac", bits)


def _joined(sign: str, values: Iterable[Value], gate: str) -> Value:
    first, *rest = values
    literal = first.bits[0]
    for value in rest:
        literal = getattr(first.gates, gate)(literal, value.bits[0])
    return first._like("(" + f" {sign} ".join(value.text for value in (first, *rest)) + ")", [literal])


def all_of(values: Iterable[Value]) -> Value:
    return _joined("&", values, "conjunction")


def any_of(values: Iterable[Value]) -> Value:
    return _joined("|", values, "disjunction")


def parity(values: Iterable[Value]) -> Value:
    return _joined("xor", values, "exclusive")


def at_most_one(values: Sequence[Value]) -> Value:
    """No two of them, said of each one and those before it."""
    return all_of(~(value & any_of(values[:i])) for i, value in enumerate(values) if i)


def select(index: Value, items: Sequence[Value]) -> Value:
    """The item with this number, the last one for all numbers from there on."""
    return case(*((index.eq(i), item) for i, item in enumerate(items[:-1])), otherwise=items[-1])


@dataclass
class Module:
    """The text of a module as one instance of it has it, with the gates of that instance."""

    gates: Gates
    name: str
    kind: str
    _lines: dict[str, list[str]] = field(default_factory=dict)
    _latches: dict[str, list[Latch]] = field(default_factory=dict)
    _arguments: dict[str, str] = field(default_factory=dict)

    def _line(self, section: str, line: str) -> None:
        self._lines.setdefault(section, []).append(line)

    def state(self, name: str, kind: Kind, init: Constant | None) -> Value:
        """A state variable; one without an initial value begins anywhere."""
        self._line("VAR", f"{name} : {kind.text};")
        number = None
        if init is not None:
            text, number = kind.constant(init)
            self._line("ASSIGN", f"init({name}) := {text};")
        else:
            assert len(kind.symbols) in (0, 1 << kind.width), "a free initial value needs every code"
        latches = [self.gates.latch(None if number is None else bool(number >> i & 1)) for i in range(kind.width)]
        self._latches[name] = latches
        return Value(self.gates, name, kind, tuple(2 * latch.node for latch in latches))

    def boolean(self, name: str, init: bool | None = False) -> Value:
        return self.state(name, BOOLEAN, init)

    def word(self, name: str, width: int, init: int | None = 0) -> Value:
        return self.state(name, word(width), init)

    def free(self, name: str, kind: Kind = BOOLEAN, section: str = "VAR") -> Value:
        """An input; codes without a symbol stand for the last one."""
        self._line(section, f"{name} : {kind.text};")
        made = Value(self.gates, name, kind, tuple(self.gates.input() for _ in range(kind.width)))
        if len(kind.symbols) in (0, 1 << kind.width):
            return made
        last = made.constant(kind.symbols[-1])
        return Value(self.gates, name, kind, _limited(self.gates, made, last))

    def next(self, variable: Value, value: Value | Constant) -> None:
        value = variable._other(value)
        self._line("ASSIGN", f"next({variable.text}) := {value.text};")
        for latch, bit in zip(self._latches.pop(variable.text), value.bits, strict=True):
            latch.next = bit

    def define(self, name: str, value: Value) -> Value:
        self._line("DEFINE", f"{name} := {value.text};")
        return Value(self.gates, name, value.kind, value.bits)

    def parameter(self, name: str, value: Value) -> Value:
        """A value of `main` under a name of this module."""
        self._arguments[name] = value.text
        return Value(self.gates, name, value.kind, value.bits)

    def out(self, value: Value) -> Value:
        """A variable or definition of this module as `main` sees it."""
        return Value(self.gates, f"{self.name}.{value.text}", value.kind, value.bits)

    def constraint(self, value: Value) -> None:
        self._line("INVAR", value.text)
        self.gates.constraints.append(value.bits[0])

    def invariant(self, name: str, value: Value) -> None:
        """What is asked; a design has one."""
        self._line("INVARSPEC", f"NAME {name} := {value.text};")
        self.gates.bad.append(value.bits[0] ^ 1)

    def declaration(self) -> str:
        return f"{self.name} : {self.kind}({', '.join(self._arguments.values())});"

    def smv(self, instances: Iterable[str] = ()) -> str:
        assert not self._latches, f"no next value: {', '.join(self._latches)}"
        blocks = [f"MODULE {self.kind}" + (f"({', '.join(self._arguments)})" if self._arguments else "")]
        sections = {"VAR": [], **self._lines}
        sections["VAR"] = [*instances, *sections["VAR"]]
        for section, lines in sections.items():
            if section in ("INVAR", "INVARSPEC"):
                blocks += [f"{section} {line}" for line in lines]
            elif lines:
                blocks += [section, *(f"  {line}" for line in lines)]
        return "\n".join(blocks) + "\n"


def _limited(gates: Gates, value: Value, last: Value) -> tuple[int, ...]:
    beyond = last._less(value)
    return tuple(gates.mux(beyond, one, two) for one, two in zip(last.bits, value.bits, strict=True))


class Design:
    """A model with one question."""

    def __init__(self, about: str) -> None:
        self.about = about
        self.gates = Gates()
        self.main = Module(self.gates, "main", "main")
        self.instances: list[Module] = []

    def instance(self, name: str, kind: str) -> Module:
        self.instances.append(Module(self.gates, name, kind))
        return self.instances[-1]

    def number(self, name: str, value: int, width: int) -> Value:
        """A constant under a name."""
        kind = word(width)
        text, _ = kind.constant(value)
        return self.main.define(name, Value(self.gates, text, kind, tuple(value >> i & 1 for i in range(width))))

    @property
    def latches(self) -> int:
        return len(self.gates.latches)

    def smv(self) -> str:
        kinds: dict[str, str] = {}
        for module in self.instances:
            text = module.smv()
            assert kinds.setdefault(module.kind, text) == text, f"instances of {module.kind} differ"
        whole = self.main.smv(module.declaration() for module in self.instances)
        return "\n".join([f"-- {self.about}", *kinds.values(), whole])

    def aiger(self) -> bytes:
        assert len(self.gates.bad) == 1, "a design has one question"
        return self.gates.aiger()
