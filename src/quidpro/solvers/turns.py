"""PDR in several settings that take turns, as none of them is the best for all machines.

Counterexamples to generalisation cost two or three times the questions on most machines, and save nearly all of them
where a property speaks of many processes at once; so the first setting is alone for a while. What one of them finds of
all states the others hear.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from quidpro.core.budget import Budget, take_turns
from quidpro.solvers.circuit import Circuit, Clauses, Run
from quidpro.solvers.pdr import Pdr, Settings, Share

ALONE = 60_000
"""So many questions before the other settings begin: a few seconds."""


class Turns:
    """Searches of one machine, each in its setting."""

    def __init__(
        self,
        circuit: Circuit,
        budget: Budget,
        settings: Sequence[Settings],
        tell: Callable[[int, int], None] = lambda frame, clauses: None,
        share: Share | None = None,
    ) -> None:
        self.circuit, self.budget, self.settings, self.tell = circuit, budget, settings, tell
        self._known = _Known(share)
        self._engines: list[Pdr] = []

    @property
    def questions(self) -> int:
        """What solvers have been asked."""
        return sum(engine.questions for engine in self._engines)

    @property
    def frames(self) -> int:
        """The last frame of the search that is furthest."""
        return max((engine.frames.top for engine in self._engines), default=0)

    def check(self) -> Clauses | Run:
        """What the first of them to end has found."""
        first, *others = self.settings
        searches = [self._search(first), *(self._search(settings, after=ALONE) for settings in others)]
        try:
            return take_turns(searches)[1]
        finally:
            for search in searches:
                search.close()

    def _search(self, settings: Settings, after: int | None = None) -> Generator[int, None, Clauses | Run]:
        """One of them; it begins when it has fallen behind by so many questions."""
        if after is not None:
            yield after
        engine = Pdr(self.circuit, self.budget, settings, tell=self.tell, share=_View(self._known))
        self._engines.append(engine)
        return (yield from engine.search())


class _Known:
    """All clauses that are known of all states, in the order in which they became so, and who says so."""

    def __init__(self, outside: Share | None) -> None:
        self.outside = outside
        self.said: list[tuple[object, tuple[int, ...]]] = []

    def hear(self) -> None:
        if self.outside is not None:
            self.said += [(None, clause) for clause in self.outside.hear()]


class _View:
    """What one search has not heard yet."""

    def __init__(self, known: _Known) -> None:
        self._known = known
        self._heard = 0

    def hear(self) -> Sequence[tuple[int, ...]]:
        """What others have found since the last call."""
        self._known.hear()
        new = self._known.said[self._heard :]
        self._heard += len(new)
        return [clause for by, clause in new if by is not self]

    def tell(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """These have been found."""
        self._known.said += [(self, clause) for clause in clauses]
        if self._known.outside is not None:
            self._known.outside.tell(clauses)
