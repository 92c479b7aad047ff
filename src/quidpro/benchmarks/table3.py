"""CGP03's Table 3, check by check: what is printed, the same here by the paper's measure, and what our method takes."""

from __future__ import annotations

from quidpro.benchmarks.grid import Column, Grid
from quidpro.benchmarks.rows import PrintedCheck, Row
from quidpro.benchmarks.work import OracleCheck, Oracles

_FIGURES = ("|A|", "states", "transitions")


def table3(row: Row, found: Oracles) -> Grid:
    """A line for each check of each iteration, and one for the check of the whole."""
    columns = (
        Column("check", number=False),
        *(Column(name, group="published") for name in _FIGURES),
        Column("result", number=False, group="published"),
        *(Column(name, group="the same measure here") for name in _FIGURES),
        Column("result", number=False, group="the same measure here"),
        *(Column(name, group="our measure") for name in _FIGURES[1:]),
        Column("", number=False),
    )
    printed = {(check.iteration, check.oracle): check for check in row.checks}
    counted = {(check.iteration, check.oracle): check for check in found.checks}
    lines = [_line(*key, printed.get(key), counted.get(key)) for key in sorted({*printed, *counted})]
    return Grid(columns, (*lines, _direct(row, found)))


def _line(iteration: int, oracle: int, printed: PrintedCheck | None, counted: OracleCheck | None) -> tuple[str, ...]:
    return (f"{iteration} - Oracle {oracle}", *_printed_cells(printed), *_counted_cells(counted), "")


def _printed_cells(printed: PrintedCheck | None) -> tuple[str, ...]:
    if printed is None:
        return ("",) * 4
    return printed.assumption, printed.states, printed.transitions, printed.result


def _counted_cells(counted: OracleCheck | None) -> tuple[str, ...]:
    if counted is None:
        return ("",) * 6
    figures = _numbers((counted.assumption, counted.states, counted.transitions))
    return *figures, counted.result, *_numbers((counted.our_states, counted.our_transitions))


def _direct(row: Row, found: Oracles) -> tuple[str, ...]:
    theirs = ("", row.direct.get("states", ""), row.direct.get("transitions", ""), "")
    return ("direct", *theirs, "", *_numbers((found.direct_states, found.direct_transitions)), "", "", "", "")


def _numbers(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{number:,}" for number in numbers)


def describe_whole(found: Oracles) -> str:
    """How large the whole is if the search does not end at an error."""
    return f"The whole system has {found.whole_states:,} states and {found.whole_transitions:,} transitions."
