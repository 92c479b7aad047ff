"""The answers to one question or several, of any world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self, cast, get_args

from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic
from quidpro.core.words import one_line
from quidpro.report.facts import LEAST_WIDTH, WIDTH
from quidpro.run.check import Result
from quidpro.verdict.answer import Answer
from quidpro.verdict.probabilistic.evidence import ProbTree, ProbVerdict
from quidpro.verdict.ranking import decisive
from quidpro.verdict.symbolic.evidence import SymbolicTrace, SymbolicVerdict
from quidpro.verdict.types import Outcome, Trace, Verdict

if TYPE_CHECKING:
    from quidpro.run.prob.check import ProbResult
    from quidpro.run.smv.check import SmvResult


class Results(Answer, Sequence["Result | SmvResult | ProbResult"]):
    """The answers to one ``check``, all of one world; the worst of them speaks for all."""

    def __init__(self, results: Iterable[Result | SmvResult | ProbResult], warnings: Iterable[Diagnostic] = ()) -> None:
        self._results = tuple(results)
        self.warnings = tuple(warnings)
        """What was odd about the model, but accepted."""
        self._decisive = self._results[decisive([r.verdict for r in self._results])]

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, index: Any) -> Any:
        return self._results[index]

    @property
    def verdict(self) -> Verdict | SymbolicVerdict | ProbVerdict:
        """The verdict that decides: a violation first, then anything undecided."""
        return self._decisive.verdict

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    def expect(self, outcome: Outcome) -> Self:
        """These answers, if that is their outcome; else an AssertionError that shows those which are otherwise."""
        __tracebackhide__ = True  # pytest shows the line of the test
        if outcome not in get_args(Outcome):
            raise UsageError(f"there is no outcome {outcome!r}; known are {', '.join(get_args(Outcome))}")
        if self.outcome != outcome:
            others = Results(result for result in self if result.outcome != outcome)
            raise AssertionError(f"expected {outcome!r}, but it is {self.outcome!r}:\n\n{others}")
        return self

    @property
    def trace(self) -> Trace | SymbolicTrace | ProbTree | None:
        """The shortest counterexample, if there is one; of a probabilistic model a tree."""
        return self.verdict.trace

    def to_json(self) -> dict[str, Any]:
        """The same object that ``quidpro check --format json`` prints."""
        if isinstance(self.verdict, SymbolicVerdict):
            from quidpro.report.symbolic.view import to_json as smv_to_json

            return smv_to_json([r.verdict for r in self._symbolic], self.warnings)
        if isinstance(self.verdict, ProbVerdict):
            from quidpro.report.probabilistic.view import to_json as prob_to_json

            return prob_to_json([r.verdict for r in self._probabilistic], self.warnings)
        from quidpro.report.explicit.view import to_json

        return to_json([r.verdict for r in self._explicit], [r.system for r in self._explicit], self.warnings)

    def to_text(self, width: int = WIDTH, *, color: bool = False, explain: bool = False) -> str:
        """The same report that ``quidpro check`` prints; ``explain`` adds the race of method ``auto``."""
        verdicts = self._rendered(color, explain, max(width, LEAST_WIDTH))
        return "\n".join([*verdicts, *(warning.render() for warning in self.warnings)])

    def _rendered(self, *look: Any) -> list[str]:
        if isinstance(self.verdict, SymbolicVerdict):
            from quidpro.report.symbolic.text import render as render_smv

            return [render_smv(r.verdict, r.model, *look) for r in self._symbolic]
        if isinstance(self.verdict, ProbVerdict):
            from quidpro.report.probabilistic.text import render as render_prob

            return [render_prob(r.verdict, *look) for r in self._probabilistic]
        from quidpro.report.explicit.text import render

        return [render(r.verdict, r.system, *look) for r in self._explicit]

    def __str__(self) -> str:
        return self.to_text()

    @property
    def _explicit(self) -> tuple[Result, ...]:
        return cast("tuple[Result, ...]", self._results)

    @property
    def _symbolic(self) -> tuple[SmvResult, ...]:
        return cast("tuple[SmvResult, ...]", self._results)

    @property
    def _probabilistic(self) -> tuple[ProbResult, ...]:
        return cast("tuple[ProbResult, ...]", self._results)

    def __repr__(self) -> str:
        told = (f"{one_line(r.verdict.property or 'no ERROR')}: {r.verdict.outcome}" for r in self)
        return f"Results({', '.join(told)})"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"
