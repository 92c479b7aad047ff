"""The nodes of a tree counterexample in words: the root as it is, every other node by what has changed."""

from __future__ import annotations

from quidpro.report.dot import shortened
from quidpro.verdict.probabilistic.evidence import ProbTree

_MOST_STATE = 48
"""The longest state in a picture, in characters."""


def root_words(tree: ProbTree) -> list[str]:
    """``Sink: k=0`` for each component."""
    named = zip(tree.components, tree.nodes[0].states, strict=True)
    return [f"{name}: {shortened(state, _MOST_STATE)}" for name, state in named]


def changed_words(tree: ProbTree, above: int, child: int, longest: int = _MOST_STATE) -> list[str]:
    """The same for the components whose state has changed; of a valuation the variables that have."""
    before, after = tree.nodes[above].states, tree.nodes[child].states
    pairs = zip(tree.components, before, after, strict=True)
    changed = [f"{name}: {shortened(_news(old, new), longest)}" for name, old, new in pairs if old != new]
    return changed or ["nothing changes"]


def _news(old: str, new: str) -> str:
    """Of ``a=1, b=2`` the parts that are new, if both states tell the same variables."""
    parts = [state.split(", ") for state in (old, new)]
    names = [[part.partition("=")[0] for part in state] for state in parts]
    if names[0] != names[1] or not all("=" in part for part in parts[1]):
        return new
    return ", ".join(part for was, part in zip(*parts, strict=True) if was != part)
