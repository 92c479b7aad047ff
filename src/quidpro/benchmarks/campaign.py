"""Runs everything that the tables need: each run once, in a process of its own, those on record not again."""

from __future__ import annotations

import hashlib
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Protocol

from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.rows import LEARNING, Row, Variant
from quidpro.benchmarks.store import Key, Store, key_of
from quidpro.benchmarks.work import Answer, Measured, Oracles, Question, Sizes, Work
from quidpro.core import __version__
from quidpro.core.budget import Budget
from quidpro.run.executors.protocol import Done, Executor, Handle, Job, Lost, Message, Progress

ALLOWANCE_SECONDS = 60.0
"""How far beyond its time a run is ended by force: it also has to load, warm up, and report what it knows."""
ALLOWANCE_MEMORY = 1.5
"""The same for memory; pages that processes share are counted more than once here."""
_POLL_SECONDS = 0.2


@dataclass(frozen=True)
class Settings:
    """How everything is run."""

    seconds: float = 60.0
    megabytes: float = 2000.0
    repeat: int = 1
    as_published: bool = False
    """Whether the methods of the papers are run exactly as published, rather than as they are run by default."""
    beside: bool = False
    """Whether they are run as published too, where there are printed figures to compare with."""

    @property
    def published(self) -> Settings:
        """The same for a run as published."""
        return replace(self, as_published=True, beside=False, repeat=1)


@dataclass(frozen=True)
class Entry:
    """One run of a table: a variant (or, without, the counting of sizes) on a row, for the n-th time."""

    row: Row
    variant: Variant | None
    work: Work
    key: Key

    @property
    def name(self) -> str:
        """What is going on while it runs."""
        what = self.variant.name if self.variant else "sizes"
        how = ", oracle by oracle" if self.work.by_oracle else ", as published" if self.work.as_published else ""
        return f"{self.row.table}: {self.row.heading}, {what}{how}"


class Watcher(Protocol):
    """Follows what is going on."""

    def begin(self, part: str) -> None:
        """A run begins."""

    def end(self, part: str) -> None:
        """A run is over, and its result is kept."""


def entries(rows: Sequence[Row], variants: Sequence[Variant], settings: Settings) -> list[Entry]:
    """Everything to be run for these rows, a row at a time."""
    found = []
    for row in rows:
        found.append(entry(row, None, settings))
        for variant in variants:
            found += [entry(row, variant, settings, repeat) for repeat in range(settings.repeat)]
            if settings.beside and is_printed(row, variant):
                found.append(entry(row, variant, settings.published))
        if counts_oracles(row, variants, settings):
            found.append(entry(row, LEARNING, settings.published, by_oracle=True))
    return found


def is_printed(row: Row, variant: Variant) -> bool:
    """Whether a paper has figures of its own method for the row."""
    return variant.from_paper and variant.name in row.published


def counts_oracles(row: Row, variants: Sequence[Variant], settings: Settings) -> bool:
    """Whether the checks of the oracles are counted one by one: where CGP03 prints them."""
    return bool(row.checks) and LEARNING in variants and (settings.beside or settings.as_published)


def entry(row: Row, variant: Variant | None, settings: Settings, repeat: int = 0, *, by_oracle: bool = False) -> Entry:
    """One run; its key says all that its result depends on, except for the limits and the machine."""
    with_split = variant is None or variant.by_parts
    question = row.question if with_split else replace(row.question, split=None)
    method = None if variant is None else variant.method
    options = {} if variant is None else variant.options
    as_published = settings.as_published and variant is not None and variant.from_paper
    work = Work(question, method, options, settings.seconds, settings.megabytes, as_published, by_oracle)
    return Entry(row, variant, work, _key(work, repeat))


def _key(work: Work, repeat: int) -> Key:
    path = Path(work.question.file)
    named = {name: value for name, value in work.question.asked.items() if name != "spec"}
    about = {**asdict(work.question), "asked": named, "file": path.name, "digest": _digest(work.question)}
    if not work.question.problem:
        del about["problem"]  # as in the files of versions that had one problem in each row
    fields = {**asdict(work), "question": about}
    return key_of({**fields, "repeat": repeat, "version": __version__})[0]


