"""The abstract syntax of FSP, LTSA's language. Every node that can be wrong says where its text is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quidpro.frontend.text.cursor import SyntaxNode

# Expressions -----------------------------------------------------------------------------------------------


class Int(SyntaxNode):
    """An integer."""

    value: int


class Name(SyntaxNode):
    """A variable, a constant, a parameter; inside brackets also a range or a set."""

    name: str


class Quote(SyntaxNode):
    """``'label``: an action label as a value."""

    label: Label


class Unary(SyntaxNode):
    """``!e``, ``-e``, ``+e``, ``~e``."""

    op: str
    operand: Expr


class Binary(SyntaxNode):
    """A binary operator, with C's spelling."""

    op: str
    left: Expr
    right: Expr


class Size(SyntaxNode):
    """``#Set``: how many labels a set has."""

    set: LabelSet


class Element(SyntaxNode):
    """``@(Set, i)``: a label of a set, counted from 0."""

    set: LabelSet
    index: Expr


class Conditional(SyntaxNode):
    """``condition ? then : otherwise``, of MTSA."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True)
class Function:
    """``def F(a, b) = e``, of MTSA; ``size`` is how many functions it is when those inside it are written out."""

    name: str
    parameters: tuple[str, ...]
    body: Expr
    size: int


class Apply(SyntaxNode):
    """``F(e, e)``."""

    function: Function
    arguments: tuple[Expr, ...]


Expr = Int | Name | Quote | Unary | Binary | Size | Element | Conditional | Apply

# Labels and sets -------------------------------------------------------------------------------------------


class Range(SyntaxNode):
    """``low..high``."""

    low: Expr
    high: Expr


class SetName(SyntaxNode):
    """A set (or, in brackets, a range) by its name."""

    name: str


class SetLiteral(SyntaxNode):
    """``{label, label, …}``."""

    labels: tuple[Label, ...]


class SetDifference(SyntaxNode):
    """``S \\ T``."""

    left: LabelSet
    right: LabelSet


LabelSet = SetName | SetLiteral | SetDifference
Domain = Range | SetName | SetLiteral | SetDifference


class Word(SyntaxNode):
    """A lower-case identifier inside a label."""

    text: str


class Index(SyntaxNode):
    """``[e]``: a value; a Name may turn out to be a range or a set, then it stands for all its members."""

    value: Expr


class Binder(SyntaxNode):
    """``[v:Domain]``, ``[Range]`` or ``[Set]``; ``variable`` is None where nothing is bound."""

    variable: str | None
    domain: Domain


class Among(SyntaxNode):
    """A set used as a part of a label: ``a.{b,c}.d``."""

    set: LabelSet


LabelPart = Word | Index | Binder | Among


class Label(SyntaxNode):
    """Parts joined by dots: ``a.{b,c}[i:R]``. A bare set is a label of one :class:`Among`."""

    parts: tuple[LabelPart, ...]


# Processes -------------------------------------------------------------------------------------------------


class Branch(SyntaxNode):
    """``when guard label -> label -> … body``."""

    guard: Expr | None
    labels: tuple[Label, ...]
    body: Body


class Choice(SyntaxNode):
    """``(branch | branch)``; with binders MTSA's ``(foreach [i:R] branch | branch)``, the branches for every value."""

    branches: tuple[Branch, ...]
    binders: tuple[Index | Binder, ...] = ()


class If(SyntaxNode):
    """``if e then Body else Body``."""

    condition: Expr
    then: Body
    otherwise: Body | None


class Call(SyntaxNode):
    """``P(e, …)``: a global process with actual parameters."""

    name: str
    arguments: tuple[Expr, ...]


class Sequence(SyntaxNode):
    """``P1; P2(e); rest``: sequential composition."""

    calls: tuple[Call, ...]
    rest: Body


class LocalRef(SyntaxNode):
    """``Q[e][e]``: a local process."""

    name: str
    indices: tuple[Expr, ...]


class Terminal(SyntaxNode):
    """STOP, ERROR or END."""

    kind: Literal["STOP", "ERROR", "END"]


Body = Choice | If | Sequence | LocalRef | Terminal


class LocalDef(SyntaxNode):
    """``Q[i:R][S] = Body`` inside a process definition; the first one is the process itself."""

    name: str
    indices: tuple[Index | Binder, ...]
    body: Body


class Param(SyntaxNode):
    """``N = e``."""

    name: str
    default: Expr


class RelabelPair(SyntaxNode):
    """``new/old``."""

    new: Label
    old: Label


class RelabelForall(SyntaxNode):
    """``forall[i:R] {…}``."""

    binders: tuple[Index | Binder, ...]
    relabels: tuple[Relabel, ...]


Relabel = RelabelPair | RelabelForall


class Hiding(SyntaxNode):
    """``\\{…}`` or, with ``expose``, ``@{…}``."""

    set: LabelSet
    expose: bool


