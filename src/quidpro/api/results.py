"""The answers to one question or several, of any world."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, get_args, overload

from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic
from quidpro.core.words import one_line
from quidpro.core.writing import write_file
from quidpro.report.paint import MIN_WIDTH, WIDTH
from quidpro.run.check import Answer, Checked, Result, V
from quidpro.run.registry import world_named
from quidpro.verdict.chart import Chart
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import Outcome, decisive


class Results(Answer, Sequence[Result[V]]):
    """The answers to one ``check``, all of one world; the worst of them speaks for all."""

    def __init__(
        self,
        results: Iterable[Result[V]],
        warnings: Iterable[Diagnostic] = (),
        model: Any = None,
        constants: Mapping[str, Any] | None = None,
    ) -> None:
        self._results = tuple(results)
        self.warnings = tuple(warnings)
        """About the model, which was accepted all the same."""
        self._model, self._constants = model, constants
        self._decisive = self._results[decisive([r.verdict for r in self._results])]

    def __len__(self) -> int:
        return len(self._results)

    @overload
    def __getitem__(self, index: int) -> Result[V]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Result[V], ...]: ...
    def __getitem__(self, index: int | slice) -> Result[V] | tuple[Result[V], ...]:
        return self._results[index]

    @property
    def verdict(self) -> V:
        """The verdict that decides: a violation first, then anything undecided."""
        return self._decisive.verdict

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    def expect(self, outcome: Outcome) -> Self:
        """These answers, if that is their outcome; else an AssertionError that shows those that differ."""
        __tracebackhide__ = True  # pytest shows the line of the test
        if outcome not in get_args(Outcome):
            raise UsageError(f"there is no outcome {outcome!r}; known are {', '.join(get_args(Outcome))}")
        if self.outcome != outcome:
            others = Results(result for result in self if result.outcome != outcome)
            raise AssertionError(f"expected {outcome!r}, but it is {self.outcome!r}:\n\n{others}")
        return self

    @property
    def trace(self) -> Any:
        """The shortest counterexample, if there is one; of a probabilistic model a tree."""
        return self.verdict.trace

    @property
    def chart(self) -> Chart | None:
        """The same as a chart, with the names of states and their places in the model text."""
        return self._decisive.chart

    @property
    def _renderer(self) -> Renderer:
        return world_named(self.verdict.world).renderer

    def to_json(self) -> dict[str, Any]:
        """The same object that ``quidpro check --format json`` prints."""
        from quidpro.report.json import to_json

        return to_json([(result.verdict, result.problem) for result in self], self._renderer, self.warnings)

    def to_text(self, width: int = WIDTH, *, color: bool = False, explain: bool = False) -> str:
        """The same report that ``quidpro check`` prints; ``explain`` adds the race of method ``auto``."""
        from quidpro.report.text import render

        wide = max(width, MIN_WIDTH)
        texts = [
            render(result.verdict, result.problem, self._renderer, color=color, explain=explain, width=wide)
            for result in self
        ]
        return "\n".join([*texts, *(warning.render() for warning in self.warnings)])

    def to_html(self) -> str:
        """The same report that ``quidpro check --report`` writes, without rounds: one page, with all that is in it."""
        from quidpro.report.document import report_html

        checked = Checked(self._model, list(self), self.warnings)
        return report_html(checked, renderer=self._renderer, constants=self._constants)

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write that page to a file."""
        write_file(Path(path), self.to_html())

    def write_certificates(self, path: str | os.PathLike[str]) -> int:
        """Write the certificates of all that holds to a file for ``certify``; how many there are."""
        found = [result.verdict.certificate for result in self if result.verdict.certificate is not None]
        if not found:
            raise UsageError("there is no certificate to write: nothing was proved")
        write_file(Path(path), world_named(self.verdict.world).write_certificates(found))
        return len(found)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        texts = (f"{one_line(r.verdict.property or 'no ERROR')}: {r.verdict.outcome}" for r in self)
        return f"Results({', '.join(texts)})"
