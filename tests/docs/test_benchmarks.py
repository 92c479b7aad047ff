"""The tables of the case studies: what they say is printed stands in the list of cases, small runs are made again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from quidpro.benchmarks.campaign import Settings, entry
from quidpro.benchmarks.cases import find_models, read_rows
from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.rows import VARIANTS
from quidpro.benchmarks.sizes import model_in_words
from quidpro.benchmarks.tables import Block, is_decided
from quidpro.benchmarks.work import Sizes
from tests.docs.test_cases import CASES
from tests.docs.test_papers import table_after

PAGE = Path("docs/benchmarks.md")
TABLES = {
    "agar-1": "AGAR's Table 1; the sizes",
    "agar-2": "AGAR's Table 2, balanced",
    "acr": "ACR's Table 8.1; the sizes",
}
CASE_OF = {
    "Client-Server": "client-server",
    "Gas Station": "gas-station",
    "Chiron, property 2": "chiron-2",
    "Chiron, property 3": "chiron-3",
    "MER": "mer-5",
    "MER two": "mer-2",
    "Rover": "rover",
}
METHODS = {"lstar": 4, "lstar-refine": 5, "agar": 6, "agar-refine": 7, "circular": 8}
"""The columns of the methods."""
ROWS = {(row.table, row.case, row.k): row for row in read_rows(find_models(None)) if row.table in TABLES}


def lines(table):
    """The cells of a table by the row that they are of."""
    found = {}
    for cells in table_after(PAGE, TABLES[table]):
        name, k = re.fullmatch(r"(.*?),? (\d+)", cells[0]).groups()
        found[table, CASE_OF[name], int(k)] = cells
    return found


LINES = {key: cells for table in TABLES for key, cells in lines(table).items()}


def test_every_row_is_there():
    assert LINES.keys() == ROWS.keys()


def pair(sizes, table):
    first = "m1" if table == "acr" else "m1_perr"
    return f"{sizes[first]:,}, {sizes['m2']:,}"


@pytest.mark.parametrize("key", LINES, ids=str)
def test_sizes_and_what_is_printed(key):
    table, case, k = key
    cells, row = LINES[key], ROWS[key]
    (ours,) = (r["ours"] for r in CASES[case]["row"] if (r["table"], r["k"]) == (table, k))
    assert cells[1:3] == [pair(ours, table), pair(row.sizes, table)]
    sizes = Sizes(ours["m1"], ours["m1_perr"], ours["m2"])
    assert cells[3] == model_in_words(Block(row, sizes, (), None, None))
    for method, column in METHODS.items():
        assert cells[column].count(" / ") == (2 if method in row.published else 0)
        if method in row.published:
            assert cells[column].split(" / ")[0].replace(",", "") == printed(row.published[method])


def printed(cells):
    size = cells["A"].replace(" ", "")
    return size if is_decided(cells) else f"({size})"


SMALL = [
    (key, method)
    for key in [("agar-1", "rover", 2), ("agar-1", "mer-5", 2), ("agar-1", "chiron-2", 2), ("agar-1", "chiron-3", 2)]
    for method in ROWS[key].published
] + [(("acr", "client-server", 6), "lstar"), (("acr", "chiron-3", 2), "circular")]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "method"), SMALL, ids=str)
def test_small_runs_as_published(key, method):
    work = entry(ROWS[key], VARIANTS[method], Settings().published).work
    found = measure(lambda _: None, replace(work, megabytes=16_000.0))
    assert (found.outcome, found.certified) == ("holds", True)
    sizes = found.assumptions if method == "circular" else (found.largest_assumption,)
    assert LINES[key][METHODS[method]].split(" / ")[1].replace(",", "") == "+".join(map(str, sizes))