@dataclass(frozen=True)
class Flags:
    """The keywords before a definition."""

    deterministic: bool = False
    minimal: bool = False
    compose: bool = False
    property: bool = False
    safe: bool = False


class ProcessDef(SyntaxNode):
    """A primitive process."""

    name: str
    params: tuple[Param, ...]
    locals: tuple[LocalDef, ...]
    flags: Flags = Flags()
    extension: LabelSet | None = None
    relabels: tuple[Relabel, ...] = ()
    hiding: Hiding | None = None


# Composites ------------------------------------------------------------------------------------------------


class Parallel(SyntaxNode):
    """``(A || B || …)``."""

    parts: tuple[CBody, ...]


class Instance(SyntaxNode):
    """``share::prefix:P(e)/{…}``; ``share`` and ``prefix`` are labels (a set is a label of one Among)."""

    target: Call | Parallel
    share: Label | None = None
    prefix: Label | None = None
    relabels: tuple[Relabel, ...] = ()


class CompositeIf(SyntaxNode):
    """``if e then C else C`` between composites."""

    condition: Expr
    then: CBody
    otherwise: CBody | None


class CompositeForall(SyntaxNode):
    """``forall[i:R] C``."""

    binders: tuple[Index | Binder, ...]
    body: CBody


CBody = Parallel | Instance | CompositeIf | CompositeForall


class PriorityClause(SyntaxNode):
    """``<<{…}`` (high) or ``>>{…}`` (low)."""

    set: LabelSet
    high: bool


class CompositeDef(SyntaxNode):
    """``||C = …``."""

    name: str
    params: tuple[Param, ...]
    body: CBody
    flags: Flags = Flags()
    priority: PriorityClause | None = None
    hiding: Hiding | None = None


# The other definitions -------------------------------------------------------------------------------------


class ConstDef(SyntaxNode):
    """``const N = e``."""

    name: str
    value: Expr


class RangeDef(SyntaxNode):
    """``range R = low..high``."""

    name: str
    range: Range


class SetDef(SyntaxNode):
    """``set S = {…}``."""

    name: str
    set: LabelSet


class ProgressDef(SyntaxNode):
    """``progress P[i:R] = {…}`` or ``progress P = if {…} then {…}``."""

    name: str
    indices: tuple[Index | Binder, ...]
    condition: LabelSet | None
    actions: LabelSet


class MenuDef(SyntaxNode):
    """``menu M = {…}``."""

    name: str
    actions: LabelSet


class ImportDef(SyntaxNode):
    """``import P = "file.aut"``."""

    name: str
    file: str


class FluentDef(SyntaxNode):
    """``fluent F[i:R] = <set, set> initially e``."""

    name: str
    indices: tuple[Index | Binder, ...]
    initiating: LabelSet
    terminating: LabelSet
    initially: Expr | None


class LeftOutDef(SyntaxNode):
    """Something that MTSA would synthesise, such as ``controller ||C = P~{G}``: only its name is kept."""

    name: str
    word: str


# Temporal logic --------------------------------------------------------------------------------------------


class Atom(SyntaxNode):
    """A label (set) or a fluent, with its indices; or a comparison in ``rigid`` brackets."""

    label: Label


class FluentRef(SyntaxNode):
    """``F``, ``F[i]`` or ``A(e)``: a fluent, a set of labels or another assertion by name.

    ``arguments`` are the actual parameters of an assertion; ``indices`` those of a fluent, where a range or a
    set means any of its members.
    """

    name: str
    arguments: tuple[Expr, ...]
    indices: tuple[Index | Binder, ...] = ()


class Rigid(SyntaxNode):
    """``rigid(e)``: an expression over bound variables."""

    value: Expr


class Temporal(SyntaxNode):
    """An operator (one of ``! X <> [] && || -> <-> U W``) on formulas."""

    op: str
    operands: tuple[Formula, ...]


class Quantified(SyntaxNode):
    """``forall[i:R] f`` or ``exists[i:R] f``."""

    op: Literal["forall", "exists"]
    binders: tuple[Index | Binder, ...]
    body: Formula


Formula = Atom | FluentRef | Rigid | Temporal | Quantified


class AssertDef(SyntaxNode):
    """``assert``, ``constraint`` or ``ltl_property``."""

    kind: Literal["assert", "constraint", "ltl_property"]
    name: str
    params: tuple[Param, ...]
    formula: Formula
    extension: LabelSet | None


Definition = (
    ConstDef
    | RangeDef
    | SetDef
    | ProcessDef
    | CompositeDef
    | LeftOutDef
    | ProgressDef
    | MenuDef
    | ImportDef
    | FluentDef
    | AssertDef
)


@dataclass(frozen=True)
class Spec:
    """A whole file. Definitions are kept in the order of the text."""

    definitions: tuple[Definition, ...]
