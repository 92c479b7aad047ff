"""``quidpro bench``: the case studies, measured beside what was published."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, redirect_stdout
from io import StringIO
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quidpro.benchmarks.campaign import Entry, entries
from quidpro.benchmarks.campaign import run as run_all
from quidpro.benchmarks.cases import find_models, find_nusmv, find_rover, read_rows
from quidpro.benchmarks.rows import TABLES, Row, Variant, chosen
from quidpro.benchmarks.store import Store, machine
from quidpro.benchmarks.tables import Table, columns, tables
from quidpro.benchmarks.work import Limits
from quidpro.cli.app_bench import Request
from quidpro.cli.exits import Exit, complain
from quidpro.cli.limits import limited
from quidpro.cli.live import COMPILING
from quidpro.cli.output import emit, is_terminal
from quidpro.core.clock import CLOCK
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.shown import shown
from quidpro.core.words import counted, did_you_mean, printable
from quidpro.core.writing import reject_unwritable
from quidpro.run.executors.local import LocalExecutor
from quidpro.run.executors.protocol import Executor

_SPAN = re.compile(r"\s*(?P<low>[0-9]+)\s*(?:\.\.\s*(?P<high>[0-9]+)\s*)?")


def run(request: Request) -> int:
    """Measure what is not on record yet, and write the tables of all that is known."""
    if not request.tables:
        emit(_list_tables())
        return Exit.HOLDS
    _reject_bad(request)
    variants = chosen(_split_list(request.methods))
    rows = _rows(request)
    _reject_empty(request.tables, variants)
    wanted = [e for row in rows for e in entries([row], columns(row.table, variants), request.settings)]
    with _store(request) as store:
        ended = _measure(request, wanted, store)
        found = tables(rows, variants, request.settings, store, wanted)
    emit(_render(found, request), request.output)
    if request.plot is not None:
        from quidpro.benchmarks.plot import plot

        plot(found, request.plot)
    if ended is None:
        return Exit.HOLDS
    complain(_unfinished_message(ended, wanted, store, request))
    return Exit.UNDECIDED


def _store(request: Request) -> Store:
    """What is on record, as far as it counts on this machine and within these limits."""
    limits = Limits(request.settings.seconds, request.settings.megabytes)
    where = "" if request.cluster is not None else machine()
    return Store(request.results, limits, machine=where, fresh=request.fresh, note=_note)


def _note(text: str) -> None:
    complain(f"note: {text}")


def _reject_bad(request: Request) -> None:
    """Complain before anything is run."""
    for name in request.tables:
        _reject_unknown("table", name, TABLES)
    reject_unwritable(request.results)
    reject_unwritable(request.output)
    if request.plot is not None:
        from quidpro.benchmarks.plot import reject_unplottable

        reject_unwritable(request.plot)
        reject_unplottable(request.plot)
    if request.as_published and request.ours:
        raise UsageError("--as-published and --ours exclude each other; without them both are run, side by side")
    if request.fresh and request.results is None:
        raise UsageError("--fresh is for --results FILE: it starts that file over")


def _reject_unknown(what: str, name: str, known: Iterable[str]) -> None:
    names = list(dict.fromkeys(known))
    if name not in names:
        hint = did_you_mean(name, names)
        raise UsageError(f"there is no {what} {name!r}{hint} ({what}s: {', '.join(names)})")


def _reject_empty(names: Iterable[str], variants: Sequence[Variant]) -> None:
    """Complain about a table that has none of the methods."""
    for name in names:
        if not columns(name, variants):
            raise UsageError(
                f"table {name} is not about {', '.join(v.name for v in variants)} "
                f"(its methods: {', '.join(TABLES[name].variants)})"
            )


def _rows(request: Request) -> list[Row]:
    """The rows that are asked for, table by table."""
    known = read_rows(find_models(request.models), find_rover(request.rover), find_nusmv())
    cases = _split_list(request.cases)
    for name in cases:
        _reject_unknown("case", name, (row.case for row in known))
    sizes = None if request.k is None else _sizes(request.k)
    of_cases = [row for row in known if not cases or row.case in cases]
    rows = [row for name in dict.fromkeys(request.tables) for row in of_cases if row.table == name]
    chosen_rows = [row for row in rows if sizes is None or row.k in sizes]
    if not chosen_rows:
        have = ", ".join(map(str, sorted({row.k for row in rows})))
        raise UsageError(f"no row has k in {request.k}; there are {have}" if rows else _no_rows(request, known))
    return chosen_rows


def _no_rows(request: Request, known: Iterable[Row]) -> str:
    theirs = list(dict.fromkeys(row.case for row in known if row.table in request.tables))
    if not theirs:
        return "these tables have no rows"
    return f"these tables have no rows about {', '.join(_split_list(request.cases))} (their cases: {', '.join(theirs)})"


def _sizes(text: str) -> set[int]:
    """``3``, ``3..5`` and lists of them."""
    found: set[int] = set()
    for part in text.split(","):
        span = _SPAN.fullmatch(part)
        if span is None:
            raise UsageError(f"--k {text!r} is not a size; write it as 3, 3..5 or 3,5,8")
        low = int(span["low"])
        found.update(range(low, int(span["high"] or low) + 1))
    return found


def _measure(request: Request, wanted: list[Entry], store: Store) -> BudgetExceeded | None:
    """Run what is missing; what ended it early, if anything did."""
    bar = ProgressBar(len({entry.key for entry in wanted}), sum(entry.key in store for entry in wanted))
    # Ray prints what happens to its machines on stdout, which is for the tables.
    with redirect_stdout(StringIO()), limited(None, None) as budget, bar, _executor(request) as executor:
        budget.phase = "measuring"
        try:
            run_all(wanted, store, executor, request.jobs, budget, bar)
        except BudgetExceeded as ended:
            return ended
    return None


def _executor(request: Request) -> Executor:
    """Where the runs are: processes of their own on this machine, or those of a cluster."""
    if request.cluster is not None:
        from quidpro.run.executors.cluster import ClusterExecutor

        return ClusterExecutor(request.cluster, request.jobs)
    return LocalExecutor(request.jobs, start="spawn")


def _render(found: list[Table], request: Request) -> str:
    if request.format == "json":
        from quidpro.benchmarks.schema import to_json

        return to_json(found, request.settings, machine())
    from quidpro.benchmarks.render import render_markdown, render_text

    return (render_markdown if request.format == "markdown" else render_text)(shown(found), machine())


def _unfinished_message(ended: BudgetExceeded, wanted: list[Entry], store: Store, request: Request) -> str:
    left = len({entry.key for entry in wanted if entry.key not in store})
    kept = f"; {request.results} has the others, run it again to go on" if request.results else ""
    return f"undecided: {ended}; {counted(left, 'run')} missing{kept}"


def _list_tables() -> str:
    width = max(map(len, TABLES))
    return "\n".join([f"{name:<{width}}  {kind.title}" for name, kind in TABLES.items()])


def _split_list(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


class ProgressBar:
    """How many parts are done, and which are being done: a bar on stderr, which leaves nothing behind."""

    def __init__(self, total: int, done: int = 0) -> None:
        self._progress = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(file=sys.stderr),
            transient=True,
            disable=not is_terminal(sys.stderr),
        )
        self._task = self._progress.add_task("", total=total, completed=done)
        self._busy: list[str] = []
        self._compiling = False
        self._watching = ExitStack()

    def __enter__(self) -> Self:
        self._watching.enter_context(CLOCK.watched(self._compile))
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
        self._watching.close()

    def begin(self, part: str) -> None:
        """Work on a part begins."""
        self._busy.append(part)
        self._show()

    def end(self, part: str) -> None:
        """A part is done."""
        self._busy.remove(part)
        self._progress.advance(self._task)
        self._show()

    def _compile(self, begins: bool) -> None:
        self._compiling = begins
        self._show()

    def _show(self) -> None:
        compiling = [COMPILING] if self._compiling else []
        self._progress.update(self._task, description=printable("; ".join([*self._busy, *compiling])))
