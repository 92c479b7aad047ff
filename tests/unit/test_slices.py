"""Who runs next when there are more jobs than workers."""

from __future__ import annotations

from quidpro.run.executors.local import Claim, chosen, slice_seconds


def test_a_job_of_infinite_weight_always_runs():
    claims = [Claim(0, 0.0, 1.0), Claim(1, 1e6, float("inf")), Claim(2, 0.0, 1.0)]
    assert chosen(claims, 1) == {1}
    assert chosen(claims, 2) == {0, 1}


def test_jobs_begin_in_the_order_of_their_weights():
    claims = [Claim(0, 0.0, 1.0), Claim(1, 0.0, 4.0), Claim(2, 0.0, 2.0)]
    assert chosen(claims, 1) == {1}
    assert chosen(claims, 2) == {1, 2}


def test_time_is_shared_by_weight():
    spent = {0: 0.0, 1: 0.0}
    for _ in range(1000):
        [turn] = chosen([Claim(0, spent[0], 3.0), Claim(1, spent[1], 1.0)], 1)
        spent[turn] += 0.2
    assert 2.9 < spent[0] / spent[1] < 3.1


def test_slices_grow():
    lengths = [slice_seconds(seconds) for seconds in (0.0, 1.0, 10.0, 100.0)]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1] < 10.0
