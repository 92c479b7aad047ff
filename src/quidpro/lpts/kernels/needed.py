"""The pairs of a simulation that one choice of answers needs, from the initial pair on.

As :mod:`quidpro.lpts.needed` in plain Python, and the same pairs: of the answers that match the first is chosen, and of
a pair of distributions the pairs of states that a flow uses. The related pairs are found through a hash table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quidpro.core.compiling import helper, kernel
from quidpro.lpts.kernels.fixpoint import answers_to
from quidpro.lpts.kernels.match import is_sent
from quidpro.lpts.kernels.pool import slot

DONE, FOUND = 0, 1


class Chosen(NamedTuple):
    """The related pairs, as codes with their table, which of them are needed, and those in the order they were met."""

    code: NDArray[np.int64]
    table: NDArray[np.int32]
    seen: NDArray[np.bool_]
    order: NDArray[np.int32]
    used: NDArray[np.int64]


@kernel
def add(chosen, number):
    """One pair more, unless it is known."""
    if not chosen.seen[number]:
        chosen.seen[number] = True
        chosen.order[chosen.used[FOUND]] = number
        chosen.used[FOUND] += 1


@kernel
def spread(first, second, chosen, limit):
    """What up to ``limit`` pairs need."""
    used = chosen.used
    states = len(second.row) - 1
    stop = used[DONE] + limit
    while used[DONE] < min(used[FOUND], stop):
        code = chosen.code[chosen.order[used[DONE]]]
        p, q = code // states, code % states
        for transition in range(first.row[p], first.row[p + 1]):
            begin, end = answers_to(second.row, second.label, second.found, q, first.label[transition])
            for answer in range(begin, end):
                if _try_answer(first, second, chosen, first.target[transition], second.target[answer]):
                    break
        used[DONE] += 1


@helper
def _try_answer(first, second, chosen, d, e):
    """Whether two distributions match; then the pairs of states that a flow between them uses are added."""
    left = first.weight[first.begin[d] : first.begin[d + 1]]
    right = second.weight[second.begin[e] : second.begin[e + 1]]
    width = len(right)
    number = np.empty(len(left) * width, dtype=np.int64)
    states = len(second.row) - 1
    for i in range(len(left)):
        for j in range(width):
            code = np.int64(first.state[first.begin[d] + i]) * states + second.state[second.begin[e] + j]
            number[i * width + j] = chosen.table[slot(chosen.code, chosen.table, code)]
    sent = np.zeros(len(number), dtype=np.int64)
    if not is_sent(left, right, number >= 0, sent):
        return False
    for k in range(len(number)):
        if sent[k] > 0:
            add(chosen, number[k])
    return True
