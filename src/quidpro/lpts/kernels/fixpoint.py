"""The greatest fixed point of strong simulation: pairs of states, pairs of distributions, needs, and rounds.

What :mod:`quidpro.lpts.plain` keeps in dictionaries is here in pools. A pair of distributions owns a block of *cells*,
one for each pair of states in its supports; the cells of one pair of states are chained, and so are the links from a
pair of distributions to the needs it can meet. Pairs are found through a hash table. The kernel for the pairs expands
a slice and returns early when a pool lacks the room for one more pair.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from quidpro.lpts.kernels.match import is_matched
from quidpro.lpts.kernels.pool import place

DONE, PAIRS, COUPLES, CELLS, NEEDS, LINKS = 0, 1, 2, 3, 4, 5
READY, PAIRS_FULL, COUPLES_FULL, CELLS_FULL, NEEDS_FULL, LINKS_FULL = 0, 1, 2, 3, 4, 5
_NONE = -1


class System(NamedTuple):
    """An LPTS as arrays; the labels of the first one are those of the second, or -1, and the weights on one scale."""

    row: NDArray[np.int64]
    label: NDArray[np.int32]
    target: NDArray[np.int32]
    begin: NDArray[np.int64]
    state: NDArray[np.int32]
    weight: NDArray[np.int64]
    marks: NDArray[np.int32]
    found: NDArray[np.int32]
    """Where the transitions of state ``q`` by label ``a`` begin: ``found[q, a]``, and end: ``found[q, a + 1]``.

    Empty when that would be too large, and for the first LPTS.
    """


class Pairs(NamedTuple):
    """Pairs of states, as codes ``p * states + q``, with the round they went in (0: they stay) and their cells."""

    code: NDArray[np.int64]
    rank: NDArray[np.int32]
    cell: NDArray[np.int32]
    table: NDArray[np.int32]


class Couples(NamedTuple):
    """Pairs of distributions, as codes, with the first of their cells, their links, and the round they were seen in."""

    code: NDArray[np.int64]
    cell: NDArray[np.int64]
    link: NDArray[np.int32]
    seen: NDArray[np.int32]
    table: NDArray[np.int32]


class Cells(NamedTuple):
    """Which pair of states, in which pair of distributions, and the next cell of the same pair of states."""

    pair: NDArray[np.int32]
    couple: NDArray[np.int32]
    next: NDArray[np.int32]


class Needs(NamedTuple):
    """One transition of the first state of a pair, how many of the second still match it, and since when none does."""

    pair: NDArray[np.int32]
    transition: NDArray[np.int32]
    matches: NDArray[np.int32]
    round: NDArray[np.int32]


class Links(NamedTuple):
    """A need that a pair of distributions can meet, and the next one."""

    need: NDArray[np.int32]
    next: NDArray[np.int32]


class Pools(NamedTuple):
    """All of it, and how much of it is in use."""

    pairs: Pairs
    couples: Couples
    cells: Cells
    needs: Needs
    links: Links
    used: NDArray[np.int64]


@njit(cache=True)
def add_pair(pools, code):
    """The number of a pair of states."""
    pairs, used = pools.pairs, pools.used
    where = place(pairs.code, pairs.table, code)
    if pairs.table[where] < 0:
        pairs.table[where] = used[PAIRS]
        pairs.code[used[PAIRS]] = code
        pairs.rank[used[PAIRS]] = 0
        pairs.cell[used[PAIRS]] = _NONE
        used[PAIRS] += 1
    return pairs.table[where]


@njit(cache=True)
def expand(first, second, pools, limit):
    """Expand up to ``limit`` pairs; those that fail at once are of rank 1. Says which pool is full, or READY."""
    used = pools.used
    states = len(second.row) - 1
    stop = used[DONE] + limit
    while used[DONE] < min(used[PAIRS], stop):
        code = pools.pairs.code[used[DONE]]
        p, q = code // states, code % states
        if first.marks[p] != second.marks[q]:
            pools.pairs.rank[used[DONE]] = 1
        else:
            if used[NEEDS] + first.row[p + 1] - first.row[p] > len(pools.needs.pair):
                return NEEDS_FULL
            if not _fails(first, second, pools, used[DONE], p, q):
                full = _lacking(first, second, pools, p, q)
                if full != READY:
                    return full
                for transition in range(first.row[p], first.row[p + 1]):
                    _need(first, second, pools, used[DONE], transition, q)
        used[DONE] += 1
    return READY


@njit(cache=True)
def _fails(first, second, pools, pair, p, q):
    """Whether a transition has no answer at all: then the pair goes, and its other transitions do not matter."""
    used, needs = pools.used, pools.needs
    for transition in range(first.row[p], first.row[p + 1]):
        begin, end = answers_to(second, q, first.label[transition])
        if begin == end:
            need = used[NEEDS]
            used[NEEDS] += 1
            needs.pair[need], needs.transition[need] = pair, transition
            needs.matches[need], needs.round[need] = 0, 1
            pools.pairs.rank[pair] = 1
    return pools.pairs.rank[pair] == 1


@njit(cache=True)
def answers_to(system, state, label):
    """The transitions of a state by a label, which are sorted by it: from, to."""
    if label < 0:
        return 0, 0
    if len(system.found):
        return system.found[state, label], system.found[state, label + 1]
    begin, stop = system.row[state], system.row[state + 1]
    while begin < stop and system.label[begin] < label:
        begin += 1
    end = begin
    while end < stop and system.label[end] == label:
        end += 1
    return np.int32(begin), np.int32(end)


@njit(cache=True)
def _lacking(first, second, pools, p, q):
    """The pool that may not suffice for a pair, or READY: as if all that it leads to were new."""
    links, cells = 0, 0
    for transition in range(first.row[p], first.row[p + 1]):
        begin, end = answers_to(second, q, first.label[transition])
        d = first.target[transition]
        height = first.begin[d + 1] - first.begin[d]
        links += end - begin
        for answer in range(begin, end):
            e = second.target[answer]
            cells += height * (second.begin[e + 1] - second.begin[e])
    used = pools.used
    if 2 * (used[PAIRS] + cells) > len(pools.pairs.table):
        return PAIRS_FULL
    if 2 * (used[COUPLES] + links) > len(pools.couples.table):
        return COUPLES_FULL
    if used[CELLS] + cells > len(pools.cells.pair):
        return CELLS_FULL
    if used[LINKS] + links > len(pools.links.need):
        return LINKS_FULL
    return READY


@njit(cache=True)
def _need(first, second, pools, pair, transition, q):
    """One transition of the first state: who may answer it."""
    used, needs, links = pools.used, pools.needs, pools.links
    begin, end = answers_to(second, q, first.label[transition])
    need = used[NEEDS]
    used[NEEDS] += 1
    needs.pair[need], needs.transition[need], needs.matches[need] = pair, transition, end - begin
    needs.round[need] = 0
    for answer in range(begin, end):
        couple = _couple(first, second, pools, first.target[transition], second.target[answer])
        links.need[used[LINKS]] = need
        links.next[used[LINKS]] = pools.couples.link[couple]
        pools.couples.link[couple] = used[LINKS]
        used[LINKS] += 1


@njit(cache=True)
def _couple(first, second, pools, d, e):
    """The number of a pair of distributions; when it is new, its pairs of states are noted."""
    couples, cells, used = pools.couples, pools.cells, pools.used
    code = np.int64(d) * (len(second.begin) - 1) + e
    where = place(couples.code, couples.table, code)
    if couples.table[where] >= 0:
        return couples.table[where]
    couple = used[COUPLES]
    used[COUPLES] += 1
    couples.table[where] = couple
    couples.code[couple], couples.cell[couple] = code, used[CELLS]
    couples.link[couple], couples.seen[couple] = _NONE, 0
    states = len(second.row) - 1
    for i in range(first.begin[d], first.begin[d + 1]):
        for j in range(second.begin[e], second.begin[e + 1]):
            pair = add_pair(pools, np.int64(first.state[i]) * states + second.state[j])
            cell = used[CELLS]
            cells.pair[cell], cells.couple[cell], cells.next[cell] = pair, couple, pools.pairs.cell[pair]
            pools.pairs.cell[pair] = cell
            used[CELLS] += 1
    return couple


@njit(cache=True)
def restart(pools, answers):
    """Undo all rounds but the first, so that they can be done anew with more pairs; ``answers`` counts the matches."""
    used = pools.used
    for pair in range(used[PAIRS]):
        if pools.pairs.rank[pair] > 1:
            pools.pairs.rank[pair] = 0
    for need in range(used[NEEDS]):
        pools.needs.matches[need] = answers[need]
        if pools.needs.round[need] > 1:
            pools.needs.round[need] = 0
    pools.couples.seen[: used[COUPLES]] = 0


@njit(cache=True)
def touched(pools, removed, number, found):
    """The pairs of distributions that hold a removed pair of states and still count; how many were found."""
    count = 0
    for pair in removed:
        cell = pools.pairs.cell[pair]
        while cell >= 0:
            couple = pools.cells.couple[cell]
            if 0 <= pools.couples.seen[couple] < number:
                pools.couples.seen[couple] = number
                found[count] = couple
                count += 1
            cell = pools.cells.next[cell]
    return count


@njit(cache=True)
def unmatched(first, second, pools, candidates, broken):
    """Which of these pairs of distributions no longer match; those never count again. How many they are."""
    count = 0
    width = len(second.begin) - 1
    for couple in candidates:
        d, e = pools.couples.code[couple] // width, pools.couples.code[couple] % width
        left = first.weight[first.begin[d] : first.begin[d + 1]]
        right = second.weight[second.begin[e] : second.begin[e + 1]]
        begin = pools.couples.cell[couple]
        alive = np.empty(len(left) * len(right), dtype=np.bool_)
        for k in range(len(alive)):
            alive[k] = pools.pairs.rank[pools.cells.pair[begin + k]] == 0
        if not is_matched(left, right, alive):
            pools.couples.seen[couple] = _NONE
            broken[count] = couple
            count += 1
    return count


@njit(cache=True)
def starved(pools, broken, number, removed):
    """The pairs of states with a need that nothing meets any more go in this round; how many they are."""
    count = 0
    for couple in broken:
        link = pools.couples.link[couple]
        while link >= 0:
            need = pools.links.need[link]
            pools.needs.matches[need] -= 1
            if pools.needs.matches[need] == 0:
                pools.needs.round[need] = number
                pair = pools.needs.pair[need]
                if pools.pairs.rank[pair] == 0:
                    pools.pairs.rank[pair] = number
                    removed[count] = pair
                    count += 1
            link = pools.links.next[link]
    return count
