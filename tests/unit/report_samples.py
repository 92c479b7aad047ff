"""Verdicts to report about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from quidpro.core.source import Source
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import Component, System
from quidpro.report import json, text
from quidpro.run.registry import world_named
from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Stats
from quidpro.verdict.explicit.problem import Problem, problem_about
from quidpro.verdict.verdict import Verdict
from tests.unit.certify_samples import A_GOOD, HASTY, Naive, certificate, channel, pair

TEXT = Source("channel.lts", "Input = (input -> send -> ack -> Input).\n" * 5)
STATS = Stats(seconds=0.25, certify_seconds=0.5, states_explored=1234, transitions_explored=5678, peak_memory_mb=12.5)
RENDERER = world_named("explicit").renderer


def problem(answer: ExplicitVerdict, system: System) -> Problem:
    """What a sample answers."""
    return problem_about(system, answer.kind, answer.property)  # type: ignore[arg-type]


def render(answer: ExplicitVerdict, system: System, **look: Any) -> str:
    """A sample for the terminal."""
    return text.render(answer, problem(answer, system), RENDERER, **look)


def to_json(*samples: tuple[ExplicitVerdict, System]) -> dict[str, Any]:
    """Samples as JSON."""
    return json.to_json([(answer, problem(answer, system)) for answer, system in samples], RENDERER)


def verdict(system: System, end: tuple[int, ...] | None = None, **changes: object) -> ExplicitVerdict:
    names = tuple(c.name for c in system.components)
    fields: dict[str, object] = {
        "world": "explicit",
        "outcome": "holds" if end is None else "violated",
        "method": "monolithic",
        "system": system.name,
        "property": system.properties[0].name if system.properties else None,
        "kind": "safety",
        "text": "",
        "components": names,
        "stats": STATS,
        "trace": None if end is None else Naive(system).trace(end, names),
        "certified": True,
    }
    return Verdict(**(fields | changes))  # type: ignore[arg-type]


def violated() -> tuple[ExplicitVerdict, System]:
    parts = tuple(
        replace(c, lts=replace(c.lts, origin=np.arange(c.lts.transitions, dtype=np.int32) * 9))
        for c in channel(HASTY).components
    )
    system = replace(channel(HASTY), components=parts, source=TEXT)
    return verdict(system, (1, 0, ERROR), violated_by="Order"), system


def holds() -> tuple[ExplicitVerdict, System]:
    return verdict(channel(), certificate=certificate(channel())), channel()


def learned() -> tuple[ExplicitVerdict, System]:
    found = (Assumption("A", A_GOOD, ("Output",)),)
    stats = replace(STATS, iterations=3, queries=70)
    return verdict(channel(), method="lstar", certificate=pair(), assumptions=found, stats=stats), channel()


def undecided() -> tuple[ExplicitVerdict, System]:
    reason = "time budget ran out while exploring the product"
    return verdict(channel(), outcome="unknown", certified=False, reason=reason), channel()


def stuck() -> tuple[ExplicitVerdict, System]:
    one = LTS.of([(0, "a", 1), (1, "b", 0)])
    other = LTS.of([(0, "a", 1), (1, "c", 0)], alphabet=["b"])
    third = LTS.of([(0, "c", 0)], alphabet=["x"])
    blocker = LTS.of([], alphabet=["c"])
    parts = tuple(Component(f"P{i}", lts) for i, lts in enumerate((one, other, third, blocker)))
    system = System("Knot", parts)
    return verdict(system, (1, 1, 0, 0), kind="deadlock", property="deadlock", violated_by="deadlock"), system


def starving() -> tuple[ExplicitVerdict, System]:
    system = System("Loop", (Component("P", LTS.of([(0, "a", 1), (1, "b", 1), (1, "tau", 1)])),))
    answer = verdict(system, (1,), kind="progress", property="progress", violated_by="a")
    assert answer.trace is not None
    return replace(answer, trace=replace(answer.trace, cycle=("b",))), system


def ring(size: int, state_name: str = "{1}") -> tuple[ExplicitVerdict, System]:
    """A token that goes round a ring of stations."""
    parts = []
    for i in range(size):
        before, after = f"pass.{(i - 1) % size}.{i}", f"pass.{i}.{(i + 1) % size}"
        lts = LTS.of([(0, after, 1), (1, before, 0)] if i == 0 else [(1, before, 0), (0, after, 1)])
        if i == 0:
            lts = LTS.of([("w", "the_whole_ring_may_start_now", 0), (0, after, 1), (1, before, "ERROR")])
        names = tuple(state_name.format(i, s) for s in range(lts.states))
        parts.append(Component(f"station.{i}:STATION", replace(lts, state_names=names)))
    system = System("Ring", (*parts, Component("IDLE", LTS.of([]))), source=TEXT)
    end = next(vector for vector in Naive(system).steps if ERROR in vector)
    return verdict(system, end, violated_by="station.0:STATION"), system


ALL = [holds, learned, violated, undecided, stuck, starving, lambda: ring(12), lambda: ring(40)]
