"""Which actions a set or a relabelling touches: names match as dotted prefixes.

``\\{a}`` hides ``a.x`` too, and ``/{b/a}`` turns ``a.x`` into ``b.x``; a relabelling prefers the exact name,
then the longest prefix. What touches nothing is most likely misspelt, and gets a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.checks import suggestion
from quidpro.frontend.fsp.labels import compile_label, compile_parts, compile_set
from quidpro.frontend.fsp.values import Frame, Scope
from quidpro.frontend.text.cursor import shorten
from quidpro.frontend.text.problems import ModelError, Problems

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


def covered_actions(labels: ast.LabelSet, alphabet: Collection[str], scope: Scope, does: str) -> frozenset[str]:
    """The actions of an alphabet that a set covers; ``does`` is what a clause does to them, for a warning."""
    use = _Use(alphabet, scope.problems, does)
    names: set[str] = set()
    for offset, width, members in _parts(labels, scope):
        use.check(offset, width, members)
        names.update(members)
    return matching(alphabet, names)


def _parts(labels: ast.LabelSet, scope: Scope) -> Iterator[tuple[int, int, Sequence[str]]]:
    """The names that each label of a set stands for, with its offset; a set that has a name is one part."""
    if isinstance(labels, ast.SetLiteral):
        for label in labels.labels:
            yield label.offset, _width(label), [name for name, _ in compile_label(label, scope)[0].expand(())]
    else:
        width = len(labels.name) if isinstance(labels, ast.SetName) else 1
        yield labels.offset, width, [str(member) for member in compile_set(labels, scope).members(())]


def relation_of(
    relabels: Sequence[ast.Relabel], alphabet: Collection[str], scope: Scope, frame: Frame = ()
) -> dict[str, tuple[str, ...]]:
    """The relation that a list of relabellings spells out, for actions of this alphabet."""
    relation: dict[str, dict[str, None]] = {}
    labels: dict[int, tuple[ast.Label, dict[str, None]]] = {}
    for new, old, label in _pairs(relabels, scope, frame):
        relation.setdefault(old, {})[new] = None
        labels.setdefault(label.offset, (label, {}))[1][old] = None
    use = _Use(alphabet, scope.problems, "relabels")
    for offset, (label, names) in labels.items():
        use.check(offset, _width(label), list(names))
    return {old: tuple(new) for old, new in relation.items()}


def _pairs(relabels: Sequence[ast.Relabel], scope: Scope, frame: Frame) -> Iterator[tuple[str, str, ast.Label]]:
    """Every new name with the old one, and the label that spells the old one."""
    for relabel in relabels:
        if isinstance(relabel, ast.RelabelForall):
            binders, inside = compile_parts(relabel.binders, scope, relabel.offset)
            for _, bound in binders.expand(frame):
                yield from _pairs(relabel.relabels, inside, bound)
        else:
            for new, old in _names(relabel, scope, frame):
                yield new, old, relabel.old


def _names(pair: ast.RelabelPair, scope: Scope, frame: Frame) -> Iterator[tuple[str, str]]:
    new_label, inside = compile_label(pair.new, scope)
    old_label, _ = compile_label(pair.old, inside)
    for new, bound in new_label.expand(frame):
        for old, _ in old_label.expand(bound):
            yield new, old


def _width(label: ast.Label) -> int:
    """How many characters the words are that a label starts with."""
    words = takewhile(lambda part: isinstance(part, ast.Word), label.parts)
    return max(1, len(".".join(word.text for word in words if isinstance(word, ast.Word))))


class _Use:
    """Warns of names that cover no action of an alphabet.

    A piece of the text may be compiled many times, for the copies of a process or the values of a parameter: it is
    worth a warning if its names cover nothing in any of them.
    """

    def __init__(self, alphabet: Collection[str], problems: Problems, does: str) -> None:
        self._alphabet = alphabet
        self._problems = problems
        self._does = does

    def check(self, offset: int, width: int, names: Sequence[str]) -> None:
        """Note whether the names at an offset cover anything."""
        if self._problems.is_settled(offset):
            return
        if any(name in self._known for name in names):
            self._problems.settle(offset)
        else:
            self._problems.doubt(offset, lambda: self._warning(offset, width, names))

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(prefix for action in self._alphabet for prefix in prefixes(action))

    def _warning(self, offset: int, width: int, names: Sequence[str]) -> ModelError:
        first = next(iter(names), "")
        others = ", …" if len(names) > 1 else ""
        message = f"no action here is called '{shorten(first)}'{others}: this {self._does} nothing"
        return ModelError(message, offset, width, suggestion(first, self._alphabet))
