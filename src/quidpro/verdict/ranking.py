"""Which of several verdicts decides what a report puts first."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.types import Outcome, Verdict

_SEVERITY: dict[Outcome, int] = {"violated": 0, "unknown": 1, "holds": 2}


def decisive(verdicts: Sequence[Verdict | SymbolicVerdict | ProbVerdict]) -> int:
    """The index of the worst verdict: a violation (the one with the shortest trace), then the undecided,
    then holds.
    """
    return min(range(len(verdicts)), key=lambda i: (_SEVERITY[verdicts[i].outcome], _steps(verdicts[i]), i))


def _steps(verdict: Verdict | SymbolicVerdict | ProbVerdict) -> int:
    return len(verdict.trace.steps) if verdict.trace else 0
