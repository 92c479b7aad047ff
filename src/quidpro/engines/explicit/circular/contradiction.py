"""Whether membership constraints can be satisfied at all, by assumptions of any size.

The search for the smallest assumptions adds states until the constraints are satisfied. Those of the rule by itself
always can be, by g_i = M_i, with any skeleton; beside assumptions that are given they need not be. A finite set of
constraints is about finitely many words, so it is a question of propositional logic: a variable for each word, true
when the word is in the language, and languages are closed under prefixes.

As all premises are looked at in every round, the words that contradict each other are found if there are any: some
premise then fails along a word that is no longer than they are, and of such words there are finitely many.
"""

from __future__ import annotations

from collections.abc import Mapping

from pysat.formula import IDPool
from pysat.solvers import Glucose4

from quidpro.learning.smallest.encodings import Constraint, Word


class _Words:
    """The variables of words, and a selector for each constraint."""

    def __init__(self) -> None:
        self._ids = IDPool()
        self._solver = Glucose4()
        self._met: set[tuple[int, Word]] = set()

    def selector(self, constraint: Constraint, left: Constraint) -> int:
        """The literal that a constraint, of which this is ``left``, is satisfied."""
        selector = int(self._ids.id(("constraint", constraint)))
        literals = [self._in(one.part, one.word) * (1 if one.positive else -1) for one in left]
        self._solver.add_clause([-selector, *literals])
        return selector

    def _in(self, part: int, word: Word) -> int:
        """The literal that a word is in a language; then its prefixes are, and λ always is."""
        for end in range(len(word) + 1):
            prefix = word[:end]
            if (part, prefix) not in self._met:
                self._met.add((part, prefix))
                here = self._variable(part, prefix)
                self._solver.add_clause([-here, self._variable(part, prefix[:-1])] if prefix else [here])
        return self._variable(part, word)

    def _variable(self, part: int, word: Word) -> int:
        return int(self._ids.id(("word", part, word)))

    def core(self, selectors: list[int]) -> list[int] | None:
        """Some of these constraints that cannot all be satisfied; None when all can."""
        possible = self._solver.solve_limited(assumptions=selectors, expect_interrupt=True)
        return None if possible else list(self._solver.get_core() or [])


def contradiction(constraints: Mapping[Constraint, Constraint]) -> list[Constraint]:
    """Constraints, each with what is left of it, that cannot all be satisfied and of which none can be spared.

    There are none when all constraints can be satisfied.
    """
    words = _Words()
    of_selector = {words.selector(constraint, left): constraint for constraint, left in constraints.items()}
    core = words.core(list(of_selector))
    for selector in sorted(core or []):
        smaller = words.core([other for other in core or [] if other != selector])
        core = core if smaller is None else smaller
    return [of_selector[selector] for selector in sorted(core or [])]
