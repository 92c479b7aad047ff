"""``check``: a request in, checked verdicts out, in every world.

An answer has one of three outcomes, so it has no truth value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.core.displayed import Displayed
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, Phase, QuestionsBegun, ignore
from quidpro.core.options import build_options
from quidpro.core.source import Diagnostic
from quidpro.core.words import answer_repr
from quidpro.frontend.files import read_source
from quidpro.run.race import Race
from quidpro.run.registry import engine_named, frontend_of, world_named
from quidpro.run.request import CheckRequest
from quidpro.run.scoreboard import Scoreboard
from quidpro.run.solve import WHAT_TO_TRY
from quidpro.run.world import Model
from quidpro.verdict.engine import Attempt, EngineInfo
from quidpro.verdict.problem import AnyProblem, Problem
from quidpro.verdict.verdict import AnyVerdict, Outcome

if TYPE_CHECKING:
    from quidpro.verdict.chart import Chart


class Answer(ABC, Displayed):
    """The answer to a question, or to several; the worst of them counts."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""

    @property
    def holds(self) -> bool:
        """Whether all that was asked is so; what is violated is not, and neither is what is unknown."""
        return self.outcome == "holds"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"an answer is neither true nor false (this one is {self.outcome!r}): ask .holds, or in a test "
            'write check(…).expect("holds")'
        )


READING = "reading the model"


V = TypeVar("V", bound=AnyVerdict, covariant=True)


@dataclass(frozen=True)
class Result(Answer, Generic[V]):
    """A verdict beside the problem it answers; None when the model was not read, or it could not be asked."""

    problem: AnyProblem | None
    verdict: V

    @property
    def system(self) -> Any:
        """The model that was checked, with the property in it where it has one."""
        return None if self.problem is None else self.problem.model

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    @property
    def chart(self) -> Chart | None:
        """The counterexample to look at, with the names of states and their places in the text, if there is one."""
        return world_named(self.verdict.world).renderer.chart(self.verdict, self.problem)

    def __repr__(self) -> str:
        return answer_repr("Result", self.verdict.system, self.verdict.property, self.verdict.outcome)


AnyResult = Result[AnyVerdict]


@dataclass
class Checked:
    """The results in order, warnings about the model, and texts that were asked for, by the files to write them to."""

    model: Path | Model
    """The path, until it has been read."""
    results: list[AnyResult] = field(default_factory=list)
    warnings: tuple[Diagnostic, ...] = ()
    files: Mapping[Path, str] = field(default_factory=dict)


def check(
    request: CheckRequest, budget: Budget, events: Listener = ignore, done: Callable[[AnyResult], None] | None = None
) -> Checked:
    """Ask everything that a request stands for; what a budget leaves open is answered ``unknown``.

    ``done`` is called with each answer as it comes.
    """
    checked, began = Checked(request.model), now()

    def take(result: AnyResult) -> None:
        checked.results.append(result)
        if done is not None:
            done(result)

    try:
        _check(request, budget, events, checked, take)
    except BudgetExceeded as ran_out:
        verdict = request.world.unread(checked.model, request.question, request.method, str(ran_out))
        verdict.stats.seconds = now() - began
        take(Result(None, replace(verdict, notes=(WHAT_TO_TRY,))))
    return checked


def _check(
    request: CheckRequest, budget: Budget, events: Listener, checked: Checked, take: Callable[[AnyResult], None]
) -> None:
    world = request.world
    budget.phase = READING
    events(Phase(READING))
    model = load(request, budget)
    checked.model, checked.warnings = model, tuple(model.warnings)
    problems = _set_unsuited_aside(request, world.problems(model, request.question, budget, request.engine))
    _reject_split(request, problems)
    if request.chosen_for:
        chosen = f"method {request.method} was chosen for {request.chosen_for}"
        problems = [replace(one, notes=(chosen, *one.notes)) if not i else one for i, one in enumerate(problems)]
    prepared = world.prepare(model, request.options, budget, events)
    request = replace(request, model=model, options=prepared.options)
    for batch in _batches(problems, world.shares_searches):
        for result in _answer(request, batch, budget, events):
            take(result)
    checked.warnings = (*model.warnings, *prepared.warnings)
    checked.files = prepared.files


def load(request: CheckRequest, budget: Budget) -> Model:
    """The model of a request, read unless it was given, with what the question takes from another file."""
    model: Model = request.world.complete(_read(request, budget), request.question)
    return model


def _read(request: CheckRequest, budget: Budget) -> Model:
    if not isinstance(request.model, Path):
        return request.model
    reader = frontend_of(request.model)
    if reader is None:
        return request.world.load(request.model, request.question, budget)
    model: Model = reader.read(read_source(request.model), getattr(request.question, "const", {}))
    return model


