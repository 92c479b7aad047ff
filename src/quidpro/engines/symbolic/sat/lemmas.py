"""Clauses that hold of all reachable states of a model: found here, for an earlier specification or by another attempt.

They speak of bits of variables, so that they mean the same whatever a machine was reduced to. All that were said up to
any time are inductive together: whoever uses one has all of these in its certificate, which is then checked as any is.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.events import Listener, ignore
from quidpro.core.facts import Facts, Learned
from quidpro.engines.symbolic.sat.chains import Bit
from quidpro.solvers.circuit import Clauses, Reduced

Clause = tuple[int, ...]
"""Latches by their numbers from 1, negative where false."""


class Lemmas:
    """What is known of the machine of a model, over all of its latches."""

    def __init__(self, bits: Sequence[tuple[str, int]], facts: Facts, events: Listener) -> None:
        self.clauses: list[Clause] = []
        self._bits = bits
        self._numbers = {bit: i for i, bit in enumerate(bits, 1)}
        self._known: set[Clause] = set()
        self._reader = facts.reader()
        self._events = events if facts.path else ignore

    def refresh(self) -> None:
        """Read what others have found."""
        for clauses in self._reader.new():
            self._keep([self._numbered(clause) for clause in clauses])

    def add(self, clauses: Sequence[Clause]) -> None:
        """These are inductive together with all that is known."""
        if new := self._keep(clauses):
            named = tuple(tuple((*self._bits[abs(x) - 1], x > 0) for x in clause) for clause in new)
            self._events(Learned(named))

    def _keep(self, clauses: Sequence[Clause]) -> list[Clause]:
        new = []
        for clause in (tuple(sorted(clause, key=abs)) for clause in clauses):
            if clause not in self._known:
                self._known.add(clause)
                new.append(clause)
        self.clauses += new
        return new

    def _numbered(self, clause: Sequence[Bit]) -> Clause:
        return tuple(self._numbers[name, bit] * (1 if is_set else -1) for name, bit, is_set in clause)


class Shared:
    """The same for a machine that is smaller, in the numbers of its latches; what others know of it, and it tells."""

    def __init__(self, lemmas: Lemmas, reduced: Reduced) -> None:
        self._lemmas, self._reduced = lemmas, reduced
        self._heard = 0
        self._own: set[Clause] = set()
        self._used = False
        self._literals: dict[int, int | bool] = {latch + 1: i for i, latch in enumerate(reduced.latches, 1)}
        for latch, literal in reduced.equal.items():
            same = self._literals[(literal >> 1) + 1] if literal >= 0 else False
            self._literals[latch + 1] = _negated(same) if literal & 1 else same

    def hear(self) -> list[Clause]:
        """What has become known since the last call, as far as it is about this machine."""
        self._lemmas.refresh()
        new = self._lemmas.clauses[self._heard :]
        self._heard += len(new)
        found = [mine for clause in new if clause not in self._own and (mine := self._mine(clause)) is not None]
        self._used |= bool(found)
        return found

    def tell(self, clauses: Sequence[Clause]) -> None:
        """Clauses of this machine that are inductive with what was heard."""
        proof = [tuple(sorted(clause, key=abs)) for clause in self._reduced.proof(Clauses(tuple(clauses))).clauses]
        self._own.update(proof)
        self._lemmas.add(proof)

    @property
    def used(self) -> list[Clause]:
        """What a proof that knows of all that was heard must have, over all latches."""
        return self._lemmas.clauses[: self._heard] if self._used else []

    def _mine(self, clause: Clause) -> Clause | None:
        """A clause over this machine's latches; None where it is about others, or says nothing."""
        found: list[int] = []
        for x in clause:
            literal = self._literals.get(abs(x))
            if literal is None:
                return None
            literal = literal if x > 0 else _negated(literal)
            if literal is True:
                return None
            if literal is not False:
                found.append(int(literal))
        return tuple(dict.fromkeys(found)) if found and not any(-x in found for x in found) else None


def _negated(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal
