"""Compiles the named parts of a file and keeps what it has compiled: ``P``, ``P(3)``, sub-composites.

Constants, ranges and sets are evaluated when they are first used. ``import P = "file.aut"`` reads an AUT file beside
the model, never one outside its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.frontend.aut import read_aut
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.checks import Buildable, is_behaviour, no_process, suggestion
from quidpro.frontend.fsp.labels import bounds, compile_set
from quidpro.frontend.fsp.linking import link
from quidpro.frontend.fsp.primitive import finish_process
from quidpro.frontend.fsp.process import Draft, Request, draft_process
from quidpro.frontend.fsp.values import Scope, Value, compile_expr
from quidpro.frontend.text.problems import ModelError, Problems
from quidpro.lts.lts import LTS


class FileDefinitions:
    """Looks up constants, ranges and sets; a definition may come after its use but not depend on itself."""

    def __init__(self, spec: ast.Spec, problems: Problems) -> None:
        self._constants = {d.name: d for d in spec.definitions if isinstance(d, ast.ConstDef)}
        self._ranges = {d.name: d for d in spec.definitions if isinstance(d, ast.RangeDef)}
        self._sets = {d.name: d for d in spec.definitions if isinstance(d, ast.SetDef)}
        self._scope = Scope(self, problems, {})
        self._values: dict[str, Value] = {}
        self._members: dict[str, range] = {}
        self._labels: dict[str, tuple[str, ...]] = {}
        self._busy: set[str] = set()

    def known(self) -> Iterable[str]:
        """All names of constants, ranges and sets."""
        return [*self._constants, *self._ranges, *self._sets]

    def domain_above(self, name: str, offset: int) -> bool:
        """Whether a set or range of this name is defined above an offset of the text."""
        found = (self._sets.get(name), self._ranges.get(name))
        return any(d is not None and d.offset < offset for d in found)

    def constant(self, name: str) -> Value | None:
        """The value of a constant, None when there is no such constant."""
        if name not in self._values and (found := self._constants.get(name)) is not None:
            with _Busy(self._busy, found):
                self._values[name] = compile_expr(found.value, self._scope).run(())
        return self._values.get(name)

    def range(self, name: str) -> range | None:
        """The members of a named range."""
        if name not in self._members and (found := self._ranges.get(name)) is not None:
            with _Busy(self._busy, found):
                low = compile_expr(found.range.low, self._scope).run(())
                high = compile_expr(found.range.high, self._scope).run(())
                self._members[name] = bounds(low, high, found.range.offset)
        return self._members.get(name)

    def set(self, name: str) -> tuple[str, ...] | None:
        """The labels of a named set."""
        if name not in self._labels and (found := self._sets.get(name)) is not None:
            with _Busy(self._busy, found):
                members = compile_set(found.set, self._scope).members(())
                self._labels[name] = tuple(map(str, members))
        return self._labels.get(name)


class _Busy:
    """Marks a definition as being evaluated, so that one that needs itself is detected."""

    def __init__(self, busy: set[str], definition: ast.ConstDef | ast.RangeDef | ast.SetDef) -> None:
        self._busy, self._name, self._offset = busy, definition.name, definition.offset

    def __enter__(self) -> None:
        if self._name in self._busy:
            raise ModelError(f"the definition of '{self._name}' depends on itself", self._offset, len(self._name))
        self._busy.add(self._name)

    def __exit__(self, *_: object) -> None:
        self._busy.discard(self._name)


def read_import(definition: ast.ImportDef, source: Source, folder: Path | None) -> LTS:
    """The LTS of an import; the file must lie in the folder of the model or below."""
    path = _locate(definition, source, folder)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise _fault(definition, f"cannot read '{definition.file}': {reason}") from None
    return read_aut(Source(str(path), text))


def _locate(definition: ast.ImportDef, source: Source, folder: Path | None) -> Path:
    if folder is None:
        raise _fault(definition, "this model has no folder, so it cannot import files")
    _reject_bad_name(definition)
    home = folder.resolve()
    path = (home / definition.file).resolve()
    if not path.is_relative_to(home):
        raise _fault(definition, f"'{definition.file}' lies outside the folder of the model")
    if path == Path(source.name).resolve() or path == (home / Path(source.name).name).resolve():
        raise _fault(definition, "a model cannot import itself", "import reads AUT files only")
    if not path.is_file():
        raise _fault(definition, f"there is no file '{definition.file}' in the folder of the model")
    if path.suffix.lower() in (".lts", ".fsp"):
        raise _fault(definition, f"'{definition.file}' is not an AUT file", "import reads AUT files only")
    return path


def _reject_bad_name(definition: ast.ImportDef) -> None:
    name = definition.file
    absolute = PurePosixPath(name).is_absolute() or PureWindowsPath(name).anchor
    if not name.strip() or "\0" in name:
        raise _fault(definition, "this is not the name of a file")
    if absolute or ".." in PureWindowsPath(name).parts:
        hint = "give a path inside the folder of the model, without .. and not absolute"
        raise _fault(definition, f"import may not leave the folder of the model: '{name}'", hint)


def _fault(definition: ast.ImportDef, message: str, hint: str = "") -> ModelError:
    return ModelError(message, definition.offset, len(definition.name), hint)


Actuals = tuple[Value, ...] | None
"""Actual parameters, None where the text gives none and the defaults hold."""

Key = tuple[str, Actuals]
Parametric = ast.ProcessDef | ast.CompositeDef | ast.AssertDef
Process = ast.ProcessDef | ast.ImportDef | ast.AssertDef
Machine = Process | ast.CompositeDef


def instance_name(name: str, actuals: Actuals) -> str:
    """How LTSA writes an instance: ``P`` or ``P(1,a)``."""
    return name if actuals is None else f"{name}({','.join(map(str, actuals))})"


class Compiler:
    """Everything known about one file. The builders of composites and constraints are set from outside."""

    build_composite: Callable[[ast.CompositeDef, Actuals, Budget], LTS]
    build_constraint: Callable[[ast.AssertDef, Actuals, Budget], LTS]

    def __init__(self, spec: ast.Spec, source: Source, folder: Path | None) -> None:
        self.source = source
        self.folder = folder
        self.spec = spec
        self.problems = Problems(source)
        self.definitions = FileDefinitions(spec, self.problems)
        self.composites = {d.name: d for d in spec.definitions if isinstance(d, ast.CompositeDef)}
        self.processes: dict[str, Process] = {
            d.name: d for d in spec.definitions if isinstance(d, Process) and is_behaviour(d)
        }
        self.buildable = Buildable(spec.definitions)
        self._left_out = {d.name: d for d in spec.definitions if isinstance(d, ast.LeftOutDef)}
        self._known: dict[Key, LTS] = {}

    def scope(self, definition: Parametric, actuals: Actuals, offset: int) -> Scope:
        """The scope of a definition's body; ``offset`` is where it is used."""
        if actuals is not None and len(actuals) != len(definition.params):
            raise ModelError(
                f"'{definition.name}' takes {len(definition.params)} parameters, not {len(actuals)}",
                offset,
                len(definition.name),
                self._signature(definition),
            )
        outside = Scope(self.definitions, self.problems, {})
        values = (
            [compile_expr(param.default, outside).run(()) for param in definition.params]
            if actuals is None
            else actuals
        )
        return Scope(
            self.definitions,
            self.problems,
            {param.name: value for param, value in zip(definition.params, values, strict=True)},
        )

    def _signature(self, definition: Parametric) -> str:
        params = ", ".join(param.name for param in definition.params)
        return f"it is defined as {definition.name}({params})" if params else f"write {definition.name} alone"

    def lookup(self, name: str, offset: int) -> Machine:
        """The definition that a reference means; a process goes before a composite of the same name."""
        found = self.processes.get(name) or self.composites.get(name)
        if found is None:
            raise self._undefined_error(name, offset)
        return found

    def _undefined_error(self, name: str, offset: int) -> ModelError:
        if (left_out := self._left_out.get(name)) is not None:
            line = self.source.position(left_out.offset)[0]
            message = f"'{name}' is not there: it is the {left_out.word} of line {line}, which only MTSA can make"
            return ModelError(message, offset, len(name), self.buildable.hint())
        meant = suggestion(name, [*self.processes, *self.composites])
        hints = [hint for hint in (meant, self.buildable.hint()) if hint]
        return ModelError(no_process(name), offset, len(name), " or ".join(hints))

    def machine(self, name: str, actuals: Actuals, offset: int, budget: Budget) -> LTS:
        """A process, import, composite or constraint as one LTS."""
        found = self._known.get((name, actuals))
        return self._compile(Request(name, actuals, offset), budget) if found is None else found

    def _compile(self, wanted: Request, budget: Budget) -> LTS:
        """Compile a process after those that its sequences need, on a stack that may go deep."""
        stack = [(wanted, self._draft(wanted, budget))]
        while stack:
            request, draft = stack[-1]
            missing = None if draft is None else self._missing(draft)
            if missing is None:
                self._known[_key(request)] = self._build(request, draft, budget)
                stack.pop()
            elif any(_key(missing) == _key(other) for other, _ in stack):
                raise ModelError(
                    f"'{instance_name(*_key(missing))}' runs itself in sequence and never ends",
                    missing.offset,
                    len(missing.name),
                    "refer to a local process instead, without ';'",
                )
            elif len(stack) > _MAX_DEPTH:
                raise ModelError(f"sequences of processes nest more than {_MAX_DEPTH} deep here", missing.offset)
            else:
                stack.append((missing, self._draft(missing, budget)))
        return self._known[_key(wanted)]

    def _draft(self, request: Request, budget: Budget) -> Draft | None:
        definition = self.lookup(request.name, request.offset)
        if not isinstance(definition, ast.ProcessDef):
            return None
        return draft_process(definition, self.scope(definition, request.actuals, request.offset), budget)

    def _missing(self, draft: Draft) -> Request | None:
        return next((request for request in draft.requests() if _key(request) not in self._known), None)

    def _build(self, request: Request, draft: Draft | None, budget: Budget) -> LTS:
        definition = self.lookup(request.name, request.offset)
        before = self.problems.count
        match definition:
            case ast.ProcessDef():
                assert draft is not None
                lts, is_error = link(draft, lambda wanted: self._known[_key(wanted)])
                scope = self.scope(definition, request.actuals, request.offset)
                lts = finish_process(lts, is_error, definition, scope, budget)
                self.problems.give_up(before, request.offset)
            case ast.ImportDef():
                lts = read_import(definition, self.source, self.folder)
            case ast.CompositeDef():
                self.scope(definition, request.actuals, request.offset)
                lts = self.build_composite(definition, request.actuals, budget)
            case ast.AssertDef():
                lts = self.build_constraint(definition, request.actuals, budget)
        return lts.named(instance_name(*_key(request)))


_MAX_DEPTH = 1_000


def _key(request: Request) -> Key:
    return request.name, request.actuals


def values_of(arguments: Sequence[ast.Expr], scope: Scope, frame: tuple[Value, ...]) -> Actuals:
    """The actual parameters of a call, None when it has none."""
    return tuple(compile_expr(argument, scope).run(frame) for argument in arguments) or None
