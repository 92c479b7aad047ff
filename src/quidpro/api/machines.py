"""State machines over variables, built from Python: they become the text of an SMV model, and are read as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from quidpro.api.arguments import check_types
from quidpro.api.models import loads
from quidpro.core.errors import UsageError

if TYPE_CHECKING:
    from quidpro.frontend.smv.model import SmvModel

Domain = type[bool] | range | Iterable[int | str] | str
"""``bool``, a range of numbers, some values, or the type as SMV writes it."""
Term = bool | int | str | Iterable[bool | int | str]
"""A value or an expression as SMV writes it; several are a choice."""


def machine(
    name: str,
    variables: Mapping[str, Domain],
    *,
    init: Mapping[str, Term] | None = None,
    next: Mapping[str, Term] | None = None,
    define: Mapping[str, Term] | None = None,
    invariants: Mapping[str, str] | None = None,
    ltl: Mapping[str, str] | None = None,
    ctl: Mapping[str, str] | None = None,
) -> SmvModel:
    """A state machine: its variables with their domains, first and next values, and what is asked of it, by name.

    Values are Python's; expressions and formulas are texts as in an SMV model. A variable without a next value takes
    any.

    >>> import quidpro
    >>> counter = quidpro.machine(
    ...     "counter",
    ...     {"count": range(0, 8), "step": [1, 2]},
    ...     init={"count": 0},
    ...     next={"count": "(count + step) mod 8"},
    ...     invariants={"small": "count < 7"},
    ... )
    >>> results = quidpro.check(counter)
    >>> results.outcome, len(results.trace.states)
    ('violated', 5)
    """
    check_types(name=name)
    lines = ["MODULE main", *(f"VAR {variable} : {_domain(domain)};" for variable, domain in variables.items())]
    lines += [f"DEFINE {defined} := {_term(term)};" for defined, term in (define or {}).items()]
    for moment, terms in (("init", init), ("next", next)):
        lines += [f"ASSIGN {moment}({variable}) := {_term(term)};" for variable, term in (terms or {}).items()]
    for keyword, asked in (("INVARSPEC", invariants), ("LTLSPEC", ltl), ("CTLSPEC", ctl)):
        lines += [f"{keyword} NAME {called} := {text};" for called, text in (asked or {}).items()]
    return loads("\n".join(lines) + "\n", "smv", name=name)


def _domain(domain: Domain) -> str:
    if isinstance(domain, str):
        return domain
    if domain is bool:
        return "boolean"
    if isinstance(domain, range) and domain.step == 1 and len(domain):
        return f"{domain.start}..{domain.stop - 1}"
    return f"{{{', '.join(_values(domain))}}}"


def _values(values: object) -> Iterator[str]:
    found = list(values) if isinstance(values, Iterable) else []
    if not found:
        raise UsageError(f"a domain must be bool, a range, some values or an SMV type, not {values!r}")
    return map(_term, found)


def _term(term: Term) -> str:
    if isinstance(term, bool):
        return str(term).upper()
    if isinstance(term, int | str):
        return str(term)
    return f"{{{', '.join(map(_term, term))}}}"
