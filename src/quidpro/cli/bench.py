"""``quidpro bench``: the case studies, measured beside what was published."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stdout
from io import StringIO
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quidpro.benchmarks.campaign import Entry
from quidpro.benchmarks.campaign import run as run_all
from quidpro.benchmarks.plan import Choice, Tables, plan
from quidpro.benchmarks.rows import TABLES
from quidpro.benchmarks.store import Store, machine
from quidpro.benchmarks.work import Limits
from quidpro.cli.app_bench import Request
from quidpro.cli.exits import Exit, complain
from quidpro.cli.limits import limited
from quidpro.cli.live import COMPILING
from quidpro.cli.output import emit, is_terminal
from quidpro.core.clock import CLOCK
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.words import counted, printable
from quidpro.core.writing import reject_same, reject_unwritable
from quidpro.run.executors.local import LocalExecutor
from quidpro.run.executors.protocol import Executor


def run(request: Request) -> int:
    """Measure what is not on record yet, and write the tables of all that is known."""
    if not request.tables:
        emit(_list_tables())
        return Exit.HOLDS
    _reject_bad(request)
    planned = plan(_choice(request), request.settings)
    with _store(request) as store:
        ended = _measure(request, planned.entries, store)
        found = planned.tables(store)
    emit(_render(found, request.format), request.output)
    if request.plot is not None:
        found.plot(request.plot)
    if ended is None:
        return Exit.HOLDS
    complain(_unfinished_message(ended, planned.entries, store, request))
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
    outputs = {"--results": request.results, "--output": request.output, "--plot": request.plot}
    for path in outputs.values():
        reject_unwritable(path)
    reject_same(outputs)
    if request.plot is not None:
        from quidpro.benchmarks.plot import reject_unplottable

        reject_unplottable(request.plot)
    if request.fresh and request.results is None:
        raise UsageError("--fresh is for --results FILE: it starts that file over")


def _choice(request: Request) -> Choice:
    names = _split_list(request.methods), _split_list(request.cases)
    return Choice(request.tables, *names, request.k, request.models, request.rover)


def _measure(request: Request, wanted: Sequence[Entry], store: Store) -> BudgetExceeded | None:
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


def _render(found: Tables, format: str) -> str:
    if format == "json":
        from quidpro.benchmarks.schema import to_json

        return to_json(found, found.settings, machine())
    return found.to_markdown() if format == "markdown" else found.to_text()


def _unfinished_message(ended: BudgetExceeded, wanted: Sequence[Entry], store: Store, request: Request) -> str:
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
