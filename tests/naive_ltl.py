"""LTL on a path that comes back to itself, read straight from its meaning: the yardstick of what is faster."""

from __future__ import annotations

from quidpro.flat.evaluate import evaluate
from quidpro.flat.formula import Atom


def value(formula, states, loop, at):
    """The value of a formula at a position of an infinite path, read straight from the meaning of LTL."""
    length = len(states)

    def next_(k):
        return k + 1 if k + 1 < length else loop

    def ahead(k):
        """The positions from k on, each once."""
        seen = []
        while k not in seen:
            seen.append(k)
            k = next_(k)
        return seen

    def val(f, k):
        return value(f, states, loop, k)

    if isinstance(formula, Atom):
        return evaluate(formula.expr, states[at], states[next_(at)]) is True
    args, op = formula.args, formula.op
    if formula.bounds is not None:
        low, high = formula.bounds
        positions = [at]
        for _ in range(high):
            positions.append(next_(positions[-1]))
        if op in ("O", "H"):
            positions = [at - k if at - k >= 0 else None for k in range(high + 1)]
        values = [op == "H" if k is None else val(args[0], k) for k in positions[low:]]
        return any(values) if op in ("F", "O") else all(values)
    match op:
        case "not":
            return not val(args[0], at)
        case "and":
            return all(val(a, at) for a in args)
        case "or":
            return any(val(a, at) for a in args)
        case "implies":
            return not val(args[0], at) or val(args[1], at)
        case "iff" | "xor":
            return (val(args[0], at) == val(args[1], at)) == (op == "iff")
        case "X":
            return val(args[0], next_(at))
        case "F":
            return any(val(args[0], k) for k in ahead(at))
        case "G":
            return all(val(args[0], k) for k in ahead(at))
        case "U":
            positions = ahead(at)
            return any(val(args[1], k) and all(val(args[0], j) for j in positions[:i]) for i, k in enumerate(positions))
        case "V":
            positions = ahead(at)
            return all(val(args[1], k) or any(val(args[0], j) for j in positions[:i]) for i, k in enumerate(positions))
        case "Y" | "Z":
            return val(args[0], at - 1) if at else op == "Z"
        case "O":
            return any(val(args[0], k) for k in range(at + 1))
        case "H":
            return all(val(args[0], k) for k in range(at + 1))
        case "S":
            return any(val(args[1], k) and all(val(args[0], j) for j in range(k + 1, at + 1)) for k in range(at + 1))
        case "T":
            return all(val(args[1], k) or any(val(args[0], j) for j in range(k + 1, at + 1)) for k in range(at + 1))
    raise AssertionError(op)
