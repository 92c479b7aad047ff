"""A loaded FSP file: its names, and what they mean, worked out on demand.

A progress definition is one test for each value of its indices, named ``READ.1``, ``READ.2``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.collector import collector_off
from quidpro.core.displayed import Displayed
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.compiler import Compiler
from quidpro.frontend.fsp.composite import Composer, Group
from quidpro.frontend.fsp.formulas import Expander, build_constraint, safety_assertion
from quidpro.frontend.fsp.labels import compile_parts, labels_of
from quidpro.frontend.fsp.parser import with_constants
from quidpro.frontend.fsp.values import Scope, compile_expr
from quidpro.frontend.model import Entry, Kind, names_of, summary
from quidpro.frontend.text.problems import ModelError, Problems, did_you_mean, merge_repeats
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, Progress, System


def progress_tests(definition: ast.ProgressDef, scope: Scope) -> Iterator[Progress]:
    """The tests of a definition. Their actions are exact names: progress does not match prefixes."""
    indices, inside = compile_parts(definition.indices, scope, definition.offset)
    for text, frame in indices.expand(()):
        name = f"{definition.name}.{text}" if definition.indices else definition.name
        condition = None if definition.condition is None else labels_of(definition.condition, inside, frame)
        yield Progress(name, labels_of(definition.actions, inside, frame), condition)


DEFAULT = "DEFAULT"
_POLL_SECONDS = 0.05
"""How often the budget is checked while another thread compiles."""


def load_fsp(source: Source, folder: Path | None, constants: Mapping[str, int] | None = None) -> FspModel:
    """Parse a text and make it a model; ``folder`` is where its imports lie, None to refuse them.

    ``constants`` are values in place of those that the text gives to its constants.
    """
    from quidpro.frontend.fsp.parser import parse

    spec, warnings = parse(source)
    return FspModel(with_constants(spec, constants or {}, source), source, folder, warnings)


class FspModel(Displayed, world="explicit"):
    """Implements :class:`quidpro.frontend.model.Model` for FSP. Parts are compiled on demand and kept.

    Threads may share a model: one of them compiles at a time, since the compiler notes what it is busy with.
    """

    world: Literal["explicit"] = "explicit"

    def __init__(
        self, spec: ast.Spec, source: Source, folder: Path | None = None, warnings: Sequence[Diagnostic] = ()
    ) -> None:
        self.source = source
        self._spec = spec
        self._folder = folder
        self._lock = RLock()
        self._parse_warnings = tuple(warnings)
        self._compiler = Compiler(spec, source, folder)
        self._composer = Composer(self._compiler)
        self._compiler.build_composite = self._composer.build
        self._compiler.build_constraint = lambda definition, actuals, budget: build_constraint(
            self._compiler, definition, actuals, budget
        )

    @property
    def name(self) -> str:
        """What the model is called: its file's name without the suffix."""
        return Path(self.source.name).stem

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the processes, of which composites are made."""
        return names_of(self.entries(), "process")

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the properties and assertions."""
        return names_of(self.entries(), "property", "assert")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd but accepted so far (more may come as parts are compiled)."""
        return merge_repeats((*self._parse_warnings, *self._compiler.problems.warnings))

    def entries(self) -> tuple[Entry, ...]:
        """Everything that has a name, in the order of the text."""
        found = [(d.name, _kind(d)) for d in self._spec.definitions]
        return tuple(Entry(name, kind) for name, kind in found if kind is not None)

    @property
    def constants(self) -> dict[str, int | str]:
        """The constants of the file with their values, as far as they have one."""
        scope = Scope(self._compiler.definitions, Problems(self.source), {})
        found: dict[str, int | str] = {}
        for definition in self._spec.definitions:
            if isinstance(definition, ast.ConstDef):
                with suppress(ModelError):
                    found[definition.name] = compile_expr(definition.value, scope).run(())
        return found

    def default_system(self) -> str:
        """The last composite that can be built, or ``DEFAULT`` (all processes in parallel) when there is none.

        Where that is not the last one of the text, a warning says so.
        """
        buildable = self._compiler.buildable
        chosen, last = buildable.default(), buildable.last()
        if chosen is None or last is None:
            return DEFAULT
        if chosen is not last:
            missing = buildable.missing(last)
            message = f"'{last.name}' cannot be built without '{missing}'; the system is '{chosen.name}'"
            self._compiler.problems.warn(message, last.offset, len(last.name), buildable.hint())
        return chosen.name

    def system(self, name: str, budget: Budget) -> System:
        """A composite taken apart into its components; what it hides itself is only noted."""
        with self._reporting(budget):
            group = self._group(name, budget)
            return System(
                name=name,
                components=_distinct(group.components),
                priority=group.priority and replace(group.priority, among=frozenset(group.alphabet)),
                progress=tuple(self._progress()),
                hidden=group.hidden or frozenset(),
                source=self.source,
            )

    def lts(self, name: str, budget: Budget) -> LTS:
        """A process or composite as one LTS, with its own hiding, minimal and so on applied."""
        with self._reporting(budget):
            if name in self._compiler.processes and name not in self._compiler.composites:
                return self._process(name, budget).lts
            return self._composer.compose(self._group(name, budget), budget)

    def property(self, name: str, budget: Budget) -> Component:
        """A property, as a component with its error LTS: a process goes before a composite of the same name."""
        process, composite = self._compiler.processes.get(name), self._compiler.composites.get(name)
        if isinstance(process, ast.ProcessDef) and process.flags.property:
            with self._reporting(budget):
                return self._process(name, budget)
        if composite is not None and composite.flags.property:
            return Component(name, self.lts(name, budget), is_property=True)
        known = names_of(self.entries(), "property", "assert")
        if name not in {d.name for d in self._spec.definitions}:
            raise UsageError(self._unknown("property", name, known))
        raise UsageError(f"'{name}' is not a property; the properties are: {', '.join(known) or 'none'}")

    def assertion(self, name: str) -> Assertion | None:
        """An ``assert``, or else an ``ltl_property``, expanded; None for everything else."""
        formulas = [d for d in self._spec.definitions if isinstance(d, ast.AssertDef) and d.kind != "constraint"]
        named_so = sorted((d for d in formulas if d.name == name), key=lambda d: d.kind != "assert")
        if not named_so:
            return None
        definition = named_so[0]
        with self._reporting():
            if definition.kind == "ltl_property":
                return safety_assertion(self._compiler, definition, None)
            formula = Expander(self._compiler, safety_only=False).expand(definition, None, definition.offset)
            if definition.extension is not None:
                labels_of(definition.extension, self._compiler.scope(definition, None, definition.offset))
        return Assertion(name, formula)

    def progress(self) -> tuple[Progress, ...]:
        """The progress tests of the file."""
        with self._reporting():
            return tuple(self._progress())

    def _group(self, name: str, budget: Budget) -> Group:
        """A target: a composite goes before a process of the same name."""
        compiler = self._compiler
        if name == DEFAULT and not compiler.composites:
            return Group(name, tuple(self._processes(budget)))
        if (definition := compiler.composites.get(name)) is not None:
            return self._composer.group(definition, None, definition.offset, budget)
        if name in compiler.processes:
            return Group(name, (self._process(name, budget),))
        raise UsageError(self._unknown("process or composite", name, [*compiler.processes, *compiler.composites]))

    def _unknown(self, kind: str, name: str, known: Sequence[str]) -> str:
        hint = did_you_mean(name, known)
        names = f"; {hint}" if hint else f" (it defines {', '.join(known) or 'none'})"
        return f"there is no {kind} '{name}' in {self.source.name}{names}"

    def _process(self, name: str, budget: Budget) -> Component:
        definition = self._compiler.processes[name]
        return self._composer.component(definition, None, definition.offset, budget)

    def _processes(self, budget: Budget) -> Sequence[Component]:
        """What LTSA composes when the file has no composite: every process, in parallel."""
        if not self._compiler.processes:
            raise UsageError("the model defines no process")
        found = []
        for name in self._compiler.processes:
            with self._compiler.problems.catch():
                found.append(self._process(name, budget))
        return found

    def _progress(self) -> Iterator[Progress]:
        compiler = self._compiler
        scope = Scope(compiler.definitions, compiler.problems, {})
        for definition in self._spec.definitions:
            if isinstance(definition, ast.ProgressDef):
                with compiler.problems.catch():
                    yield from progress_tests(definition, scope)

    def __repr__(self) -> str:
        return summary("FspModel", self)

    def __reduce__(self) -> tuple[object, ...]:
        """To another process goes the text as it was read; what has been compiled stays here."""
        return FspModel, (self._spec, self.source, self._folder, self._parse_warnings)

    @contextmanager
    def _reporting(self, budget: Budget | None = None) -> Iterator[None]:
        """Report every fault found inside the block as one InputError."""
        budget = budget or Budget()
        with self._locked(budget), collector_off():
            problems = self._compiler.problems
            problems.forget()
            try:
                with problems.catch():
                    yield
            except RecursionError:
                message = "some expression or body of this model is nested too deeply to be compiled"
                raise InputError([Diagnostic(message, self.source)]) from None
            problems.check()

    @contextmanager
    def _locked(self, budget: Budget) -> Iterator[None]:
        """No other thread compiles inside the block."""
        while not self._lock.acquire(timeout=_POLL_SECONDS):
            budget.check()
        try:
            yield
        finally:
            self._lock.release()


def _kind(definition: ast.Definition) -> Kind | None:
    match definition:
        case ast.ProcessDef(flags=ast.Flags(property=True)) | ast.CompositeDef(flags=ast.Flags(property=True)):
            return "property"
        case ast.AssertDef(kind=kind):
            return "assert" if kind == "assert" else "property" if kind == "ltl_property" else "process"
        case ast.ProcessDef() | ast.ImportDef():
            return "process"
        case ast.CompositeDef():
            return "composite"
        case ast.ProgressDef():
            return "progress"
    return None


def _distinct(components: Sequence[Component]) -> tuple[Component, ...]:
    """Names that tell the components apart: qualified by the path, and numbered as a last resort."""
    plain = Counter(c.name for c in components)
    names = [c.name if plain[c.name] == 1 else ".".join((*c.path, c.name)) for c in components]
    seen: Counter[str] = Counter()
    found = []
    for component, name in zip(components, names, strict=True):
        seen[name] += 1
        name = name if seen[name] == 1 else f"{name}#{seen[name]}"
        found.append(replace(component, name=name, lts=component.lts.named(name)))
    return tuple(found)