def _digest(question: Question) -> str:
    """Of the model, and of the specification where that is another file beside it."""
    path = Path(question.file)
    content = path.read_bytes() + (Path(question.spec).read_bytes() if question.spec else b"")
    return hashlib.sha256(content).hexdigest()[:16]


def run(
    wanted: Sequence[Entry],
    store: Store,
    executor: Executor,
    jobs: int,
    budget: Budget,
    watcher: Watcher,
) -> None:
    """Run what the store does not have, ``jobs`` at a time; BudgetExceeded when the user interrupts."""
    due = _due(wanted, store)
    crew = _Crew(executor, store, watcher)
    while True:
        budget.check()
        while len(crew.busy) < jobs and (next_one := next(due, None)) is not None:
            watcher.begin(next_one.name)
            crew.begin(next_one)
        if not crew.busy:
            return
        for message in sorted(executor.wait(_POLL_SECONDS), key=_is_lost):
            if _is_lost(message):
                budget.check()  # what ends this process may have ended a worker first: that says nothing of its run
            crew.hear(message)


def _is_lost(message: Message) -> bool:
    return isinstance(message, Lost)


def _due(wanted: Sequence[Entry], store: Store) -> Iterator[Entry]:
    """What is still to do; in a table of growth, sizes larger than one that was too much are skipped."""
    begun: set[Key] = set()
    for entry in wanted:
        if entry.key not in store and entry.key not in begun and gave_up_at(entry, wanted, store) is None:
            begun.add(entry.key)
            yield entry


def gave_up_at(entry: Entry, wanted: Sequence[Entry], store: Store) -> int | None:
    """The smaller k at which this variant already ran out, in a table of growth."""
    if entry.row.table != "growth" or entry.variant is None:
        return None
    for other in wanted:
        same = (other.row.table, other.row.title, other.variant) == ("growth", entry.row.title, entry.variant)
        if same and other.row.k < entry.row.k:
            known = store.get(other.key)
            if isinstance(known, Measured) and known.outcome == "unknown":
                return other.row.k
    return None


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C at a terminal goes to all processes; those started here do not get it, and are ended by this one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else the first start does this, and lets signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Crew:
    """The runs that are going on."""

    def __init__(self, executor: Executor, store: Store, watcher: Watcher) -> None:
        self.busy: dict[Handle, Entry] = {}
        self._executor = executor
        self._store = store
        self._watcher = watcher
        self._reports: dict[Handle, dict[str, Any]] = {}
        self._again: set[Key] = set()

    def begin(self, entry: Entry) -> None:
        work = entry.work
        job = Job(
            measure,
            (work,),
            name=entry.name,
            seconds=work.seconds + ALLOWANCE_SECONDS,
            megabytes=work.megabytes * ALLOWANCE_MEMORY,
        )
        with _interrupts_held():
            self.busy[self._executor.submit(job)] = entry

    def hear(self, message: Message) -> None:
        match message:
            case Progress(handle, report):
                self._reports.setdefault(handle, {}).update(report)
            case Done(handle, value):
                self._finish(self.busy.pop(handle), value)
            case Lost(handle, reason, retry):
                lost = self.busy.pop(handle)
                if retry and lost.key not in self._again:
                    self._again.add(lost.key)
                    self.begin(lost)
                else:
                    self._give_up(lost, handle, reason)

    def _finish(self, entry: Entry, found: Answer) -> None:
        self._store.add(entry.key, found)
        self._watcher.end(entry.name)

    def _give_up(self, entry: Entry, handle: Handle, reason: str) -> None:
        """A limit that ended a run is its result; any other accident is shown, and the run is made again next time."""
        keep = self._store.add if reason.startswith("ended ") else self._store.remember
        keep(entry.key, self._lost(entry, handle, reason))
        self._watcher.end(entry.name)

    def _lost(self, entry: Entry, handle: Handle, reason: str) -> Answer:
        """What is known of a run that was ended by force."""
        if entry.variant is None:
            return Sizes()
        if entry.work.by_oracle:
            return Oracles()
        reported = self._reports.get(handle, {})
        return Measured("unknown", reason=reason, seconds=self._executor.seconds(handle), **reported)
