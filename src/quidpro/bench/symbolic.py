"""One run on an SMV model, in a process of its own: as a whole, or by parts with SCV."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from quidpro.bench.work import Measured, Question, Sizes, Work
from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.clock import now
from quidpro.core.events import Event
from quidpro.engines.symbolic.scv.choose import choose
from quidpro.engines.symbolic.scv.compositional import Conjecture
from quidpro.engines.symbolic.scv.cut import cut
from quidpro.engines.symbolic.scv.split import AUTO, parse_split
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.flat.model import FlatModel
from quidpro.frontend.load import read_source
from quidpro.frontend.smv.model import SmvModel, load_smv
from quidpro.run.executors.protocol import Tell
from quidpro.run.smv.check import Asked, check_smv
from quidpro.run.smv.questions import chosen
from quidpro.verdict.symbolic.evidence import SymbolicVerdict


def timed_smv(tell: Tell, work: Work, method: str) -> Measured:
    """Ask a method; the clock runs from when the model is read to when the answer has been checked."""
    base = resident_megabytes()
    listener = _Listener(tell)
    options = dict(work.options)
    settings = Settings(candidates=options.pop("candidates", True))
    started = now()
    (result,) = check_smv(
        _model(work.question),
        Budget(work.seconds, work.megabytes),
        listener,
        properties=(work.question.property,) if work.question.property else (),
        method=method,
        split=work.question.split,
        settings=settings,
        **options,
    )
    ended = now()
    begun = listener.asked or started
    return _measured(result.verdict, ended - begun, begun - started, base)


def _model(question: Question) -> SmvModel:
    source = read_source(Path(question.file))
    return load_smv(replace(source, text=f"{source.text}\n{question.added}") if question.added else source)


def _measured(verdict: SymbolicVerdict, seconds: float, read_seconds: float, base: float) -> Measured:
    stats = verdict.stats
    found = tuple(assumption.states for assumption in verdict.assumptions)
    return Measured.of(
        verdict,
        seconds,
        read_seconds=read_seconds,
        iterations=stats.iterations,
        queries=stats.queries,
        largest_assumption=max([*found, *(done.assumption_states for done in stats.rounds)], default=0),
        assumptions=found,
        peak_nodes=stats.peak_nodes,
        trace=None if verdict.trace is None else len(verdict.trace.steps),
        memory_mb=stats.peak_memory_mb,
        base_mb=base,
    )


class _Listener:
    """Notes when the question is put, and tells how far the learning is."""

    def __init__(self, tell: Tell) -> None:
        self.asked: float | None = None
        self._tell = tell

    def __call__(self, event: Event) -> None:
        if isinstance(event, Asked):
            self.asked = now()
        elif isinstance(event, Conjecture):
            self._tell({"iterations": event.number, "largest_assumption": event.assumption.states})


def count_bits(question: Question) -> Sizes:
    """The bits of the whole, of M1, of M2, and of what they share."""
    model = _model(question).flat()
    (spec,) = chosen(model, (question.property,) if question.property else ())
    if question.split is None or spec.invariant is None:
        return Sizes(bits=(model.bits,))
    automatic = question.split.strip() == AUTO
    first = choose(model, spec.invariant)[0] if automatic else parse_split(question.split, model)
    made = cut(model, first, spec.invariant)
    sides = (model.variables, made.first.variables, made.second.variables, made.shared)
    return Sizes(bits=tuple(_bits(model, names) for names in sides))


def _bits(model: FlatModel, names: Iterable[str]) -> int:
    return sum(model.variables[name].domain.bits for name in names)
