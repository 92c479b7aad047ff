"""The greatest fixed point of strong simulation: pairs of states, pairs of distributions, needs, and rounds.

What :mod:`quidpro.lpts.plain` keeps in dictionaries is here in pools. A pair of distributions owns a block of *cells*,
one for each pair of states in its supports; the cells of one pair of states are chained, and so are the links from a
pair of distributions to the needs it can meet. Pairs are found through a hash table. The kernel for the pairs expands
a slice and returns early when a pool lacks the room for one more pair.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quidpro.core.compiling import inlined, kernel
from quidpro.lpts.kernels.match import is_matched
from quidpro.lpts.kernels.pool import numbered

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
    size: NDArray[np.int64]
    """The cells of the transitions of all states before: ``size[p + 1] - size[p]`` are those of state ``p``."""


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


@kernel
def add_pair(pools, code):
    """The number of a pair of states, which is known to be there, or new and the last one."""
    pairs, used = pools.pairs, pools.used
    number = numbered(pairs.code, pairs.table, used, PAIRS, code)
    if number == used[PAIRS] - 1:
        pairs.rank[number], pairs.cell[number] = 0, _NONE
    return number


@kernel
def expand(first, second, pools, limit):
    """Expand up to ``limit`` pairs; those that fail at once are of rank 1. Says which pool is full, or READY.

    A pair has a need for each transition of its first state, linked to the pairs of distributions that can meet it; of
    those that are new the pairs of states are noted.
    """
    row, label, target, begin, state, _, marks, _, size = first
    row2, label2, target2, begin2, state2, _, marks2, found, size2 = second
    (pairs, rank, cell_of, table), (couples, cells_of, link_of, seen, couples_table) = pools.pairs, pools.couples
    cell_pair, cell_couple, cell_next = pools.cells
    need_pair, need_transition, matches, failed = pools.needs
    link_need, link_next = pools.links
    used = pools.used
    states, width = np.int64(len(row2) - 1), np.int64(len(begin2) - 1)
    stop = used[DONE] + limit
    while used[DONE] < min(used[PAIRS], stop):
        pair = used[DONE]
        p, q = pairs[pair] // states, pairs[pair] % states
        if marks[p] != marks2[q]:
            rank[pair] = 1
            used[DONE] += 1
            continue
        needs, cells = row[p + 1] - row[p], (size[p + 1] - size[p]) * (size2[q + 1] - size2[q])
        links = needs * (row2[q + 1] - row2[q])
        if 2 * (used[PAIRS] + cells) > len(table):
            return PAIRS_FULL
        if 2 * (used[COUPLES] + links) > len(couples_table):
            return COUPLES_FULL
        if used[CELLS] + cells > len(cell_pair):
            return CELLS_FULL
        if used[NEEDS] + needs > len(need_pair):
            return NEEDS_FULL
        if used[LINKS] + links > len(link_need):
            return LINKS_FULL
        for transition in range(row[p], row[p + 1]):
            start, end = answers_to(row2, label2, found, q, label[transition])
            if start == end:
                need = used[NEEDS]
                need_pair[need], need_transition[need], matches[need], failed[need] = pair, transition, 0, 1
                used[NEEDS] += 1
                rank[pair] = 1
        used[DONE] += 1
        if rank[pair] == 1:
            continue
        for transition in range(row[p], row[p + 1]):
            start, end = answers_to(row2, label2, found, q, label[transition])
            need, d = used[NEEDS], target[transition]
            need_pair[need], need_transition[need], matches[need], failed[need] = pair, transition, end - start, 0
            used[NEEDS] += 1
            for answer in range(start, end):
                e, count = target2[answer], used[COUPLES]
                couple = numbered(couples, couples_table, used, COUPLES, d * width + e)
                if couple == count:
                    cells_of[couple], link_of[couple], seen[couple] = used[CELLS], _NONE, 0
                    for i in range(begin[d], begin[d + 1]):
                        for j in range(begin2[e], begin2[e + 1]):
                            known, cell = used[PAIRS], used[CELLS]
                            other = numbered(pairs, table, used, PAIRS, state[i] * states + state2[j])
                            if other == known:
                                rank[other], cell_of[other] = 0, _NONE
                            cell_pair[cell], cell_couple[cell], cell_next[cell] = other, couple, cell_of[other]
                            cell_of[other] = cell
                            used[CELLS] += 1
                link = used[LINKS]
                link_need[link], link_next[link] = need, link_of[couple]
                link_of[couple] = link
                used[LINKS] += 1
    return READY


@inlined
def answers_to(row, label, found, state, wanted):
    """The transitions of a state by a label, which are sorted by it: from, to."""
    if wanted < 0:
        return 0, 0
    if len(found):
        return found[state, wanted], found[state, wanted + 1]
    begin, stop = row[state], row[state + 1]
    while begin < stop and label[begin] < wanted:
        begin += 1
    end = begin
    while end < stop and label[end] == wanted:
        end += 1
    return np.int32(begin), np.int32(end)


@kernel
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


@kernel
def touched(pools, removed, number, found):
    """The pairs of distributions that hold a removed pair of states and still count; how many were found."""
    first_cell, couple_of, following, seen = pools.pairs.cell, pools.cells.couple, pools.cells.next, pools.couples.seen
    count = 0
    for pair in removed:
        cell = first_cell[pair]
        while cell >= 0:
            couple = couple_of[cell]
            if 0 <= seen[couple] < number:
                seen[couple] = number
                found[count] = couple
                count += 1
            cell = following[cell]
    return count


@kernel
def unmatched(first, second, pools, candidates, broken):
    """Which of these pairs of distributions no longer match; those never count again. How many they are.

    Each has a pair of states that was removed: where one distribution is Dirac, that is enough.
    """
    codes, first_cell, seen = pools.couples.code, pools.couples.cell, pools.couples.seen
    ranks, pair_of = pools.pairs.rank, pools.cells.pair
    left, right, begins, ends = first.weight, second.weight, first.begin, second.begin
    count = 0
    width = len(ends) - 1
    for couple in candidates:
        d, e = codes[couple] // width, codes[couple] % width
        i, j = begins[d + 1] - begins[d], ends[e + 1] - ends[e]
        if i > 1 and j > 1:
            begin = first_cell[couple]
            alive = ranks[pair_of[begin : begin + i * j]] == 0
            if is_matched(left[begins[d] : begins[d + 1]], right[ends[e] : ends[e + 1]], alive):
                continue
        seen[couple] = _NONE
        broken[count] = couple
        count += 1
    return count


@kernel
def starved(pools, broken, number, removed):
    """The pairs of states with a need that nothing meets any more go in this round; how many they are."""
    first_link, need_of, following = pools.couples.link, pools.links.need, pools.links.next
    matches, rounds, pair_of, ranks = pools.needs.matches, pools.needs.round, pools.needs.pair, pools.pairs.rank
    count = 0
    for couple in broken:
        link = first_link[couple]
        while link >= 0:
            need = need_of[link]
            matches[need] -= 1
            if matches[need] == 0:
                rounds[need] = number
                pair = pair_of[need]
                if ranks[pair] == 0:
                    ranks[pair] = number
                    removed[count] = pair
                    count += 1
            link = following[link]
    return count
