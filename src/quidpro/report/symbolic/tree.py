"""What an SMV model is made of: the tree of its instances, their variables, and what each reads of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.shown import shown
from quidpro.core.words import as_json, counted, printable
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel, Instance, Variable
from quidpro.flat.walk import names
from quidpro.report.architecture import architecture_svg
from quidpro.report.graphviz import drawing, quoted, stacked
from quidpro.report.paint import cut
from quidpro.verdict.architecture import Architecture, Link, Part

_MAIN = "main"


@dataclass(frozen=True)
class Module:
    """An instance with the variables that it declares, and what these read of others."""

    instance: Instance
    variables: tuple[Variable, ...]
    reads: tuple[str, ...]
    inside: int
    """The bits of its variables and of those of the instances in it."""

    @property
    def name(self) -> str:
        """Its path; main has none."""
        return self.instance.path or _MAIN


def tree_text(model: FlatModel, format: str, budget: Budget) -> str:
    """The tree in a format."""
    modules = _modules(model)
    if format == "json":
        return as_json({"name": model.name, "bits": model.bits, "instances": [_view(one) for one in modules]}, 2)
    if format == "dot":
        return _dot(_architecture(model, modules))
    if format == "svg":
        return _svg(_architecture(model, modules), budget)
    return "\n".join(_lines(model, {one.instance.path: one for one in modules})) + "\n"


def _modules(model: FlatModel) -> list[Module]:
    declared: dict[str, list[Variable]] = {}
    for variable in model.variables.values():
        declared.setdefault(variable.owner, []).append(variable)
    reads: dict[str, set[str]] = {}
    for owner, expr in _uses(model):
        reads.setdefault(owner, set()).update(n for n in names(expr) if model.variables[n].owner != owner)
    found = []
    for instance in model.instances():
        path = instance.path
        own = tuple(declared.get(path, ()))
        read = reads.get(path, set())
        inside = [v for v in model.variables.values() if not path or v.owner == path or v.owner.startswith(f"{path}.")]
        bits = sum(v.domain.bits for v in inside if v.kind != "input")
        found.append(Module(instance, own, tuple(n for n in model.variables if n in read), bits))
    return found


def _uses(model: FlatModel) -> Iterator[tuple[str, Expr]]:
    """The instance that an expression is about or, of a constraint, stands in; and the expression."""
    for name, assigned in model.assignments.items():
        for one in (assigned.init, assigned.next, assigned.current):
            if one is not None:
                yield model.variables[name].owner, one.rhs
    for constraint in (*model.init, *model.invar, *model.trans):
        yield constraint.owner, constraint.expr


def _view(module: Module) -> dict[str, Any]:
    return {
        "name": module.name,
        "module": module.instance.module,
        "process": module.instance.process,
        "bits": module.inside,
        "variables": [
            {"name": v.name, "kind": v.kind, "type": str(v.domain), "bits": v.domain.bits} for v in module.variables
        ],
        "reads": list(module.reads),
        "instances": [child.path for child in module.instance.children],
    }


def _lines(model: FlatModel, modules: dict[str, Module]) -> Iterator[str]:
    """An instance in a line, below it its variables, what it reads, and the instances in it."""
    stack: list[tuple[Instance, str, str]] = [(model.root, "", "")]
    while stack:
        instance, head, below = stack.pop()
        module = shown(modules[instance.path])
        kind = "process " if instance.process else ""
        what = "" if not instance.path else f": {kind}{module.instance.module}"
        last_name = module.name.rpartition(".")[2]
        yield f"{head}{last_name}{what}, {counted(module.inside, 'bit')}"
        children = instance.children
        mark = "│  " if children else "   "
        yield from (f"{below}{mark}{line}" for line in _details(module))
        for number in reversed(range(len(children))):
            last = number == len(children) - 1
            stack.append((children[number], f"{below}{'└─ ' if last else '├─ '}", f"{below}{'   ' if last else '│  '}"))


def _details(module: Module) -> Iterator[str]:
    prefix = f"{module.instance.path}." if module.instance.path else ""
    local = [variable.name.removeprefix(prefix) for variable in module.variables]
    width = max(map(len, local), default=0)
    for name, variable in zip(local, module.variables, strict=True):
        kind = "" if variable.kind == "state" else f", {variable.kind}"
        yield f"{name:{width}}  {cut(str(variable.domain), 60)}, {counted(variable.domain.bits, 'bit')}{kind}"
    if module.reads:
        yield f"reads {cut(', '.join(module.reads))}"


def _architecture(model: FlatModel, modules: Sequence[Module]) -> Architecture:
    """Instances that have variables as parts, in frames with those that are inside the same one of main."""
    parts = [module for module in modules if module.variables]
    if len(parts) == 1 and not parts[0].instance.path:
        return _of_variables(model)
    holder = {v.name: number for number, module in enumerate(parts) for v in module.variables}
    tops = [module.instance.path.split(".")[0] for module in parts]
    framed = [top for top in dict.fromkeys(tops) if top and tops.count(top) > 1]
    boxes = tuple(
        Part(module.name, size=_size(module), group=framed.index(top) if top in framed else None)
        for module, top in zip(parts, tops, strict=True)
    )
    links: dict[tuple[int, int], list[str]] = {}
    for number, module in enumerate(parts):
        for name in module.reads:
            links.setdefault((holder[name], number), []).append(name)
    made = tuple(Link(ends, tuple(read), directed=True) for ends, read in sorted(links.items()))
    return Architecture(model.name, boxes, made, tuple(framed), "variables")


def _size(module: Module) -> str:
    bits = sum(variable.domain.bits for variable in module.variables)
    kind = f"{module.instance.module}, " if module.instance.path else ""
    return f"{kind}{counted(bits, 'bit')}"


def _of_variables(model: FlatModel) -> Architecture:
    """A model of one module: its variables, and what decides each."""
    numbers = {name: number for number, name in enumerate(model.variables)}
    parts = tuple(Part(v.name, size=counted(v.domain.bits, "bit")) for v in model.variables.values())
    links: set[tuple[int, int]] = set()
    for name, assigned in model.assignments.items():
        for one in (assigned.init, assigned.next, assigned.current):
            links |= {(numbers[n], numbers[name]) for n in (names(one.rhs) if one else ()) if n != name}
    made = tuple(Link(ends, (parts[ends[0]].name,), directed=True) for ends in sorted(links))
    return Architecture(model.name, parts, made, (), "variables")


def _svg(architecture: Architecture, budget: Budget) -> str:
    picture = architecture_svg(architecture, budget, standalone=True)
    if not picture:
        parts, links = len(architecture.parts), len(architecture.links)
        size = f"{counted(parts, 'part')} with {counted(links, 'arrow')}"
        raise UsageError(f"{size} make no readable picture: --format text lists them, --format dot is for other tools")
    return f"{picture}\n"


def _dot(architecture: Architecture) -> str:
    """The same for tools that read DOT."""
    lines = []
    for number, part in enumerate(architecture.parts):
        label = quoted("\n".join((printable(part.name), part.size)))
        node = f'{number} [shape=box, style="filled,rounded", label={label}];'
        if part.group is None:
            lines.append(f"  {node}")
        else:
            frame = quoted(printable(architecture.groups[part.group]))
            lines.append(f"  subgraph cluster_{part.group} {{ label={frame}; {node} }}")
    for link in architecture.links:
        source, target = link.parts
        label = quoted(stacked([printable(name) for name in link.names]))
        lines.append(f"  {source} -> {target} [label={label}];")
    return drawing(quoted(printable(architecture.name)), lines, None, "nodesep=0.4; ranksep=0.6", direction="TB")
