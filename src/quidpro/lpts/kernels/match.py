"""Does one distribution match another? A maximum flow between two small supports (pAGAR, Definition 4 and Lemma 1).

The same answer as :mod:`quidpro.lpts.flow`, without the witness. Before a flow is looked for: where all states are
related it exists, where one distribution is Dirac it exists only then, and each state alone must find enough partners.
"""

from __future__ import annotations

import numpy as np

from quidpro.core.compiling import helper


@helper
def is_matched(left, right, alive):
    """Whether all of the weights ``left`` can go to ``right``, where ``alive[i * len(right) + j]`` lets them."""
    if _all_related(alive):
        return True
    if len(left) == 1 or len(right) == 1:
        return False
    if not _each_finds_enough(left, right, alive):
        return False
    return is_sent(left, right, alive, np.zeros(len(alive), dtype=np.int64))


@helper
def _all_related(alive):
    for k in range(len(alive)):
        if not alive[k]:
            return False
    return True


@helper
def _each_finds_enough(left, right, alive):
    """Hall's condition for the sets of one state, on both sides: the weights of both sum to the same."""
    width = len(right)
    for i in range(len(left)):
        found = 0
        for j in range(width):
            if alive[i * width + j]:
                found += right[j]
        if found < left[i]:
            return False
    for j in range(width):
        found = 0
        for i in range(len(left)):
            if alive[i * width + j]:
                found += left[i]
        if found < right[j]:
            return False
    return True


@helper
def is_sent(left, right, alive, sent):
    """A greedy start, then augmenting paths until nothing is left over or no path is found; ``sent`` is the flow."""
    width = len(right)
    rest, room = left.copy(), right.copy()
    for i in range(len(left)):
        for j in range(width):
            if alive[i * width + j]:
                amount = min(rest[i], room[j])
                sent[i * width + j] = amount
                rest[i] -= amount
                room[j] -= amount
    came = np.empty(width, dtype=np.int64)
    through = np.empty(len(left), dtype=np.int64)
    for i in range(len(left)):
        while rest[i] > 0:
            end = _path(i, alive, sent, room, came, through)
            if end < 0:
                return False
            _push(i, end, rest, room, sent, came, through)
    return True


@helper
def _path(start, alive, sent, room, came, through):
    """Where a path from ``start`` ends that has room, or -1; ``came`` and ``through`` tell the way back."""
    width = len(room)
    came[:] = -1
    through[:] = -2
    through[start] = -1
    waiting = np.empty(len(through), dtype=np.int64)
    waiting[0] = start
    done, found = 0, 1
    while done < found:
        source = waiting[done]
        done += 1
        for target in range(width):
            if came[target] >= 0 or not alive[source * width + target]:
                continue
            came[target] = source
            if room[target] > 0:
                return target
            for other in range(len(through)):
                if through[other] == -2 and sent[other * width + target] > 0:
                    through[other] = target
                    waiting[found] = other
                    found += 1
    return -1


@helper
def _push(start, end, rest, room, sent, came, through):
    """Send as much as the path allows."""
    width = len(room)
    amount = min(rest[start], room[end])
    source = came[end]
    while through[source] >= 0:
        amount = min(amount, sent[source * width + through[source]])
        source = came[through[source]]
    target = end
    while target >= 0:
        source = came[target]
        sent[source * width + target] += amount
        target = through[source]
        if target >= 0:
            sent[source * width + target] -= amount
    rest[start] -= amount
    room[end] -= amount
