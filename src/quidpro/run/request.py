"""What is asked of quidpro, built in the same way by the command line, the Python interface and ``bench``.

What may be set follows from the dataclasses of the question and of the engines; what does not apply is refused in the
same sentence everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quidpro.core.budget import available_cores
from quidpro.core.errors import UsageError
from quidpro.core.options import as_typed, build_options, published_values, settable
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
        """Whether there is only one worker, so that attempts take turns."""
        return self.cluster is None and self.count == 1

    @property
    def count(self) -> int:
        """How many attempts are made at a time on this machine."""
        return self.jobs or available_cores()

    def executor(self, megabytes: float | None) -> Executor:
        """A new executor; on this machine ``megabytes`` is for all workers together."""
        if self.cluster is not None:
            from quidpro.run.executors.cluster import ClusterExecutor

            return ClusterExecutor(self.cluster, self.jobs)
        from quidpro.run.executors.local import LocalExecutor

        return LocalExecutor(self.count, pausing=True, megabytes=megabytes)


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
    """Those options of the engines that were set."""
    workers: Workers = HERE
    chosen_for: str = ""
    """The options that are for no race, as they are written, for which a method was chosen that nobody named."""

    @property
    def engine(self) -> EngineInfo | None:
        """The engine that was named; None for the race of all."""
        return None if self.method == AUTO else engine_named(self.world, self.method)


def make_request(
    model: Path | Model,
    settings: Mapping[str, Any],
    *,
    method: str = AUTO,
    split: str | None = None,
    workers: Workers = HERE,
    as_published: bool = False,
    race_only: Collection[str] = (),
    format_name: Callable[[str], str] = str,
) -> CheckRequest:
    """The request for these ``settings``: fields of the world's question and options of its engines, by name.

    ``as_published`` sets the options of the method so that it is the algorithm of its paper. ``race_only`` are the
    names of those settings that apply only to a race; ``format_name`` writes a name as it is written where the request
    comes from, for example ``--fair-choice``.
    """
    world = world_of(model) if isinstance(model, Path) else world_named(model.world)
    wanted = _wanted_alone(world, settings) if method == AUTO else set[str]()
    if wanted:
        method = _method_alone(world, wanted, format_name)
    if as_published:
        settings = {**_published(world, method, settings, format_name), **settings}
    fields, known = settable(world.question), options_of(world)
    if not settings.keys() <= fields.keys() | known.keys() or method not in (AUTO, *world.engines):
        known = options_of(world, with_plugins=True)
    for name in settings:
        if name not in fields and name not in known:
            raise UsageError(f"{format_name(name)} does not apply to {_about(model, world)}")
    request = CheckRequest(
        world,
        model,
        build_options(world.question, {name: value for name, value in settings.items() if name in fields}),
        method,
        split,
        {name: as_typed(known[name], name, value) for name, value in settings.items() if name in known},
        workers,
        "" if method == AUTO else ", ".join(map(format_name, sorted(wanted))),
    )
    _reject_idle(request, race_only, format_name)
    _reject_incomplete(request, known, format_name)
    world.reject(request.question, request.options)
    return request


def _wanted_alone(world: World, settings: Mapping[str, Any]) -> set[str]:
    """Options that were set and are not for a race."""
    known = (settable(info.options) for info in world.engines.values())
    alone = {name for own in known for name, one in own.items() if one.metadata.get("alone")}
    return {name for name in alone if settings.get(name)}


def _method_alone(world: World, wanted: Collection[str], format_name: Callable[[str], str]) -> str:
    """The method that ``auto`` stands for where such options were set: the first that has them."""
    methods = _methods_with(world, wanted)
    if not methods:
        *others, last = map(format_name, sorted(wanted))
        every = f"{'both' if len(others) == 1 else 'all of'} {', '.join(others)} and {last}"
        raise UsageError(f"no method has {every}; leave one of them out")
    return methods[0]


def _methods_with(world: World, names: Collection[str]) -> list[str]:
    """The methods that have all of these options."""
    return [info.name for info in world.engines.values() if settable(info.options).keys() >= set(names)]


def _published(
    world: World, method: str, settings: Mapping[str, Any], format_name: Callable[[str], str]
) -> dict[str, Any]:
    """The options with which a method is the algorithm of its paper."""
    flag, engine = format_name("as_published"), None if method == AUTO else engine_named(world, method)
    if engine is None or not engine.paper:
        methods = ", ".join(f"{info.name} ({info.paper})" for info in world.engines.values() if info.paper)
        raise UsageError(f"{flag} needs a {format_name('method')} that is from a paper; for {world.what}: {methods}")
    values = published_values(engine.options)
    for name, value in values.items():
        if settings.get(name, value) != value:
            raise UsageError(f"{format_name(name)} is not as published in {engine.paper}; leave it out, or {flag}")
    return values


def _about(model: Path | Model, world: World) -> str:
    return f"{model}, {world.what}" if isinstance(model, Path) else world.what


def options_of(world: World, *, with_plugins: bool = False) -> dict[str, type]:
    """The options of all engines of a world, with the dataclass that has each; plug-ins only if wanted."""
    infos = (engines_of(world) if with_plugins else world.engines).values()
    return {name: info.options for info in infos for name in settable(info.options)}


def files_to_write(request: CheckRequest) -> dict[str, Path]:
    """The files that are to be written, by the names of their options."""
    return dict(_files(request, "writes"))


def files_to_read(request: CheckRequest) -> list[Path]:
    """The files that are read: the model, and what options and the question name."""
    model = [request.model] if isinstance(request.model, Path) else []
    return [*model, *(Path(request.world.file_of(str(path))) for _, path in _files(request, "reads"))]


def _files(request: CheckRequest, purpose: str) -> Iterator[tuple[str, Path]]:
    kinds = options_of(request.world, with_plugins=True) if request.options else {}
    values = [(settable(kinds[name])[name], value) for name, value in request.options.items()]
    values += [(one, getattr(request.question, name)) for name, one in settable(type(request.question)).items()]
    every = [(one.name, part) for one, value in values if one.metadata.get(purpose) for part in _several(value)]
    return ((name, Path(value)) for name, value in every if isinstance(value, str | Path))


def _several(value: Any) -> Sequence[Any]:
    """A value that may be one or several."""
    return value if isinstance(value, list | tuple) else (value,)


def _reject_incomplete(request: CheckRequest, known: Mapping[str, type], format_name: Callable[[str], str]) -> None:
    """Complain about an option that makes no sense without another one."""
    chosen = {name for name, value in request.options.items() if value}
    for name in chosen:
        needed = settable(known[name])[name].metadata.get("needs")
        if needed and needed not in chosen:
            raise UsageError(f"{format_name(name)} makes no sense without {format_name(needed)}")


def _reject_idle(request: CheckRequest, race_only: Collection[str], format_name: Callable[[str], str]) -> None:
    """Complain about what does not apply to the method."""
    engine = request.engine
    if engine is None:
        kinds = options_of(request.world, with_plugins=not request.options.keys() <= options_of(request.world).keys())
        for name, value in request.options.items():
            build_options(kinds[name], {name: value})
        return
    for name in race_only:
        raise UsageError(f"{format_name(name)} is for {format_name('method')} auto; {engine.name} runs alone")
    if request.split is not None and not engine.takes_split:
        raise UsageError(
            f"method {engine.name} makes no groups of its own: {format_name('split')} makes no sense with it"
        )
    for name in request.options:
        if name not in settable(engine.options):
            why = _why_chosen(request, name, format_name)
            raise UsageError(f"{format_name(name)} does not apply to method {engine.name}{why}")
    build_options(engine.options, request.options)


def _why_chosen(request: CheckRequest, name: str, format_name: Callable[[str], str]) -> str:
    """What a method that nobody named was chosen for, and which one has this option, too."""
    if not request.chosen_for:
        return ""
    methods = _methods_with(request.world, {*_wanted_alone(request.world, request.options), name})
    other = f"; it does to {format_name('method')} {methods[0]}" if methods else ""
    return f", which was chosen for {request.chosen_for}{other}"
