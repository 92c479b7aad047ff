"""What can be written with LTSs as with numbers: ``a | b``, ``a.hide(...)``, ``a.reduce()``; each gives a new LTS."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from quidpro.lts.lts import LTS
    from quidpro.lts.reduce import Equivalence

Names = str | Iterable[str]
"""One action or several."""


class Operators:
    """The operators of an LTS. What they need is loaded when they are used."""

    def __or__(self, other: LTS) -> LTS:
        """The parallel composition: actions of both alphabets happen together, those of one alone."""
        from quidpro.lts.lts import LTS
        from quidpro.lts.product import compose

        return compose((self._lts, other)) if isinstance(other, LTS) else NotImplemented

    def product(self, other: LTS) -> LTS:
        """Both together in every action: what one of them does not know never happens; its traces are those of both."""
        from quidpro.lts.ops import extend
        from quidpro.lts.product import compose

        return compose((extend(self._lts, other.alphabet), extend(other, self._lts.alphabet)))

    def hide(self, actions: Names) -> LTS:
        """With these actions silent; they leave the alphabet."""
        from quidpro.lts.ops import hide

        return hide(self._lts, _names(actions))

    def expose(self, actions: Names) -> LTS:
        """With all actions silent but these."""
        from quidpro.lts.ops import expose

        return expose(self._lts, _names(actions))

    def rename(self, names: Mapping[str, Names] | Callable[[str], str]) -> LTS:
        """With other names for actions: a mapping, or a function of every name.

        Actions without a new name stay; one with several happens under each of them; those with the same become one.
        """
        from quidpro.lts.ops import relabel

        new = {action: names(action) for action in self._lts.alphabet} if callable(names) else names
        return relabel(self._lts, {action: sorted(_names(images)) for action, images in new.items()})

    def restrict(self, actions: Names) -> LTS:
        """Without these actions: they stay in the alphabet and never happen, whatever it is composed with."""
        from quidpro.lts.ops import restrict

        return restrict(self._lts, _names(actions))

    def reduce(self, equivalence: Equivalence = "weak") -> LTS:
        """The smallest LTS that is equivalent: modulo ``strong``, ``branching``, ``weak`` bisimulation or ``trace``."""
        from quidpro.lts.reduce import reduce

        return reduce(self._lts, equivalence)

    def determinise(self) -> LTS:
        """The smallest deterministic LTS with the same traces; what may lead to ERROR leads there."""
        return self.reduce("trace")

    @property
    def _lts(self) -> LTS:
        return cast("LTS", self)


def _names(actions: Names) -> frozenset[str]:
    return frozenset({actions} if isinstance(actions, str) else actions)
