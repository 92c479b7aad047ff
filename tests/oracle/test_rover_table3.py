"""CGP03's Table 3 on the public model of the K9 rover, check by check."""

from __future__ import annotations

from pathlib import Path

import pytest

from quidpro.benchmarks.campaign import Settings, entry
from quidpro.benchmarks.cases import find_models, read_rows
from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.rows import LEARNING
from quidpro.benchmarks.work import Sizes
from tests.docs.test_papers import PAGE, table_after

ROVER = Path(__file__).resolve().parents[2].parent / "shared" / "oracle" / "fsp" / "k9rover.lts"
pytestmark = pytest.mark.skipif(not ROVER.is_file(), reason="the rover is not here")


@pytest.fixture(scope="module")
def row():
    (found,) = (row for row in read_rows(find_models(None), ROVER) if (row.table, row.case) == ("cgp03", "k9-rover"))
    return found


def test_the_sides_have_the_published_sizes(row):
    sizes = measure(lambda _: None, entry(row, None, Settings()).work)
    assert isinstance(sizes, Sizes)
    assert (sizes.first, sizes.first_with_property, sizes.rest) == (284, 544, 41)


def test_table_3_row_by_row(row):
    """All that is printed of Oracle 1, and the states of Oracle 2; its 197 transitions are those of another order."""
    found = measure(lambda _: None, entry(row, LEARNING, Settings().published, by_oracle=True).work)
    counted = [(c.assumption, c.states, c.transitions) for c in found.checks]
    printed = [(int(c.assumption), int(c.states), int(c.transitions.replace(",", ""))) for c in row.checks]
    assert counted[:4] == printed[:4]
    assert counted[4] == (5, 32, 201)
    *checks, direct = table_after(PAGE, "Table 3 by `quidpro bench cgp03 --rover FILE`")
    told = [f"{c.assumption}, {c.states:,}, {c.transitions:,}: {c.result}" for c in found.checks]
    assert [cells[2] for cells in checks] == told
    assert direct[2] == f"{found.direct_states:,}, {found.direct_transitions:,}"
    assert [check.result for check in found.checks] == [*["too weak"] * 3, "not too weak", "violated"]
    assert (found.direct_states, found.direct_transitions) == (3487, 33301)
    assert (found.whole_states, found.whole_transitions) == (8736, 83684)


def test_the_violation_is_replayed(row):
    measured = measure(lambda _: None, entry(row, LEARNING, Settings().published).work)
    assert (measured.outcome, measured.certified, measured.iterations) == ("violated", True, 4)
    assert (measured.largest_assumption, measured.trace) == (5, 29)
