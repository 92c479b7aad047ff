"""``check`` for probabilistic models: which questions, by which method, in which groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Listener, ignore
from quidpro.core.parts import require
from quidpro.core.words import answered
from quidpro.engines.probabilistic.shared.outcome import Method
from quidpro.frontend.pctl.props import Properties
from quidpro.frontend.prism.load import Constants, is_probabilistic, load_probabilistic, refuse_unknown_constants
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.values import checked_values
from quidpro.lpts.lpts import LPTS
from quidpro.run.auto.where import Where
from quidpro.run.prob.problem import NOTHING_ASKED, Chosen, ProbProblem, Refusal, questions, questions_of_file
from quidpro.run.prob.race import AUTO, Race
from quidpro.run.prob.solve import Means, undecided
from quidpro.run.solve import WHAT_TO_TRY
from quidpro.verdict.answer import Answer
from quidpro.verdict.probabilistic.evidence import ProbStats, ProbVerdict
from quidpro.verdict.types import Outcome

METHODS = ("auto", "agar", "monolithic")
DEFAULT = AUTO
_RACERS: tuple[Method, ...] = ("agar", "monolithic")
_NO_NUMBER = "it asks for a number, which only the whole system tells; --method monolithic finds it"


@dataclass(frozen=True)
class Asked(Event):
    """The work on a question begins."""

    problem: ProbProblem


@dataclass(frozen=True)
class ProbResult(Answer):
    """A verdict beside the question it answers; None when the model was not read, or it could not be asked."""

    problem: ProbProblem | None
    verdict: ProbVerdict

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    def __repr__(self) -> str:
        return answered("ProbResult", self.verdict.system, self.verdict.property, self.verdict.outcome)


def check_prob(
    model: PrismModel,
    budget: Budget,
    events: Listener = ignore,
    *,
    spec: str | LPTS | PrismModel | None = None,
    pctl: Sequence[str] = (),
    props: Properties | None = None,
    names: Sequence[str] = (),
    method: str = DEFAULT,
    split: str | None = None,
    smt: bool = False,
    candidates: bool = True,
    constants: Mapping[str, str] | None = None,
    jobs: int | None = None,
    done: Callable[[ProbResult], None] | None = None,
) -> list[ProbResult]:
    """Ask every question that the arguments stand for; ``done`` hears of each answer as it comes.

    Of the properties of the file ``props`` those with ``names`` are asked, or all; one that cannot be asked is answered
    by ``unknown``, unless it has been named. The file of a specification is read with the ``constants``; its
    modules are taken together, as they are composed anyway.
    """
    _refuse(method, split, jobs, smt=smt, formulas=bool(pctl) or props is not None)
    values = dict(constants or {})
    if isinstance(spec, str) and spec not in model.components and is_probabilistic(spec):
        spec = load_probabilistic(spec, values, budget, together=True)
    own = {} if props is None else checked_values(props.source, props.types, values)
    others: list[Constants] = [*([spec] if isinstance(spec, PrismModel) else []), *([] if props is None else [props])]
    refuse_unknown_constants(values, model, *others)
    if spec is None and not pctl and props is None:
        raise UsageError(NOTHING_ASKED)
    questioned: list[ProbProblem | Refusal] = [*questions(model, spec, pctl, split, budget)]
    if props is not None:
        questioned += questions_of_file(model, spec, Chosen(props, tuple(names), own), split, budget)
    means = Means(smt, candidates)
    results = []
    for asked in questioned:
        if isinstance(asked, Refusal):
            results.append(_refused(asked, method))
        elif asked.wants_number and method == "agar":
            results.append(ProbResult(asked, undecided(asked, method, _NO_NUMBER)))
        else:
            events(Asked(asked))
            racing = _RACERS if method == AUTO and _has_choice(asked) else (_one(method),)
            results.append(ProbResult(asked, Race(asked, racing, budget, events, means).run(Where(jobs))))
        if done is not None:
            done(results[-1])
    return results


def _refused(refusal: Refusal, method: str) -> ProbResult:
    """The answer to a property that safe-pCTL cannot say."""
    first = refusal.why.diagnostics[0]
    where = "" if first.source is None else f"{first.source.where(first.offset)}: "
    verdict = ProbVerdict(
        outcome="unknown",
        method=method,
        system=refusal.system,
        property=refusal.asked,
        kind="pctl",
        text=refusal.text,
        components=(),
        stats=ProbStats(),
        reason=f"{where}{first.message}",
        notes=(first.hint,) if first.hint else (),
    )
    return ProbResult(None, verdict)


def unread(file: str, spec: object, formulas: Sequence[str], method: str, ran_out: BudgetExceeded) -> ProbResult:
    """The answer when not even the model was read in time."""
    asked = (*formulas, "")[0] if spec is None else str(getattr(spec, "name", spec))
    verdict = ProbVerdict(
        outcome="unknown",
        method=method,
        system=Path(file).stem,
        property=asked,
        kind="pctl" if spec is None else "simulation",
        text=asked,
        components=(),
        stats=ProbStats(),
        reason=str(ran_out),
        notes=(WHAT_TO_TRY,),
    )
    return ProbResult(None, verdict)


def _has_choice(problem: ProbProblem) -> bool:
    """Whether there is something to reason about by parts."""
    return len(problem.components) > 1 and not problem.wants_number


def _one(method: str) -> Method:
    return "agar" if method == "agar" else "monolithic"


def _refuse(method: str, split: str | None, jobs: int | None, *, smt: bool, formulas: bool) -> None:
    if method not in METHODS:
        raise UsageError(f"there is no method {method!r} for probabilistic models; known are {', '.join(METHODS)}")
    if split is not None and method == "monolithic":
        raise UsageError("method monolithic takes the model as a whole: --split makes no sense with it")
    if jobs is not None and method != AUTO:
        raise UsageError(f"--jobs is for --method auto; {method} has one process")
    if smt and formulas:
        raise UsageError("--smt decides simulation; it does not apply to --pctl")
    if smt:
        require("z3")
