"""The operators of BTOR2 on words by their names, and the widths that they want."""

from __future__ import annotations

from collections.abc import Callable

from quidpro.flat.build import disjunction, negation
from quidpro.flat.expr import Expr
from quidpro.frontend.btor2 import arithmetic as deep
from quidpro.frontend.btor2 import words

Unary = Callable[[Expr], Expr]
Binary = Callable[[Expr, Expr], Expr]


def _one(expr: Expr) -> Expr:
    return words.constant(1, words.width_of(expr))


UNARY: dict[str, Unary] = {
    "not": words.invert,
    "neg": words.negate,
    "inc": lambda a: words.add(a, _one(a)),
    "dec": lambda a: words.subtract(a, _one(a)),
}
"""A word to a word of the same width."""

REDUCTIONS: dict[str, Unary] = {"redand": words.all_ones, "redor": words.some_one, "redxor": words.odd_ones}
"""A word to a bit."""

BINARY: dict[str, Binary] = {
    "and": words.both,
    "nand": lambda a, b: words.invert(words.both(a, b)),
    "or": words.any_of,
    "nor": lambda a, b: words.invert(words.any_of(a, b)),
    "xor": words.differ,
    "xnor": lambda a, b: words.invert(words.differ(a, b)),
    "add": words.add,
    "sub": words.subtract,
    "mul": words.multiply,
    "udiv": deep.quotient,
    "urem": deep.remainder,
    "sdiv": deep.signed_quotient,
    "srem": deep.signed_remainder,
    "smod": deep.signed_modulus,
    "sll": deep.shift_left,
    "srl": deep.shift_right,
    "sra": deep.shift_signed,
    "rol": deep.rotate_left,
    "ror": deep.rotate_right,
}
"""Two words to a word, all of one width."""

TESTS: dict[str, Binary] = {
    "ult": words.less,
    "ugt": lambda a, b: words.less(b, a),
    "ulte": lambda a, b: negation(words.less(b, a)),
    "ugte": lambda a, b: negation(words.less(a, b)),
    "slt": words.signed_less,
    "sgt": lambda a, b: words.signed_less(b, a),
    "slte": lambda a, b: negation(words.signed_less(b, a)),
    "sgte": lambda a, b: negation(words.signed_less(a, b)),
    "uaddo": deep.add_overflows,
    "saddo": deep.signed_add_overflows,
    "usubo": words.less,
    "ssubo": deep.signed_subtract_overflows,
    "umulo": deep.multiply_overflows,
    "smulo": deep.signed_multiply_overflows,
    "sdivo": deep.signed_divide_overflows,
}
"""Two words of one width to a bit."""

CONNECTIVES: dict[str, Binary] = {"iff": words.equal, "implies": lambda a, b: disjunction((negation(a), b))}
"""Two bits to a bit."""
