"""Transitions in order: packed into words, by three keys, and by Python's own sort, all the same."""

from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quidpro.lts import rows

LARGEST = 2**31 - 1
numbers = st.one_of(st.integers(0, 3), st.integers(0, LARGEST))
transitions = st.lists(st.tuples(numbers, numbers, st.one_of(st.just(-1), numbers)), max_size=30)


def columns(triples):
    source, label, target = zip(*triples, strict=True) if triples else ((), (), ())
    return np.array(source, np.int64), np.array(label, np.int32), np.array(target, np.int32)


def listed(found):
    return list(zip(*(column.tolist() for column in found), strict=True))


@contextmanager
def words_of(bits):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "WORD_BITS", bits)
        yield


@pytest.mark.parametrize("bits", [63, 0], ids=["words", "keys"])
@given(triples=transitions)
def test_sorted_and_none_twice(bits, triples):
    with words_of(bits):
        found = rows.sorted_rows(columns(triples))
    assert listed(found) == sorted(set(triples))
    assert [column.dtype for column in found] == [np.int64, np.int32, np.int32]


@pytest.mark.slow
@pytest.mark.parametrize("bits", [63, 0], ids=["words", "keys"])
@given(triples=transitions)
def test_the_order_takes_the_first_of_equals(bits, triples):
    with words_of(bits):
        order = rows.order_of_rows(columns(triples)).tolist()
    assert order == sorted({triple: triples.index(triple) for triple in triples}.values(), key=lambda i: triples[i])


def test_the_largest_numbers_do_not_fit_into_a_word():
    large = columns([(LARGEST, LARGEST, LARGEST), (0, 0, -1)])
    assert rows._shifts(large) is None
    assert listed(rows.sorted_rows(large)) == [(0, 0, -1), (LARGEST, LARGEST, LARGEST)]
    assert rows._shifts(columns([(2**29, 1, LARGEST - 1)])) == (31, 32)
