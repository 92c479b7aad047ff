"""Counterexample analysis by binary search (Rivest and Schapire 1993, the suffix of CGP03's Figure 5, line 8)."""

from __future__ import annotations

from collections.abc import Callable

from quidpro.learning.dfa import Dfa, Word


def breakpoint_of(hypothesis: Dfa, counterexample: Word, agrees: Callable[[int, Word], bool]) -> int:
    """The position ``i`` at which the hypothesis goes wrong about a counterexample ``w``.

    ``agrees(q, v)`` tells whether the access word of state ``q``, followed by ``v``, is in the language (false for the
    sink). With ``α(i)`` the answer for the state after ``w[:i]`` and the rest ``w[i:]``, the ends differ, ``α(0) ≠
    α(|w|)``, so somewhere ``α(i) ≠ α(i + 1)``: there the suffix ``w[i + 1:]`` tells the state that ``w[i]`` leads to
    from the word that stands for it.
    """

    def alpha(i: int) -> bool:
        return agrees(hypothesis.run(counterexample[:i]), counterexample[i:])

    low, high = 0, len(counterexample)
    first = alpha(low)
    while high - low > 1:
        middle = (low + high) // 2
        if alpha(middle) == first:
            low = middle
        else:
            high = middle
    return low
