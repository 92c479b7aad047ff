"""What a learner knows, row by row: its observation table, its tree, or the constraints on its guesses."""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.core.words import printable
from quidpro.report.explicit.lessons import constraints_of, demands_text, named
from quidpro.verdict.explicit.evidence import Conjecture, Constraint, TreeLeaf
from quidpro.verdict.watch import TableView

MAX_ROWS = 200
MAX_COLUMNS = 24
YES, NO = "✓", "✕"


def table_of(shown: Conjecture) -> TableView | None:
    """The table of a round; None where there is none."""
    constraints = constraints_of(shown)
    if constraints:
        return _constraints(constraints)
    if shown.leaves:
        return _tree(shown.leaves)
    return _observations(shown.table) if "\t" in shown.table else None


def _observations(text: str) -> TableView:
    """The observation table, its two halves apart."""
    head, *lines = [line.split("\t") for line in text.splitlines()]
    rows = [tuple(_entry(cell) for cell in line) for line in lines[:MAX_ROWS]]
    columns = len(head)
    caption = "Observation table: S above, S·Σ below; ✓ is safe for M1."
    if len(lines) > MAX_ROWS or columns > MAX_COLUMNS:
        caption += f" {len(lines):,} rows and {columns - 1:,} columns: the first ones."
    return TableView(tuple(head[:MAX_COLUMNS]), tuple(row[:MAX_COLUMNS] for row in rows), caption)


def _entry(cell: str) -> str:
    return {"true": YES, "false": NO}.get(cell, cell)


def _tree(leaves: Iterable[TreeLeaf]) -> TableView:
    """A row for each leaf, a column for each suffix; a cell is empty where the way to the leaf does not ask."""
    found = list(leaves)
    suffixes = list(dict.fromkeys(suffix for leaf in found for suffix, _ in leaf.path))
    inner = [suffix for suffix in suffixes if suffix]
    head = ("state", "word", *(named(suffix) for suffix in inner[: MAX_COLUMNS - 2]))
    rows = []
    for number, leaf in enumerate(found):
        answers = {suffix: YES if accepted else NO for suffix, accepted in leaf.path}
        cells = (answers.get(suffix, "") for suffix in inner[: MAX_COLUMNS - 2])
        rows.append((str(number), named(leaf.word), *cells))
    caption = "Discrimination tree: what is safe for M1 (✓) after the word of each state; empty where not asked."
    if len(inner) > MAX_COLUMNS - 2:
        caption += f" {len(inner):,} suffixes: the first ones."
    return TableView(head, tuple(rows), caption)


def _constraints(constraints: list[Constraint]) -> TableView:
    rows = tuple((str(one.premise), named(one.word), printable(demands_text(one))) for one in constraints[:MAX_ROWS])
    more = f" {len(constraints):,} in all: the first ones." if len(constraints) > MAX_ROWS else ""
    return TableView(("premise", "fails along", "so"), rows, f"New constraints on the next guess.{more}")