def _set_unsuited_aside(
    request: CheckRequest, problems: Sequence[AnyProblem | AnyVerdict]
) -> Sequence[AnyProblem | AnyVerdict]:
    """A problem that the method cannot decide is answered ``unknown``.

    It is refused where there is no other, or where the method decides none of its kind.
    """
    engine = request.engine
    if engine is None:
        return problems
    found: list[AnyProblem | AnyVerdict] = []
    for problem in problems:
        why = engine.why_not(problem) if isinstance(problem, Problem) else ""
        if isinstance(problem, Problem) and why:
            if len(problems) == 1 or problem.kind not in engine.kinds:
                raise UsageError(_refusal(engine, problem, why, problems))
            problem = request.world.undecided(problem, engine.name, f"{why}; --method monolithic decides it")
        found.append(problem)
    return found


def _refusal(engine: EngineInfo, problem: AnyProblem, why: str, problems: Sequence[AnyProblem | AnyVerdict]) -> str:
    """Why nothing is asked, and what can be."""
    whole = f"{why}; use --method monolithic"
    if problem.property == problem.kind:  # an option asked for it
        return whole
    able = (one.property for one in problems if isinstance(one, Problem) and not engine.why_not(one))
    other = next(filter(None, able), None)
    if other is None:
        return whole
    return f"{whole}; that is what {problem.property} asks, and --property {other} can be asked alone"


def _reject_split(request: CheckRequest, problems: Sequence[AnyProblem | AnyVerdict]) -> None:
    """Complain about a split that makes no sense, though a race may be decided before it is needed."""
    first = next((problem for problem in problems if isinstance(problem, Problem)), None)
    if request.split is not None and first is not None:
        request.world.split(request.split, first)


def _batches(problems: Sequence[AnyProblem | AnyVerdict], together: bool) -> Iterator[list[AnyProblem] | AnyVerdict]:
    """Problems that are asked together; a verdict stands for a problem that could not be asked."""
    batch: list[AnyProblem] = []
    for one in problems:
        if isinstance(one, Problem):
            batch.append(one)
            if together:
                continue
        if batch:
            yield batch
            batch = []
        if not isinstance(one, Problem):
            yield one
    if batch:
        yield batch


def _answer(
    request: CheckRequest, batch: list[AnyProblem] | AnyVerdict, budget: Budget, events: Listener
) -> Iterator[AnyResult]:
    if not isinstance(batch, list):
        yield Result(None, replace(batch, method=request.method))
        return
    events(QuestionsBegun(tuple(problem.property or problem.kind for problem in batch)))
    verdicts = race(request, batch, budget, events)
    for problem, verdict in zip(batch, verdicts, strict=True):
        notes = dict.fromkeys((*verdict.notes, *problem.notes, *_not_by_these_parts(request, problem, verdict)))
        yield Result(problem, replace(verdict, notes=tuple(notes)))


def _not_by_these_parts(request: CheckRequest, problem: AnyProblem, verdict: AnyVerdict) -> Iterator[str]:
    """A race may be won by a proof that does not look at the parts that were given: who does."""
    engines, winner = request.world.engines, verdict.winner
    if request.split is None or verdict.outcome != "holds" or winner is None or winner.method not in engines:
        return
    able = [info.name for info in engines.values() if info.takes_split and not info.why_not(problem)]
    if able and not engines[winner.method].takes_split:
        *others, last = able
        listed = f"{', '.join(others)} or {last}" if others else last
        yield f"{winner.method} was first, and does not look at the split; --method {listed} does"


def race(request: CheckRequest, problems: Sequence[AnyProblem], budget: Budget, events: Listener) -> list[AnyVerdict]:
    """The checked verdicts on problems that are asked together; a named method is a race of one."""
    board = Scoreboard(request.world, problems, request.method, events)
    Race(board, request.workers, budget, events).run(_heats(request, problems))
    return [board.answers[number] for number in range(len(problems))]


def _heats(request: CheckRequest, problems: Sequence[AnyProblem]) -> Iterable[list[Attempt]]:
    if request.engine is None:
        return request.world.heats(problems, request.options, request.split)
    return [[named_attempt(request, problems[0])]]


def named_attempt(request: CheckRequest, problem: AnyProblem) -> Attempt:
    """The one attempt of a request that names its method."""
    world, engine = request.world, engine_named(request.world, request.method)
    split = None if request.split is None else world.split(request.split, problem)
    return Attempt(engine.name, build_options(engine.options, request.options), split, inline=world.inline)
