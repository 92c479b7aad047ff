"""The tables of the papers, measured from Python."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from quidpro.api.arguments import check_types, limits, texts
from quidpro.benchmarks.campaign import run
from quidpro.benchmarks.plan import Choice, Tables, plan, settings_for
from quidpro.benchmarks.rows import TABLES
from quidpro.benchmarks.store import Store
from quidpro.core.errors import UsageError
from quidpro.run.executors.local import LocalExecutor


def bench(
    *tables: str,
    methods: str | Iterable[str] = (),
    cases: str | Iterable[str] = (),
    k: int | str | Iterable[int] | None = None,
    as_published: bool = False,
    ours: bool = False,
    timeout: float = 60.0,
    memory: float = 2000.0,
    repeat: int = 1,
    jobs: int = 1,
    models: str | os.PathLike[str] | None = None,
    rover: str | os.PathLike[str] | None = None,
) -> Tables:
    """Measure case studies of the papers beside what was published: ``bench("acr", methods=["lstar"], k=range(2, 4))``.

    The arguments are those of the command line. Each run has a process of its own that starts from nothing, so a script
    calls it under ``if __name__ == "__main__":``. The tables are typed objects, with ``to_text``, ``to_markdown``,
    ``to_json`` and ``plot``.
    """
    if not tables:
        raise UsageError(f"say which tables are to be measured: {', '.join(TABLES)}")
    check_types(as_published=as_published, timeout=timeout, memory=memory, jobs=jobs)
    folder, real = (None if path is None else Path(path) for path in (models, rover))
    choice = Choice(tables, texts("methods", methods), texts("cases", cases), _sizes(k), folder, real)
    planned = plan(choice, settings_for(timeout, memory, repeat, as_published=as_published, ours=ours))
    with Store(None) as store, LocalExecutor(jobs, start="spawn") as executor:
        run(planned.entries, store, executor, jobs, limits(None, None), _Unwatched())
        return planned.tables(store)


def _sizes(k: int | str | Iterable[int] | None) -> str | None:
    """As the command line has them."""
    if k is None or isinstance(k, str):
        return k
    return ",".join(map(str, [k] if isinstance(k, int) else k))


class _Unwatched:
    """Nobody follows the runs."""

    def begin(self, part: str) -> None:
        """A run begins."""

    def end(self, part: str) -> None:
        """A run is over."""
