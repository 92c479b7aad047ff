"""Which actions a set or a relabelling touches: names match as dotted prefixes.

``\\{a}`` hides ``a.x`` too, and ``/{b/a}`` turns ``a.x`` into ``b.x``; a relabelling prefers the exact name,
then the longest prefix.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.labels import compile_label, compile_parts
from quidpro.frontend.fsp.values import Frame, Scope

Relation = Mapping[str, Sequence[str]]
"""From an old name to its new ones."""


def prefixes(action: str) -> Iterator[str]:
    """The action itself, then its dotted prefixes, longest first."""
    while action:
        yield action
        action = action.rpartition(".")[0]


def matching(alphabet: Iterable[str], names: Collection[str]) -> frozenset[str]:
    """The actions that one of the names covers."""
    wanted = frozenset(names)
    return frozenset(a for a in alphabet if any(p in wanted for p in prefixes(a)))


def images(alphabet: Iterable[str], relation: Relation) -> dict[str, tuple[str, ...]]:
    """The new names of each action that the relation touches."""
    found = {}
    for action in alphabet:
        for prefix in prefixes(action):
            if prefix in relation:
                rest = action[len(prefix) :]
                found[action] = tuple(new + rest for new in relation[prefix])
                break
    return found


def merges(alphabet: Collection[str], mapping: Relation) -> bool:
    """Whether two actions would get the same name."""
    names = [new for action in alphabet for new in mapping.get(action, (action,))]
    return len(set(names)) < len(names)


def relation_of(relabels: Sequence[ast.Relabel], scope: Scope, frame: Frame = ()) -> dict[str, tuple[str, ...]]:
    """The relation that a list of relabellings spells out."""
    relation: dict[str, dict[str, None]] = {}
    for new, old in _pairs(relabels, scope, frame):
        relation.setdefault(old, {})[new] = None
    return {old: tuple(new) for old, new in relation.items()}


def _pairs(relabels: Sequence[ast.Relabel], scope: Scope, frame: Frame) -> Iterator[tuple[str, str]]:
    for relabel in relabels:
        if isinstance(relabel, ast.RelabelForall):
            binders, inside = compile_parts(relabel.binders, scope, relabel.offset)
            for _, bound in binders.expand(frame):
                yield from _pairs(relabel.relabels, inside, bound)
        else:
            yield from _names(relabel, scope, frame)


def _names(pair: ast.RelabelPair, scope: Scope, frame: Frame) -> Iterator[tuple[str, str]]:
    new_label, inside = compile_label(pair.new, scope)
    old_label, _ = compile_label(pair.old, inside)
    for new, bound in new_label.expand(frame):
        for old, _ in old_label.expand(bound):
            yield new, old
