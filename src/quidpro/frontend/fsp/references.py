"""Which processes a definition refers to, and which definitions can therefore be built.

The text alone decides: a name that nothing defines, or that only MTSA could make, spoils the definitions that
mention it, those that mention these, and so on, but not the others of the file. For a misspelt name there is a guess
what was meant.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice

from quidpro.frontend.fsp import ast
from quidpro.frontend.text.tokens import shorten

_MAX_LENGTH = 80
_MAX_CANDIDATES = 300


def suggestion(name: str, known: Collection[str]) -> str:
    """A hint with the nearest of the known names, empty when none is near.

    Long names and crowds of names are not compared: that would cost more than the hint is worth.
    """
    if len(name) > _MAX_LENGTH:
        return ""
    folded = {k.lower(): k for k in islice(known, _MAX_CANDIDATES) if len(k) <= _MAX_LENGTH}
    near = difflib.get_close_matches(name.lower(), sorted(folded), n=1, cutoff=0.7)
    return f"did you mean '{folded[near[0]]}'?" if near else ""


Behaviour = ast.ProcessDef | ast.ImportDef | ast.AssertDef | ast.CompositeDef
_MOST_NAMED = 6
"""How many systems a hint lists."""


def is_behaviour(definition: ast.Definition) -> bool:
    """Whether a definition can stand in a composition: LTSA turns constraints into processes too."""
    if isinstance(definition, ast.AssertDef):
        return definition.kind != "assert"
    return isinstance(definition, Behaviour)


def references(definition: ast.Definition) -> Iterator[ast.Call]:
    """The global processes that a definition mentions."""
    if isinstance(definition, ast.ProcessDef):
        for local in definition.locals:
            yield from _calls(local.body)
    elif isinstance(definition, ast.CompositeDef):
        yield from _instances(definition.body)


def _calls(body: ast.Body) -> Iterator[ast.Call]:
    """The global processes that a body calls in sequence."""
    pending: list[ast.Body] = [body]
    while pending:
        match pending.pop():
            case ast.Choice(branches):
                pending.extend(b.body for b in reversed(branches))
            case ast.If(_, then, otherwise):
                pending.extend(b for b in (otherwise, then) if b is not None)
            case ast.Sequence(calls, rest):
                yield from calls
                pending.append(rest)


def _instances(body: ast.CBody) -> Iterator[ast.Call]:
    """The processes that a composite is made of."""
    pending: list[ast.CBody | ast.Call] = [body]
    while pending:
        match pending.pop():
            case ast.Call() as call:
                yield call
            case ast.Instance(target):
                pending.append(target)
            case ast.Parallel(parts):
                pending.extend(reversed(parts))
            case ast.CompositeForall(_, inner):
                pending.append(inner)
            case ast.CompositeIf(_, then, otherwise):
                pending.extend(b for b in (otherwise, then) if b is not None)


class Buildable:
    """Tells the definitions of a file that can be built from those that cannot."""

    def __init__(self, definitions: Sequence[ast.Definition]) -> None:
        self._behaviours = [d for d in definitions if is_behaviour(d)]
        self._composites = [d for d in self._behaviours if isinstance(d, ast.CompositeDef)]

    def default(self) -> ast.CompositeDef | None:
        """The last composite that can be built; the last one where none can, None where there is none."""
        return next((d for d in reversed(self._composites) if self.missing(d) is None), self.last())

    def last(self) -> ast.CompositeDef | None:
        """The last composite of the text."""
        return self._composites[-1] if self._composites else None

    def missing(self, definition: ast.Definition) -> str | None:
        """A name that a definition needs and that is not there."""
        return self._missing.get(definition.offset)

    def hint(self) -> str:
        """The systems that can be checked instead: composites, or processes where there are none."""
        names = self._names(self._composites) or self._names(self._behaviours)
        more = "…, " if len(names) > _MOST_NAMED else ""
        listed = more + ", ".join(map(shorten, names[-_MOST_NAMED:]))
        return f"check one that can be built (--system NAME): {listed}" if names else ""

    def _names(self, definitions: Sequence[ast.Definition]) -> list[str]:
        return [d.name for d in definitions if self.missing(d) is None]

    @cached_property
    def _missing(self) -> dict[int, str]:
        """The definitions that cannot be built, by their place, each with a name that is not there."""
        users, meant = self._users(), self._meant()
        pending = [(name, name) for name in users if name not in meant]
        found: dict[int, str] = {}
        while pending:
            name, cause = pending.pop()
            for user in users.get(name, ()):
                if user.offset not in found:
                    found[user.offset] = cause
                    if meant[user.name] is user:
                        pending.append((user.name, cause))
        return found

    def _meant(self) -> dict[str, ast.Definition]:
        """What a reference by each name means: a process goes before a composite of the same name."""
        return {d.name: d for d in sorted(self._behaviours, key=lambda d: not isinstance(d, ast.CompositeDef))}

    def _users(self) -> dict[str, list[ast.Definition]]:
        """For each name the definitions that mention it."""
        users: dict[str, list[ast.Definition]] = {}
        for definition in self._behaviours:
            for call in references(definition):
                users.setdefault(call.name, []).append(definition)
        return users
