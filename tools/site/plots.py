"""Plots of the page on benchmarks, made from one of its tables: for each system, seconds over sizes by method."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from quidpro.report.plot import Point, lines
from quidpro.report.theme import literal
from tools.site.pages import Site

_PAGE = "docs/benchmarks.md"
_TABLE = re.compile(r"^\| system \| states \| `saturation` .*?(?=\n\n)", re.DOTALL | re.MULTILINE)
_SYSTEM = re.compile(r"`(?P<name>\w+)` (?P<constant>\w)=(?P<sizes>[\d/ ]+)")
_LIMIT = 10.0
"""The seconds after which a method was stopped; a dash stands for that."""
_SPREAD = 20
"""The largest size beside the smallest, at most: the axis is linear."""
Series = dict[str, list[Point]]


def add_plots(site: Site) -> None:
    """The page, with the plots below the table."""
    text = site.read(_PAGE)
    table = _TABLE.search(text)
    if table is None:
        raise SystemExit(f"{_PAGE}: the table with the column `saturation` is gone; see tools/site/plots.py")
    shown = [f"![{title}](plots/{name}.svg)" for name, title in _drawn(site, table[0])]
    words = "Hollow marks are runs that were stopped."
    site.write("benchmarks.md", "\n\n".join([text[: table.end()], words, *shown]) + text[table.end() :])


def _drawn(site: Site, table: str) -> Iterator[tuple[str, str]]:
    for (name, constant), series in read_table(table).items():
        sizes = [point.value for line in series.values() for point in line]
        if max(sizes) > _SPREAD * min(sizes):
            continue
        title = f"Deadlock of {name}, CPU seconds"
        site.write(f"plots/{name}.svg", literal(lines(list(series.items()), title, constant)))
        yield name, title


def read_table(table: str) -> dict[tuple[str, str], Series]:
    """For each system and its constant, the points of every method; a system may have several rows."""
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
    found: dict[tuple[str, str], Series] = defaultdict(lambda: defaultdict(list))
    for system, _states, *cells in rows:
        asked = _SYSTEM.match(system)
        assert asked, f"{system} names no system and sizes"
        sizes = [int(size) for size in asked["sizes"].split("/")]
        for method, cell in zip(head[2:], cells, strict=True):
            found[asked["name"], asked["constant"]][method.strip("`")] += _points(sizes, cell)
    return found


def _points(sizes: list[int], cell: str) -> list[Point]:
    """A dash alone stands for a dash at each size; an empty cell for no run."""
    values = [value.strip() for value in cell.split("/")] if cell else []
    if len(values) == 1:
        values *= len(sizes)
    return [_point(size, value) for size, value in zip(sizes, values, strict=False)]


def _point(size: int, value: str) -> Point:
    return Point(size, _LIMIT, False) if value == "–" else Point(size, float(value), True)
