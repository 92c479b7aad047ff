"""The engines of every world and their options, as quidpro registers them, and how an engine is asked.

The tests of conformance know quidpro by its Python interface and by this module. An engine that is new in a registry,
one of another package included, is asked by itself; so is every option of it that lists its values.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import quidpro
from quidpro.checker.explicit import certify, replay
from quidpro.checker.probabilistic import certify_lpts
from quidpro.checker.symbolic import certify_symbolic, replay_symbolic
from quidpro.core import plugins
from quidpro.core.budget import Budget
from quidpro.core.options import build_options, choices, settable
from quidpro.core.source import Source
from quidpro.frontend.pctl.parser import parse_pctl
from quidpro.run.registry import AUTO, WORLDS, engine_named, engines_of, world_named
from quidpro.verdict.engine import EngineInfo
from quidpro.verdict.explicit.certificate_json import read_certificates, write_certificates
from quidpro.verdict.probabilistic.certificate import write_lpts_certificate
from quidpro.verdict.probabilistic.problem import asks_number
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.symbolic.certificate_json import read_symbolic, write_symbolic
from tests.conformance.zoo import Animal
from tests.with_abc import is_installed

_SPLITS = {"explicit": ("balanced", "chain", "interface"), "symbolic": ("auto",), "probabilistic": ("chain",)}
_READING = ("constants", "together")
"""What is said of the reading of a file."""
_ARGUMENTS = inspect.signature(quidpro.check).parameters
_CHECK: Any = import_module("quidpro.api.check")


def worlds() -> tuple[str, ...]:
    return WORLDS


def engines(world: str) -> tuple[str, ...]:
    """All that can be asked on this machine."""
    return AUTO, *(name for name in engines_of(world_named(world)) if name != "abc" or is_installed())


def options(world: str, engine: str) -> dict[str, Sequence[Any]]:
    """The options of an engine, each with its values other than the usual one; ``auto`` has those of all engines, but
    for those that are not for a race.
    """
    infos = _infos(world, engine)
    fields = [(info.options, name, one) for info in infos for name, one in settable(info.options).items()]
    found = {name: _values(kind, name) for kind, name, one in fields if engine != AUTO or not one.metadata.get("alone")}
    named = {name: values for name, values in found.items() if values}
    return {**named, "split": _SPLITS[world]} if any(info.takes_split for info in infos) else named


def _infos(world: str, engine: str) -> list[EngineInfo]:
    known = world_named(world)
    return list(engines_of(known).values()) if engine == AUTO else [engine_named(known, engine)]


def _values(kind: type, name: str) -> tuple[Any, ...]:
    """Of numbers a few, of listed values all but the usual one, and what other packages bring; files have none, nor has
    what makes no sense without another option, or with what there may be no answer.
    """
    option = settable(kind)[name]
    if option.metadata.get("needs") or option.metadata.get("limit"):
        return ()
    least = option.metadata.get("least")
    if least is not None:
        return (least, least + 2)
    group = option.metadata.get("open")
    listed = (*choices(kind, name), *(plugins.names(group) if group else ()))
    return tuple(value for value in listed if value != option.default)


def bases(world: str, engine: str) -> list[dict[str, Any]]:
    """What the options are varied from: short cuts decide most of the zoo before some engines set to work.

    Where every answer takes a process of its own, which costs time, they are varied from what is usual only.
    """
    infos = _infos(world, engine)
    short = engine != AUTO and infos[0].takes_split and "candidates" in settable(infos[0].options)
    return [{}, {"candidates": False}] if short and world_named(world).inline else [{}]


def decides(engine: str, animal: Animal, chosen: Sequence[str] = ()) -> bool:
    """Whether an engine can be asked such a question, with options of which some are about some kinds only."""
    if "smt" in chosen and animal.kinds != {"simulation"}:
        return False
    if engine == AUTO:
        return True
    world = world_named(animal.world)
    info = engine_named(world, engine)
    if not animal.kinds <= info.kinds:
        return False
    if engine not in world.engines:  # of another package, which knows what suits it
        return not any(info.why_not(problem) for problem in questions(animal))
    if not info.takes_split and animal.world == "symbolic" and any(map(info.why_not, questions(animal))):
        return False
    if not info.takes_split:
        return not info.paper or animal.known.get("parts", True)
    return animal.known.get("parts", True) and (animal.world != "symbolic" or animal.kinds == {"invariant"})


def can_answer(engine: str, animal: Animal) -> bool:
    """Whether an engine may find the answer at all: some only find that something is violated."""
    return animal.outcome != "holds" or can_prove(animal.world, engine)


def can_prove(world: str, engine: str) -> bool:
    """Whether an engine finds that something holds, and not only that it is violated."""
    return engine == AUTO or engine_named(world_named(world), engine).proves


def called(engine: str, result: Any) -> bool:
    """Whether a verdict is called after the engine that was asked, or tells why the whole system decided it."""
    verdict = result.verdict
    if verdict.method == engine:
        return True
    noted = any("decided on the whole product" in note for note in verdict.notes)
    return engine != AUTO and verdict.method == "monolithic" and noted


def check(
    animal: Animal,
    engine: str,
    chosen: dict[str, Any] | None = None,
    *,
    budget: Budget | None = None,
    **more: Any,
) -> quidpro.Results:
    """What ``quidpro.check`` says of an animal; ``auto`` has one worker, and so says the same every time."""
    asked = {**({"deadlock": False} if animal.world == "explicit" else {}), **animal.question}
    model: Any = animal.path
    if animal.outcome != "error":
        model = _loaded(animal.path, json.dumps([asked.pop(name, None) for name in _READING]))
    return ask(model, engine, chosen, budget=budget, **{**asked, **more})


def ask(
    model: Any, engine: str, chosen: dict[str, Any] | None = None, *, budget: Budget | None = None, **asked: Any
) -> quidpro.Results:
    """What ``quidpro.check`` says of a model."""
    direct = {name: value for name, value in (chosen or {}).items() if name in _ARGUMENTS}
    rest = {name: value for name, value in (chosen or {}).items() if name not in _ARGUMENTS}
    alone = {"jobs": 1} if engine == AUTO else {}
    with _spending(budget):
        return quidpro.check(model, method=engine, options=rest or None, **asked, **direct, **alone)


@cache
def _loaded(path: Path, reading: str) -> Any:
    """The model of a file, read once: that takes longer than most answers."""
    constants, together = json.loads(reading)
    return quidpro.load(path, constants, together=bool(together))


@contextmanager
def _spending(budget: Budget | None) -> Iterator[None]:
    """Have a call spend this very budget, which the interface makes of its limits otherwise."""
    usual = _CHECK.limits
    if budget is not None:
        _CHECK.limits = lambda *_: budget
    try:
        yield
    finally:
        _CHECK.limits = usual


def system(result: Any) -> quidpro.System:
    """The system of LTSs that an answer is about."""
    return result.problem.model


def doubt(world: str, result: Any) -> str | None:
    """Why the evidence of an answer, written down and read again, does not stand; None when it does."""
    look = {"explicit": _explicit_doubt, "symbolic": _symbolic_doubt, "probabilistic": _probabilistic_doubt}
    return look[world](result, result.verdict)


def _explicit_doubt(result: Any, verdict: Any) -> str | None:
    system = result.problem.model
    if verdict.trace is not None:
        return replay(verdict.trace, system, verdict.kind, verdict.violated_by or "")
    [certificate] = read_certificates(Source("certificate", write_certificates([verdict.certificate])))
    return _why_not(certify(certificate, system, Budget()))


def _symbolic_doubt(result: Any, verdict: Any) -> str | None:
    if verdict.trace is not None:
        return replay_symbolic(verdict.trace, result.problem.model, result.problem.spec)
    if verdict.certificate is None:
        return None
    [certificate] = read_symbolic(Source("certificate", write_symbolic([verdict.certificate])))
    return _why_not(certify_symbolic(certificate, result.problem.model, Budget()))


def _probabilistic_doubt(result: Any, verdict: Any) -> str | None:
    certificate = json.loads(write_lpts_certificate(verdict.certificate.fields))
    goal = result.problem.spec
    if asks_number(goal):  # then the certificate is about the bound that was found
        goal = parse_pctl(certificate["specification"]["formula"])
    return _why_not(certify_lpts(certificate, result.problem.model.components, goal, Budget()))


def _why_not(certification: Any) -> str | None:
    return None if certification.ok else certification.reason


def questions(animal: Animal) -> list[AnyProblem]:
    """The questions about an animal, as the engines are given them."""
    world = world_named(animal.world)
    asked = {**({"deadlock": False} if animal.world == "explicit" else {}), **animal.question}
    asked["const"] = asked.pop("constants", {})
    for name in ("property", "pctl"):
        asked[name] = (asked[name],) if isinstance(asked.get(name), str) else tuple(asked.get(name, ()))
    question = build_options(world.question, asked)
    return world.problems(world.load(animal.path, question, Budget()), question, Budget(), None)


def question(animal: Animal) -> AnyProblem:
    """The one question about an animal."""
    [problem] = questions(animal)
    return problem
