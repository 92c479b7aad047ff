"""The abstract syntax of FSP, LTSA's language. Every node that can be wrong says where its text is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

# Expressions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Int:
    """An integer."""

    value: int
    offset: int


@dataclass(frozen=True)
class Name:
    """A variable, a constant, a parameter; inside brackets also a range or a set."""

    name: str
    offset: int


@dataclass(frozen=True)
class Quote:
    """``'label``: an action label as a value."""

    label: Label
    offset: int


@dataclass(frozen=True)
class Unary:
    """``!e``, ``-e``, ``+e``, ``~e``."""

    op: str
    operand: Expr
    offset: int


@dataclass(frozen=True)
class Binary:
    """A binary operator, with C's spelling."""

    op: str
    left: Expr
    right: Expr
    offset: int


@dataclass(frozen=True)
class Size:
    """``#Set``: how many labels a set has."""

    set: LabelSet
    offset: int


@dataclass(frozen=True)
class Element:
    """``@(Set, i)``: a label of a set, counted from 0."""

    set: LabelSet
    index: Expr
    offset: int


@dataclass(frozen=True)
class Conditional:
    """``condition ? then : otherwise``, of MTSA."""

    condition: Expr
    then: Expr
    otherwise: Expr
    offset: int


@dataclass(frozen=True)
class Function:
    """``def F(a, b) = e``, of MTSA; ``size`` is how many functions it is when those inside it are written out."""

    name: str
    parameters: tuple[str, ...]
    body: Expr
    size: int


@dataclass(frozen=True)
class Apply:
    """``F(e, e)``."""

    function: Function
    arguments: tuple[Expr, ...]
    offset: int


Expr = Int | Name | Quote | Unary | Binary | Size | Element | Conditional | Apply

# Labels and sets -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """``low..high``."""

    low: Expr
    high: Expr
    offset: int


@dataclass(frozen=True)
class SetName:
    """A set (or, in brackets, a range) by its name."""

    name: str
    offset: int


@dataclass(frozen=True)
class SetLiteral:
    """``{label, label, …}``."""

    labels: tuple[Label, ...]
    offset: int


@dataclass(frozen=True)
class SetDifference:
    """``S \\ T``."""

    left: LabelSet
    right: LabelSet
    offset: int


LabelSet = SetName | SetLiteral | SetDifference
Domain = Range | SetName | SetLiteral | SetDifference


@dataclass(frozen=True)
class Word:
    """A lower-case identifier inside a label."""

    text: str
    offset: int


@dataclass(frozen=True)
class Index:
    """``[e]``: a value; a Name may turn out to be a range or a set, then it stands for all its members."""

    value: Expr
    offset: int


@dataclass(frozen=True)
class Binder:
    """``[v:Domain]``, ``[Range]`` or ``[Set]``; ``variable`` is None where nothing is bound."""

    variable: str | None
    domain: Domain
    offset: int


@dataclass(frozen=True)
class Among:
    """A set used as a part of a label: ``a.{b,c}.d``."""

    set: LabelSet
    offset: int


LabelPart = Word | Index | Binder | Among


@dataclass(frozen=True)
class Label:
    """Parts joined by dots: ``a.{b,c}[i:R]``. A bare set is a label of one :class:`Among`."""

    parts: tuple[LabelPart, ...]
    offset: int


# Processes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Branch:
    """``when guard label -> label -> … body``."""

    guard: Expr | None
    labels: tuple[Label, ...]
    body: Body
    offset: int


@dataclass(frozen=True)
class Choice:
    """``(branch | branch)``; with binders MTSA's ``(foreach [i:R] branch | branch)``, the branches for every value."""

    branches: tuple[Branch, ...]
    offset: int
    binders: tuple[Index | Binder, ...] = ()


@dataclass(frozen=True)
class If:
    """``if e then Body else Body``."""

    condition: Expr
    then: Body
    otherwise: Body | None
    offset: int


@dataclass(frozen=True)
class Call:
    """``P(e, …)``: a global process with actual parameters."""

    name: str
    arguments: tuple[Expr, ...]
    offset: int


@dataclass(frozen=True)
class Sequence:
    """``P1; P2(e); rest``: sequential composition."""

    calls: tuple[Call, ...]
    rest: Body
    offset: int


@dataclass(frozen=True)
class LocalRef:
    """``Q[e][e]``: a local process."""

    name: str
    indices: tuple[Expr, ...]
    offset: int


@dataclass(frozen=True)
class Terminal:
    """STOP, ERROR or END."""

    kind: Literal["STOP", "ERROR", "END"]
    offset: int


Body = Choice | If | Sequence | LocalRef | Terminal


@dataclass(frozen=True)
class LocalDef:
    """``Q[i:R][S] = Body`` inside a process definition; the first one is the process itself."""

    name: str
    indices: tuple[Index | Binder, ...]
    body: Body
    offset: int


@dataclass(frozen=True)
class Param:
    """``N = e``."""

    name: str
    default: Expr
    offset: int


@dataclass(frozen=True)
class RelabelPair:
    """``new/old``."""

    new: Label
    old: Label
    offset: int


