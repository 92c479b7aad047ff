"""The words of a PRISM text, with their positions.

Storm reads the language; what it does not keep is where a thing stands in the text. These tokens do, and they suffice
to take a file apart into its modules (:mod:`quidpro.frontend.prism.outline`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<number>[0-9]+(?:\.(?!\.)[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)
    |(?P<string>"[^"\n]*")
    |(?P<mark>->|\.\.|<=>|=>|<=|>=|!=|\|\|\||\|\[|\|\||.)""",
    re.VERBOSE | re.DOTALL,
)

KEYWORDS = (
    *("mdp", "dtmc", "ctmc", "pta", "pomdp", "nondeterministic", "probabilistic", "stochastic", "module", "endmodule"),
    *("const", "global", "formula", "label", "init", "endinit", "rewards", "endrewards", "system", "endsystem"),
    *("invariant", "endinvariant", "observables", "endobservables", "observable"),
    *("bool", "int", "double", "clock", "rate", "prob", "true", "false", "min", "max", "filter", "func"),
    *("P", "Pmin", "Pmax", "R", "Rmin", "Rmax", "S", "A", "E", "F", "G", "X", "U", "W"),
)
"""The words of the language, and of its properties."""


@dataclass(frozen=True)
class Token:
    """A word of the text; ``kind`` is ``name``, ``number``, ``string`` or ``mark``."""

    kind: str
    text: str
    offset: int

    def is_mark(self, text: str) -> bool:
        """Whether it is this punctuation."""
        return self.kind == "mark" and self.text == text


Tokens = Sequence[Token]


def tokens_of(text: str) -> list[Token]:
    """All words of a text; comments and white space are left out."""
    found = ((str(match.lastgroup), match) for match in _TOKEN.finditer(text))
    return [Token(kind, match.group(), match.start()) for kind, match in found if kind != "skip"]


_FORMULA = re.compile(r"^\s*//\s*(P\s*[<>]=?\s*[\d.eE/+-]+\s*\[.*\])\s*$", re.MULTILINE)


def offered_formulas(text: str) -> dict[str, int]:
    """The formulas that are all of a comment, with their offsets."""
    found: dict[str, int] = {}
    for match in _FORMULA.finditer(text):
        found.setdefault(match[1], match.start(1))
    return found


def old_calls(tokens: Tokens) -> list[int]:
    """Where functions are called as in old files: ``func(max, a, b)`` for ``max(a, b)``."""
    heads = (i for i, token in enumerate(tokens[:-3]) if token.kind == "name" and token.text == "func")
    return [i for i in heads if tokens[i + 1].is_mark("(") and tokens[i + 3].is_mark(",")]


def modern_calls(tokens: Tokens) -> list[Token]:
    """The words with functions called as today."""
    found = list(tokens)
    for i in reversed(old_calls(tokens)):
        found[i : i + 4] = [tokens[i + 2], tokens[i + 1]]
    return found


def written(tokens: Tokens) -> str:
    """The words as a text; a primed name keeps its prime next to it."""
    return " ".join(token.text for token in tokens).replace(" '", "'")


def renamed(tokens: Tokens, names: Mapping[str, str]) -> list[Token]:
    """The words with some names replaced; they keep the positions of the old ones."""
    return [replace(t, text=names.get(t.text, t.text)) if t.kind == "name" else t for t in tokens]


def expanded(tokens: Tokens, formulas: Mapping[str, Tokens]) -> list[Token]:
    """The words with the names of formulas, or labels in quotes, replaced by what they stand for, in parentheses."""
    found: list[Token] = []
    for token in tokens:
        if token.kind in ("name", "string") and token.text in formulas:
            inner = {name: body for name, body in formulas.items() if name != token.text}  # a formula in itself stays
            body = [replace(t, offset=token.offset) for t in expanded(formulas[token.text], inner)]
            found += [Token("mark", "(", token.offset), *body, Token("mark", ")", token.offset)]
        else:
            found.append(token)
    return found


def too_deep(tokens: Tokens, most: int) -> Token | None:
    """The first parenthesis that is opened inside ``most`` others."""
    return next((t for t, depth in zip(tokens, _depths(tokens), strict=True) if depth >= most and t.is_mark("(")), None)


def disjuncts(tokens: Tokens) -> list[Tokens]:
    """The parts of an expression of which one must hold: split at its outermost ``|``, if those bind loosest."""
    inside = _without_parentheses(tokens)
    depths = _depths(inside)
    outer = [token.text for token, depth in zip(inside, depths, strict=True) if depth == 0 and token.kind == "mark"]
    if "|" not in outer or {"?", "=>", "<=>"} & set(outer):
        return [inside]
    parts: list[list[Token]] = [[]]
    for token, depth in zip(inside, depths, strict=True):
        if depth == 0 and token.is_mark("|"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [nest for part in parts for nest in disjuncts(part)]


def _without_parentheses(tokens: Tokens) -> Tokens:
    """The expression without parentheses around all of it."""
    while len(tokens) > 2 and tokens[0].is_mark("(") and 0 not in _depths(tokens)[1:-1]:
        tokens = tokens[1:-1]
    return tokens


def _depths(tokens: Tokens) -> list[int]:
    """How many parentheses are open around each word; a parenthesis that opens or closes counts for the outside."""
    depth = 0
    depths = []
    for token in tokens:
        depth -= token.is_mark(")")
        depths.append(depth)
        depth += token.is_mark("(")
    return depths
