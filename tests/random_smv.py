"""Random small boolean SMV models: two modules of two to five bits that read each other, with a plain semantics.

A model knows its text and, apart from any front end, its initial states and steps: the text is one thing to be tested
against the other. Combinational bits read registers and earlier bits only, so there are no circles.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import product

INSTANCES = ("a", "b")


@dataclass
class Bit:
    """A bit of a module: a register with the choices for its first and its next value, or a wire with its value."""

    name: str
    wire: tuple | None = None
    first: bool | None = None
    choices: tuple = ()


@dataclass
class Part:
    """One module and its instance; ``inputs`` are the parameters with the full names they stand for."""

    instance: str
    bits: list[Bit] = field(default_factory=list)
    inputs: dict[str, str] = field(default_factory=dict)
    trans: list[tuple] = field(default_factory=list)
    invar: list[tuple] = field(default_factory=list)


class RandomModel:
    """The same for the same seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.parts = [Part(instance) for instance in INSTANCES]
        self.free = 0
        for part in self.parts:
            part.bits = [Bit(f"x{i}") for i in range(self.rng.randint(2, 5))]
        for part, other in zip(self.parts, reversed(self.parts), strict=True):
            self._registers(part, other)
        for part in self.parts:
            self._fill(part)
        self.names = [f"{part.instance}.{bit.name}" for part in self.parts for bit in part.bits]
        self.invariant = ("implies", self._anywhere(), ("or", self._anywhere(), self._anywhere()))
        self.text = self._text()

    def _registers(self, part, other):
        """The first bits are registers; some of the other module's registers come in as parameters."""
        for bit in part.bits[1:]:
            if self.rng.random() < 0.2:
                bit.wire = ("const", False)
        known = [bit.name for bit in other.bits[:1]]
        known += [bit.name for bit in other.bits[1:] if self.rng.random() < 0.5]
        part.inputs = {f"in{i}": f"{other.instance}.{name}" for i, name in enumerate(known)}

    def _fill(self, part):
        other = next(p for p in self.parts if p is not part)
        wires = {f"{other.instance}.{bit.name}" for bit in other.bits if bit.wire}
        part.inputs = {name: full for name, full in part.inputs.items() if full not in wires}
        readable = [bit.name for bit in part.bits if not bit.wire] + list(part.inputs)
        earlier = list(readable)
        for bit in part.bits:
            if bit.wire:
                bit.wire = self._expr(earlier)
                earlier.append(bit.name)
                continue
            bit.first = self.rng.choice([False, False, True, None])
            bit.choices = self._choices(readable)
        if self.rng.random() < 0.15:
            part.trans.append(("or", self._expr(readable), ("next", self.rng.choice(readable))))
        if self.rng.random() < 0.1:
            part.invar.append(("or", self._expr(readable), self._expr(readable)))

    def _choices(self, readable):
        """What a register may become: one value, one of two, or (none given) anything."""
        kind = self.rng.random()
        if kind < 0.12 and self.free < 3:
            self.free += 1
            return ()
        return tuple(self._expr(readable) for _ in range(2 if kind < 0.3 else 1))

    def _expr(self, names, depth=2):
        if depth == 0 or self.rng.random() < 0.25:
            return ("const", self.rng.random() < 0.5) if self.rng.random() < 0.05 else ("var", self.rng.choice(names))
        op = self.rng.choice(["not", "and", "or", "xor", "iff", "implies", "ite"])
        arity = {"not": 1, "ite": 3}.get(op, 2)
        return (op, *(self._expr(names, depth - 1) for _ in range(arity)))

    def _anywhere(self):
        literal = ("var", self.rng.choice(self.names))
        return ("not", literal) if self.rng.random() < 0.5 else literal

    # The text ------------------------------------------------------------------------------------------------

    def _text(self):
        parts = [self._module(part) for part in self.parts]
        arguments = [", ".join(part.inputs.values()) for part in self.parts]
        lines = ["MODULE main", "VAR"]
        for part, argument in zip(self.parts, arguments, strict=True):
            lines.append(
                f"  {part.instance} : {part.instance.upper()}_module" + (f"({argument});" if argument else ";")
            )
        section = self.rng.choice(["INVARSPEC {}", "SPEC AG ({})", "LTLSPEC G ({});"])
        lines.append(section.format(self._smv(self.invariant)))
        return "\n".join([*parts, *lines, ""]) if self.rng.random() < 0.5 else "\n".join([*lines, *parts, ""])

    def _module(self, part):
        head = f"MODULE {part.instance.upper()}_module" + (f"({', '.join(part.inputs)})" if part.inputs else "")
        lines = [head, "VAR", *(f"  {bit.name} : boolean;" for bit in part.bits)]
        for bit in part.bits:
            lines += self._assignments(bit)
        lines += [f"TRANS {self._smv(expr)}" for expr in part.trans]
        lines += [f"INVAR {self._smv(expr)};" for expr in part.invar]
        return "\n".join(lines)

    def _assignments(self, bit):
        if bit.wire:
            if self.rng.random() < 0.5:
                return [f"DEFINE d_{bit.name} := {self._smv(bit.wire)};", f"ASSIGN {bit.name} := d_{bit.name};"]
            return [f"ASSIGN {bit.name} := {self._smv(bit.wire)};"]
        lines = []
        if bit.first is not None:
            value = str(bit.first).upper()
            lines.append(self.rng.choice([f"ASSIGN init({bit.name}) := {value};", f"INIT {bit.name} = {value}"]))
        if bit.choices:
            sides = [self._smv(choice) for choice in bit.choices]
            body = sides[0] if len(sides) == 1 else self.rng.choice([f"{{{', '.join(sides)}}}", " union ".join(sides)])
            lines.append(f"ASSIGN next({bit.name}) := {body};")
        return lines

    def _smv(self, expr):
        op, *args = expr
        if op == "const":
            return str(args[0]).upper()
        if op == "var":
            return args[0]
        if op == "next":
            return f"next({args[0]})"
        sides = [self._smv(arg) for arg in args]
        if op == "not":
            return f"!({sides[0]})"
        if op == "ite":
            forms = ["case {} : {}; TRUE : {}; esac", "({} ? {} : {})"]
            return self.rng.choice(forms).format(*sides)
        sign = {"and": ["&"], "or": ["|"], "xor": ["xor", "!="], "iff": ["<->", "xnor", "="], "implies": ["->"]}[op]
        return f"(({sides[0]}) {self.rng.choice(sign)} ({sides[1]}))"

    # The meaning ---------------------------------------------------------------------------------------------

    def initial(self):
        """Every initial state, as a tuple of booleans in the order of ``names``."""
        options = [[True, False] if bit.first is None else [bit.first] for _, bit in self._registers_of()]
        yield from self._completed(options, None)

    def successors(self, state):
        """Every state that can follow."""
        now = dict(zip(self.names, state, strict=True))
        options = []
        for part, bit in self._registers_of():
            values = {self._value(choice, part, now, None) for choice in bit.choices}
            options.append(sorted(values) if bit.choices else [False, True])
        yield from self._completed(options, now)

    def _registers_of(self):
        return [(part, bit) for part in self.parts for bit in part.bits if not bit.wire]

    def _completed(self, options, now):
        for values in product(*options):
            state = {}
            for (part, bit), value in zip(self._registers_of(), values, strict=True):
                state[f"{part.instance}.{bit.name}"] = value
            for part in self.parts:
                for bit in part.bits:
                    if bit.wire:
                        state[f"{part.instance}.{bit.name}"] = self._value(bit.wire, part, state, None)
            if self._allowed(state, now):
                yield tuple(state[name] for name in self.names)

    def _allowed(self, state, now):
        for part in self.parts:
            if not all(self._value(expr, part, state, None) for expr in part.invar):
                return False
            if now is not None and not all(self._value(expr, part, now, state) for expr in part.trans):
                return False
        return True

    def _value(self, expr, part, now, then):
        op, *args = expr
        if op == "const":
            return args[0]
        if op in ("var", "next"):
            full = self._full(args[0], part)
            return then[full] if op == "next" else now[full]
        values = [self._value(arg, part, now, then) for arg in args]
        match op:
            case "not":
                return not values[0]
            case "and":
                return values[0] and values[1]
            case "or":
                return values[0] or values[1]
            case "xor":
                return values[0] != values[1]
            case "iff":
                return values[0] == values[1]
            case "implies":
                return not values[0] or values[1]
        return values[1] if values[0] else values[2]

    def _full(self, name, part):
        if part is None or "." in name:
            return name
        return part.inputs.get(name, f"{part.instance}.{name}")

    def holds(self, state):
        """Whether the invariant holds in a state."""
        return self._value(self.invariant, None, dict(zip(self.names, state, strict=True)), None)

    def reachable(self):
        """The reachable states."""
        found = dict.fromkeys(self.initial())
        waiting = list(found)
        while waiting:
            for state in self.successors(waiting.pop()):
                if state not in found:
                    found[state] = None
                    waiting.append(state)
        return set(found)


def random_smv(seed):
    """A random model of two modules; its text is in ``text``."""
    return RandomModel(seed)
