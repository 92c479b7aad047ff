"""Which labels and conditions are marks of which components.

A label of which one part is enough (``s=2 | t=2``) is a mark of every component that has a part: marks of a system are
those of its components together. Other labels about several components are no marks; a formula puts in the conditions
that they are made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quidpro.frontend.prism.outline import Outline, mentions
from quidpro.frontend.prism.program import known_to
from quidpro.frontend.prism.together import Group
from quidpro.frontend.prism.tokens import Tokens, disjuncts, written


class Labels:
    """The labels of a file, and conditions by the marks that they are to be, for components."""

    def __init__(self, outline: Outline, apart: Sequence[Group], conditions: Mapping[str, Tokens]) -> None:
        self.labels = {name: disjuncts(words) for name, (_, words) in outline.labels.items()}
        self.conditions = conditions
        self.variables = {**outline.owner(), **outline.globals}
        self.known = {group.name: known_to(outline, group) for group in apart}
        self.unmarkable = {name: self._unmarkable(parts) for name, parts in self.labels.items()}
        """Why a label is no mark of components, in words; empty when it is one."""

    def marks_of(self, group: Group) -> dict[str, str]:
        """The marks of a component, with their conditions on its states."""
        known = self.known[group.name]
        wanted = {name: parts for name, parts in self.labels.items() if not self.unmarkable[name]}
        wanted |= {mark: [words] for mark, words in self.conditions.items()}
        own = {mark: [part for part in parts if self._is_about(part, known)] for mark, parts in wanted.items()}
        return {mark: " | ".join(f"({written(part)})" for part in parts) for mark, parts in own.items() if parts}

    def _is_about(self, words: Tokens, known: frozenset[str]) -> bool:
        spoken = mentions(words, self.variables)
        return bool(spoken) and spoken.keys() <= known

    def _unmarkable(self, parts: Sequence[Tokens]) -> str:
        """Every part must belong to some component."""
        for part in parts:
            spoken = mentions(part, self.variables).keys()
            if not spoken:
                return "it speaks of no variable"
            if not any(spoken <= known for known in self.known.values()):
                some = [name for name, known in self.known.items() if spoken & known]
                return f"it speaks of {' and '.join(some)} in one breath"
        return ""
