"""Assumptions worth trying before any is learned: the weakest one where it is at hand, else the property itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.engines.explicit.shared.weakest import permissive
from quidpro.learning.dfa import Dfa
from quidpro.lts.lts import LTS


def candidates(goal: Sequence[LTS], alphabet: tuple[str, ...], weakest: LTS | None) -> Iterator[Dfa]:
    """Candidates over the alphabet that satisfy premise 1 as they are made.

    The weakest assumption decides, and it is *true* where M1 needs nothing of the others. The property is a candidate
    when the others have all its actions: under P, M1 keeps P.
    """
    if weakest is not None:
        yield permissive(weakest, alphabet)
    elif len(goal) == 1 and set(goal[0].alphabet) <= set(alphabet):
        yield permissive(goal[0], alphabet)
