"""The groups of variables that a ``--split`` stands for, and groups as a ``--split``.

A split names variables, instances (``n0`` stands for all variables that n0 and what is inside it declare), arrays and
globs: ``"n0,n1 | n2 | rest"``; a name that is both a variable's and an instance's is the variable's. Variables that
nothing decides and no group names go to the one group that reads them, unless ``rest`` has no others. ``chain`` makes a
group of every instance in main.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from quidpro.core.errors import UsageError
from quidpro.core.words import closest, some
from quidpro.flat.clauses import clauses
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel
from quidpro.flat.walk import names
from quidpro.verdict.split import REST, named_groups

Groups = tuple[frozenset[str], ...]
"""The variables of M1, of M2, and so on: each in one group."""


def parse_split(text: str, model: FlatModel) -> Groups:
    """The variables of each group; UsageError says what is wrong with a split."""
    wanted = named_groups(text, "n0,n1 | rest")
    if len(wanted) < 2:
        raise UsageError(f"the split {text!r} has one group; an SMV model is cut into two or more, M1, M2 and so on")
    groups = [frozenset(v for name in group if name != REST for v in variables_of(name, model)) for group in wanted]
    owner: dict[str, int] = {}
    for number, group in enumerate(groups):
        for name in sorted(group):
            if owner.setdefault(name, number) != number:
                raise UsageError(f"the split puts {name} into {'both' if len(groups) == 2 else 'two'} groups")
    rest = wanted.index([REST]) if [REST] in wanted else None
    return _complete(owner, groups, rest, wanted, model)


def variables_of(name: str, model: FlatModel) -> list[str]:
    """The variables that a word stands for."""
    if name in model.variables:
        return [name]
    found = [*_inside(name, model), *(v for v in model.variables if v.startswith(f"{name}[") or fnmatchcase(v, name))]
    if not found:
        raise UsageError(_nothing(name, model))
    return found


def _inside(path: str, model: FlatModel) -> list[str]:
    """The variables that an instance and those inside it declare, outputs included, which have the caller's name."""
    prefix = f"{path}."
    return [v for v, one in model.variables.items() if v.startswith(prefix) or f"{one.owner}.".startswith(prefix)]


def _nothing(name: str, model: FlatModel) -> str:
    """What to say of a word that stands for no variable, and what to write instead; never that word itself."""
    instances = [instance.path for instance in model.instances() if instance.path]
    known = [*(path for path in instances if _inside(path, model)), *model.variables]
    near = closest(name, known)
    hint = f"did you mean {near}?" if near else f"one of {', '.join(known[:8])}{', …' if len(known) > 8 else ''}"
    if name in instances:
        return f"the instance {name!r} has no variables, so that no group can be made of it ({hint})"
    if name in model.defines:
        return f"{name!r} is a definition; a split names variables and instances ({hint})"
    return f"{name!r} is no instance and no variable ({hint})"


def _complete(
    owner: dict[str, int],
    groups: Sequence[frozenset[str]],
    rest: int | None,
    wanted: Sequence[Sequence[str]],
    model: FlatModel,
) -> Groups:
    """Every variable in a group: what no group names goes to its reader, or to the rest, which is not left empty."""
    missing = [v for v in model.variables if v not in owner]
    read = _readers(missing, model, groups)
    left = [v for v in missing if v not in read]
    if left or rest is None:
        owner = {**owner, **read}
    if left and rest is None:
        listed = some(left, 5)
        raise UsageError(f"the split leaves out {listed}; name them, or make one group 'rest'")
    found = tuple(
        frozenset(v for v in model.variables if owner.get(v, rest) == number) for number in range(len(groups))
    )
    if frozenset() in found:
        raise UsageError(f"the group {', '.join(wanted[found.index(frozenset())])!r} of the split is empty")
    return found


def _readers(missing: Iterable[str], model: FlatModel, groups: Sequence[frozenset[str]]) -> dict[str, int]:
    """The missing variables that nothing decides and that are read by one group only, with that group."""
    parts = clauses(model)
    decided = {c.decides.name for c in parts if c.decides is not None}
    found = {}
    for name in missing:
        readers = {c.decides.name if c.decides else None for c in parts if name in c.names}
        by = [number for number, group in enumerate(groups) if readers & group]
        if name not in decided and readers and None not in readers and len(by) == 1 and readers <= groups[by[0]]:
            found[name] = by[0]
    return found


def chain(model: FlatModel, property: Expr | None) -> Groups:
    """Every instance in main as a group, each beside those it shares most with; the property's come first.

    A variable of main goes with the instance that shares most clauses with it.
    """
    groups = [{v for v in model.variables if v.startswith(f"{child.path}.")} for child in model.root.children]
    groups = [group for group in groups if group]
    if len(groups) < 2:
        raise UsageError(f"--split chain makes a group of every instance in main, and {model.name} has {len(groups)}")
    together = [clause.names for clause in clauses(model)]
    for name in [v for v in model.variables if not any(v in group for group in groups)]:
        meets = [sum(name in one and bool(one & group) for one in together) for group in groups]
        groups[meets.index(max(meets))].add(name)
    order, seen = list[frozenset[str]](), frozenset(() if property is None else names(property))
    while groups:
        shared = [(bool(seen & group), sum(bool(one & seen and one & group) for one in together)) for group in groups]
        chosen = frozenset(groups.pop(shared.index(max(shared))))
        order.append(chosen)
        seen = seen | chosen if len(order) > 1 else chosen
    return tuple(order)


def format_split(names: Iterable[str], model: FlatModel) -> str:
    """Variables as instances that they fill, and the others by name."""
    left = set(names)
    found: list[str] = []
    for path in (instance.path for instance in model.instances()):
        inside = set(_inside(path, model)) if path and path not in model.variables else set()
        if inside and inside <= left:
            found.append(path)
            left -= inside
    return ", ".join([*found, *(v for v in model.variables if v in left)])


def format_groups(groups: Groups, model: FlatModel) -> str:
    """Groups as ``--split`` takes them."""
    return " | ".join(format_split(group, model) for group in groups)
