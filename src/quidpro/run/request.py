"""What is asked of quidpro, made alike by the command line, the Python interface and ``bench``.

What may be set follows from the dataclasses of the question and of the engines; what does not apply is refused in the
same sentence, whoever asks.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quidpro.core.errors import UsageError
from quidpro.core.options import as_typed, build_options, settable
from quidpro.run.executors.protocol import Executor
from quidpro.run.registry import AUTO, engine_named, engines_of, world_named, world_of
from quidpro.run.world import Model, World
from quidpro.verdict.engine import EngineInfo


@dataclass(frozen=True)
class Workers:
    """``jobs`` workers, by default one for each core; ``cluster`` is the address of a Ray cluster to run them on."""

    jobs: int | None = None
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None and self.jobs < 1:
            raise UsageError(f"there cannot be {self.jobs} workers; there must be at least 1")

    @property
    def one(self) -> bool:
        """Whether there is one worker alone, so that attempts take turns."""
        return self.cluster is None and self.count == 1

    @property
    def count(self) -> int:
        """How many attempts are made at a time on this machine."""
        return self.jobs or _cores()

    def executor(self, megabytes: float | None) -> Executor:
        """A new executor; on this machine all workers together have so much memory."""
        if self.cluster is not None:
            from quidpro.run.executors.cluster import ClusterExecutor

            return ClusterExecutor(self.cluster, self.jobs)
        from quidpro.run.executors.local import LocalExecutor

        return LocalExecutor(self.count, pausing=True, megabytes=megabytes)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


HERE = Workers()


@dataclass(frozen=True)
class CheckRequest:
    """A model, what is asked of it, and how the answer is looked for."""

    world: World
    model: Path | Model
    question: Any
    method: str = AUTO
    split: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the engines, as far as they were set."""
    workers: Workers = HERE

    @property
    def engine(self) -> EngineInfo | None:
        """The engine that was named; None for the race of all."""
        return None if self.method == AUTO else engine_named(self.world, self.method)


def request(
    model: Path | Model,
    given: Mapping[str, Any],
    *,
    method: str = AUTO,
    split: str | None = None,
    workers: Workers = HERE,
    race_only: Collection[str] = (),
    spelled: Any = str,
) -> CheckRequest:
    """The request for what was ``given``: fields of the world's question and options of its engines, by name.

    ``race_only`` are the names of what was set that only a race understands; ``spelled`` says how a name is written
    where the request comes from, ``--fair-choice`` say.
    """
    world = world_of(model) if isinstance(model, Path) else world_named(model.world)
    asked, known = settable(world.question), options_of(world)
    if not given.keys() <= asked.keys() | known.keys() or method not in (AUTO, *world.engines):
        known = options_of(world, brought=True)
    for name in given:
        if name not in asked and name not in known:
            raise UsageError(f"{spelled(name)} does not apply to {_about(model, world)}")
    made_request = CheckRequest(
        world,
        model,
        build_options(world.question, {name: value for name, value in given.items() if name in asked}),
        method,
        split,
        {name: as_typed(known[name], name, value) for name, value in given.items() if name in known},
        workers,
    )
    _reject_idle(made_request, race_only, spelled)
    world.reject(made_request.question, made_request.options)
    return made_request


def _about(model: Path | Model, world: World) -> str:
    return f"{model}, {world.what}" if isinstance(model, Path) else world.what


def options_of(world: World, *, brought: bool = False) -> dict[str, type]:
    """The options of all engines of a world, with the dataclass that has each; ``brought``: of other packages too."""
    infos = (engines_of(world) if brought else world.engines).values()
    return {name: info.options for info in infos for name in settable(info.options)}


def files_to_write(asked: CheckRequest) -> list[Path]:
    """The files that are to be written."""
    return list(_files(asked, "writes"))


def files_to_read(asked: CheckRequest) -> list[Path]:
    """The files that are read: the model, and what options and the question name."""
    model = [asked.model] if isinstance(asked.model, Path) else []
    return [*model, *_files(asked, "reads")]


def _files(asked: CheckRequest, purpose: str) -> Iterator[Path]:
    kinds = options_of(asked.world, brought=True) if asked.options else {}
    told = [(settable(kinds[name])[name], value) for name, value in asked.options.items()]
    told += [(one, getattr(asked.question, name)) for name, one in settable(type(asked.question)).items()]
    return (Path(value) for one, value in told if one.metadata.get(purpose) and isinstance(value, str | Path))


def _reject_idle(asked: CheckRequest, race_only: Collection[str], spelled: Any) -> None:
    """Complain about what does not apply to the method."""
    engine = asked.engine
    if engine is None:
        kinds = options_of(asked.world, brought=not asked.options.keys() <= options_of(asked.world).keys())
        for name, value in asked.options.items():
            build_options(kinds[name], {name: value})
        return
    for name in race_only:
        raise UsageError(f"{spelled(name)} is for {spelled('method')} auto; {engine.name} runs alone")
    if asked.split is not None and not engine.takes_split:
        raise UsageError(f"method {engine.name} makes no groups of its own: {spelled('split')} makes no sense with it")
    for name in asked.options:
        if name not in settable(engine.options):
            raise UsageError(f"{spelled(name)} does not apply to method {engine.name}")
    build_options(engine.options, asked.options)
