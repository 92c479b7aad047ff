"""Labels, sets and binders, compiled once and expanded over a frame of variables.

A label such as ``a[i:R].{b,c}[i+1]`` stands for many names. As in LTSA all its ranges and sets are
evaluated before any of its own variables is bound (so ``[i:0..2][j:i..2]`` is an error, but ``a[i:R].b[i:R]`` is
none: the last ``i`` counts), the last part varies fastest, and ``[e]`` may use the variables bound to its left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeVar

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.values import Code, Eval, Frame, Scope, Value, as_value, compile_expr, constant, raising
from quidpro.frontend.text.problems import ModelError, did_you_mean

MAX_LABELS = 1_000_000
MAX_CACHED = 20_000
"""How many names of a label are cached; more are computed one by one each time."""

Members = Callable[[Frame], Sequence[Value]]
Named = tuple[str, Frame]
Bounded = TypeVar("Bounded", range, tuple[str, ...])


@dataclass(frozen=True, slots=True)
class DomainCode:
    """A compiled range or set: its members, integers or labels."""

    members: Members
    fixed: bool


@dataclass(frozen=True, slots=True)
class _Piece:
    """One part of a label: a fixed text, a value to compute, or a domain to run through."""

    text: str = ""
    value: Eval | None = None
    domain: DomainCode | None = None
    binds: bool = False


@dataclass(frozen=True)
class LabelCode:
    """A compiled label. :meth:`expand` gives its names, each with the frame that it extends."""

    pieces: tuple[_Piece, ...]
    fixed: bool
    offset: int
    is_many: bool
    _cache: list[Named]

    def expand(self, frame: Frame) -> Iterable[Named]:
        """All names of the label under these values of the variables."""
        if not self.fixed:
            return self._names(frame) if self.is_many else (self._name(frame, iter(())),)
        if not self._cache:
            if self.count(frame) > MAX_CACHED:
                return self._names(frame)
            self._cache.extend(list(self._names(())))  # all or none, should a name fail
        if len(self._cache) == 1:
            name, bound = self._cache[0]
            return ((name, frame + bound),)
        return [(name, frame + bound) for name, bound in self._cache]

    def count(self, frame: Frame) -> int:
        """How many names :meth:`expand` gives."""
        return prod(map(len, self._domains(frame)))

    def _domains(self, frame: Frame) -> list[Sequence[Value]]:
        return [piece.domain.members(frame) for piece in self.pieces if piece.domain is not None]

    def _names(self, frame: Frame) -> Iterator[Named]:
        domains = self._domains(frame)
        size = prod(map(len, domains))
        if size > MAX_LABELS:
            raise ModelError(
                f"this label stands for {size:,} names, more than the {MAX_LABELS:,} allowed",
                self.offset,
                hint="use smaller ranges or sets",
            )
        for choice in product(*domains):
            yield self._name(frame, iter(choice))

    def _name(self, frame: Frame, choice: Iterator[Value]) -> Named:
        texts = []
        for piece in self.pieces:
            if piece.domain is not None:
                member = next(choice)
                texts.append(str(member))
                if piece.binds:
                    frame = (*frame, as_value(member) if isinstance(member, str) else member)
            elif piece.value is not None:
                texts.append(str(piece.value(frame)))
            else:
                texts.append(piece.text)
        return ".".join(texts), frame


def compile_label(label: ast.Label, scope: Scope) -> tuple[LabelCode, Scope]:
    """A label and the scope to its right, in which its variables are bound."""
    return compile_parts(label.parts, scope, label.offset)


def compile_parts(parts: Sequence[ast.LabelPart], scope: Scope, offset: int) -> tuple[LabelCode, Scope]:
    """Parts of a label, indices of a process or binders of a ``forall``, and the scope inside them."""
    outer, inner = scope, scope
    pieces, fixed = [], True
    for part in parts:
        piece, same, inner = _compile_part(part, outer, inner)
        pieces.append(piece)
        fixed = fixed and same
    is_many = any(piece.domain is not None for piece in pieces)
    return LabelCode(tuple(pieces), fixed, offset, is_many, []), inner


def _compile_part(part: ast.LabelPart, outer: Scope, inner: Scope) -> tuple[_Piece, bool, Scope]:
    """A piece, whether it is the same under every frame, and the scope after it."""
    match part:
        case ast.Word(text):
            return _Piece(text), True, inner
        case ast.Among(labels):
            domain = compile_set(labels, outer)
            return _Piece(domain=domain), domain.fixed, inner
        case ast.Index(ast.Name(name, offset=offset)) if _is_domain(name, offset, outer):
            domain = compile_domain(ast.SetName(name, offset=offset), outer)
            return _Piece(domain=domain), domain.fixed, inner
        case ast.Index(value):
            code = compile_expr(value, inner)
            return _Piece(value=code.run), code.fixed, inner
        case ast.Binder(variable, domain_text, offset=offset):
            domain = compile_domain(domain_text, outer)
            if variable is None:
                return _Piece(domain=domain), domain.fixed, inner
            _check_binder(variable, offset, outer, inner)
            return _Piece(domain=domain, binds=True), domain.fixed, inner.bind(variable)


def already_bound(variable: str) -> str:
    """The complaint about a variable that has a value where it is to get another."""
    return f"variable '{variable}' is already bound here"


def _check_binder(variable: str, offset: int, outer: Scope, inner: Scope) -> None:
    """LTSA refuses a variable that is bound along the path, and takes the last of two in one label."""
    if variable in outer.variables:
        hint = f"write [{variable}] for the value that it has, or choose another name"
        inner.problems.add(ModelError(already_bound(variable), offset, hint=hint))
    elif variable in inner.variables:
        message = f"variable '{variable}' is bound twice in this label, and takes its values independently"
        inner.problems.warn(message, offset, hint=f"write [{variable}] where the same value is meant")


def _is_domain(name: str, offset: int, scope: Scope) -> bool:
    """Whether a bare name in brackets stands for all members of a set or range.

    Sets and ranges that stand above go before parameters and constants, as in LTSA; those below only fill a gap.
    """
    definitions = scope.definitions
    if definitions.domain_above(name, offset):
        return True
    if name in scope.variables or name in scope.parameters or definitions.constant(name) is not None:
        return False
    return definitions.set(name) is not None or definitions.range(name) is not None


def compile_domain(domain: ast.Domain, scope: Scope) -> DomainCode:
    """A range or a set, as in ``[i:Domain]``."""
    if isinstance(domain, ast.Range):
        return _compile_range(domain, scope)
    if isinstance(domain, ast.SetName):
        named = scope.definitions.set(domain.name)
        if named is not None:
            return _fixed_domain(named)
        if (members := scope.definitions.range(domain.name)) is not None:
            return _fixed_domain(members)
    return compile_set(domain, scope)


def _compile_range(domain: ast.Range, scope: Scope) -> DomainCode:
    low, high = compile_expr(domain.low, scope), compile_expr(domain.high, scope)

    def members(frame: Frame) -> Sequence[Value]:
        return bounds(low.run(frame), high.run(frame), domain.offset)

    return DomainCode(members, low.fixed and high.fixed)


def bounds(low: Value, high: Value, offset: int) -> range:
    """The members of ``low..high``, which must not be empty and not enormous."""
    if isinstance(low, str) or isinstance(high, str):
        raise ModelError("the bounds of a range must be integers", offset)
    if low > high:
        raise ModelError(f"the range {low}..{high} is empty", offset, hint="the low bound must not exceed the high one")
    return _check_size(range(low, high + 1), offset)


def _check_size(members: Bounded, offset: int) -> Bounded:
    if len(members) > MAX_LABELS:
        raise ModelError(
            f"this range or set has {len(members):,} members, more than the {MAX_LABELS:,} allowed",
            offset,
            hint="make it smaller; a small range often shows the same behaviour",
        )
    return members


def _fixed_domain(members: Sequence[Value]) -> DomainCode:
    return DomainCode(lambda _: members, True)


def compile_set(labels: ast.LabelSet, scope: Scope) -> DomainCode:
    """A set of labels."""
    match labels:
        case ast.SetName(name, offset=offset):
            members = scope.definitions.set(name)
            if members is None:
                scope.problems.add(fault := _unknown_set(labels, scope))
                return DomainCode(raising(fault), True)
            return _fixed_domain(members)
        case ast.SetLiteral(members_text, offset=offset):
            return _compile_literal([compile_label(label, scope)[0] for label in members_text], offset)
        case ast.SetDifference(left_text, right_text):
            left, right = compile_set(left_text, scope), compile_set(right_text, scope)
            return _compile_difference(left, right)


def labels_of(labels: ast.LabelSet, scope: Scope, frame: Frame = ()) -> frozenset[str]:
    """The members of a set, under these values of the variables."""
    return frozenset(map(str, compile_set(labels, scope).members(frame)))


def _compile_literal(labels: list[LabelCode], offset: int) -> DomainCode:
    def members(frame: Frame) -> Sequence[Value]:
        found: dict[str, None] = {}
        for label in labels:
            for name, _ in label.expand(frame):
                found[name] = None
            if len(found) > MAX_LABELS:
                _check_size(tuple(found), offset)
        return tuple(found)

    return _memoise(members, all(label.fixed for label in labels))


def _compile_difference(left: DomainCode, right: DomainCode) -> DomainCode:
    def members(frame: Frame) -> Sequence[Value]:
        without = set(right.members(frame))
        return tuple(label for label in left.members(frame) if label not in without)

    return _memoise(members, left.fixed and right.fixed)


def _memoise(members: Members, fixed: bool) -> DomainCode:
    """Evaluate a fixed set once, when it is first needed."""
    if not fixed:
        return DomainCode(members, False)
    known: list[Sequence[Value]] = []

    def once(_: Frame) -> Sequence[Value]:
        if not known:
            known.append(members(()))
        return known[0]

    return DomainCode(once, True)


def _unknown_set(labels: ast.SetName, scope: Scope) -> ModelError:
    name = labels.name
    if scope.definitions.range(name) is not None:
        return ModelError(f"'{name}' is a range, not a set of labels", labels.offset, len(name), f"write [{name}]")
    hint = did_you_mean(name, scope.definitions.known())
    return ModelError(f"set '{name}' is not defined", labels.offset, len(name), hint)


def compile_label_value(expr: ast.Quote | ast.Size | ast.Element, scope: Scope) -> Code:
    """``'label``, ``#Set`` and ``@(Set, i)``."""
    match expr:
        case ast.Quote(label, offset=offset):
            return _compile_quote(label, scope, offset)
        case ast.Size(labels):
            domain = compile_set(labels, scope)
            return Code(lambda frame: len(domain.members(frame)), domain.fixed)
        case ast.Element(labels, index, offset=offset):
            return _compile_element(compile_set(labels, scope), compile_expr(index, scope), offset)


def _compile_quote(label: ast.Label, scope: Scope, offset: int) -> Code:
    code, _ = compile_label(label, scope)
    if code.is_many:
        scope.problems.add(ModelError("a quoted label must be one label, not a set", offset))
        return constant(0)

    def run(frame: Frame) -> Value:
        ((name, _),) = code.expand(frame)
        return as_value(name)

    return Code(run, code.fixed)


def _compile_element(domain: DomainCode, index: Code, offset: int) -> Code:
    def run(frame: Frame) -> Value:
        members, at = domain.members(frame), index.run(frame)
        if isinstance(at, str) or not 0 <= at < len(members):
            raise ModelError(f"{at} is not an index of a set of {len(members)} labels", offset)
        return as_value(str(members[at]))

    return Code(run, domain.fixed and index.fixed)