@dataclass(frozen=True)
class RelabelForall:
    """``forall[i:R] {…}``."""

    binders: tuple[Index | Binder, ...]
    relabels: tuple[Relabel, ...]
    offset: int


Relabel = RelabelPair | RelabelForall


@dataclass(frozen=True)
class Hiding:
    """``\\{…}`` or, with ``expose``, ``@{…}``."""

    set: LabelSet
    expose: bool
    offset: int


@dataclass(frozen=True)
class Flags:
    """The keywords before a definition."""

    deterministic: bool = False
    minimal: bool = False
    compose: bool = False
    property: bool = False
    safe: bool = False


@dataclass(frozen=True)
class ProcessDef:
    """A primitive process."""

    name: str
    params: tuple[Param, ...]
    locals: tuple[LocalDef, ...]
    offset: int
    flags: Flags = field(default_factory=Flags)
    extension: LabelSet | None = None
    relabels: tuple[Relabel, ...] = ()
    hiding: Hiding | None = None


# Composites ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parallel:
    """``(A || B || …)``."""

    parts: tuple[CBody, ...]
    offset: int


@dataclass(frozen=True)
class Instance:
    """``share::prefix:P(e)/{…}``; ``share`` and ``prefix`` are labels (a set is a label of one Among)."""

    target: Call | Parallel
    offset: int
    share: Label | None = None
    prefix: Label | None = None
    relabels: tuple[Relabel, ...] = ()


@dataclass(frozen=True)
class CompositeIf:
    """``if e then C else C`` between composites."""

    condition: Expr
    then: CBody
    otherwise: CBody | None
    offset: int


@dataclass(frozen=True)
class CompositeForall:
    """``forall[i:R] C``."""

    binders: tuple[Index | Binder, ...]
    body: CBody
    offset: int


CBody = Parallel | Instance | CompositeIf | CompositeForall


@dataclass(frozen=True)
class PriorityClause:
    """``<<{…}`` (high) or ``>>{…}`` (low)."""

    set: LabelSet
    high: bool
    offset: int


@dataclass(frozen=True)
class CompositeDef:
    """``||C = …``."""

    name: str
    params: tuple[Param, ...]
    body: CBody
    offset: int
    flags: Flags = field(default_factory=Flags)
    priority: PriorityClause | None = None
    hiding: Hiding | None = None


# The other definitions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ConstDef:
    """``const N = e``."""

    name: str
    value: Expr
    offset: int


@dataclass(frozen=True)
class RangeDef:
    """``range R = low..high``."""

    name: str
    range: Range
    offset: int


@dataclass(frozen=True)
class SetDef:
    """``set S = {…}``."""

    name: str
    set: LabelSet
    offset: int


@dataclass(frozen=True)
class ProgressDef:
    """``progress P[i:R] = {…}`` or ``progress P = if {…} then {…}``."""

    name: str
    indices: tuple[Index | Binder, ...]
    condition: LabelSet | None
    actions: LabelSet
    offset: int


@dataclass(frozen=True)
class MenuDef:
    """``menu M = {…}``."""

    name: str
    actions: LabelSet
    offset: int


@dataclass(frozen=True)
class ImportDef:
    """``import P = "file.aut"``."""

    name: str
    file: str
    offset: int


@dataclass(frozen=True)
class FluentDef:
    """``fluent F[i:R] = <set, set> initially e``."""

    name: str
    indices: tuple[Index | Binder, ...]
    initiating: LabelSet
    terminating: LabelSet
    initially: Expr | None
    offset: int


@dataclass(frozen=True)
class LeftOutDef:
    """Something that MTSA would synthesise, such as ``controller ||C = P~{G}``: only its name is kept."""

    name: str
    word: str
    offset: int


# Temporal logic --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Atom:
    """A label (set) or a fluent, with its indices; or a comparison in ``rigid`` brackets."""

    label: Label
    offset: int


@dataclass(frozen=True)
class FluentRef:
    """``F``, ``F[i]`` or ``A(e)``: a fluent, a set of labels or another assertion by name.

    ``arguments`` are the actual parameters of an assertion; ``indices`` those of a fluent, where a range or a
    set means any of its members.
    """

    name: str
    arguments: tuple[Expr, ...]
    offset: int
    indices: tuple[Index | Binder, ...] = ()


@dataclass(frozen=True)
class Rigid:
    """``rigid(e)``: an expression over bound variables."""

    value: Expr
    offset: int


@dataclass(frozen=True)
class Temporal:
    """An operator (one of ``! X <> [] && || -> <-> U W``) on formulas."""

    op: str
    operands: tuple[Formula, ...]
    offset: int


@dataclass(frozen=True)
class Quantified:
    """``forall[i:R] f`` or ``exists[i:R] f``."""

    op: Literal["forall", "exists"]
    binders: tuple[Index | Binder, ...]
    body: Formula
    offset: int


Formula = Atom | FluentRef | Rigid | Temporal | Quantified


@dataclass(frozen=True)
class AssertDef:
    """``assert``, ``constraint`` or ``ltl_property``."""

    kind: Literal["assert", "constraint", "ltl_property"]
    name: str
    params: tuple[Param, ...]
    formula: Formula
    extension: LabelSet | None
    offset: int


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
