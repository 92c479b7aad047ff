"""Assumptions over the whole interface, and over alphabets that grow: starting over each time, and keeping the work.

    python benchmarks/alphabets.py [SECONDS]

The rows of AGAR's two tables, as ``lstar`` and ``agar`` decide them by default. Figures are CPU seconds within SECONDS
(60 by default), the certificate included, the lesser of two runs; states of the largest assumption; for alphabets that
grow how often they did, in both orientations together, and the rounds. Ways that do not agree are an error.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from quidpro.benchmarks.cases import find_models, read_rows
from quidpro.benchmarks.rows import Row
from quidpro.core.budget import Budget
from quidpro.run.check import load, named_attempt
from quidpro.run.request import make_request
from quidpro.run.solve import solve
from quidpro.verdict.verdict import AnyVerdict

WAYS = {
    "whole interface": {"alphabet": "full"},
    "starting over": {"alphabet": "refine", "carry_over": False},
    "keeping": {"alphabet": "refine"},
}
REPEAT = 2
"""Of two runs the lesser: the first one loads what was compiled."""


@dataclass(frozen=True)
class Figures:
    """What one way came to."""

    verdict: AnyVerdict
    seconds: float

    @property
    def states(self) -> int:
        """Of the largest assumption."""
        return max((one.lts.states for one in self.verdict.assumptions), default=0)

    @property
    def grown(self) -> int:
        """How often an alphabet did."""
        return len({(one.run, one.level, one.number) for one in self.verdict.stats.rounds if one.added})

    def cell(self, refined: bool) -> str:
        """Seconds, states, and how it got there."""
        text = f"{self.seconds:.2f}, {self.states:,}"
        return f"{text}, {self.grown}, {self.verdict.stats.iterations}" if refined else text


def run(row: Row, method: str, options: dict[str, object], seconds: float) -> Figures:
    question = row.question
    settings = {**question.asked, **options}
    request = make_request(Path(question.file), settings, method=method, split=question.split)
    model, least = load(request, Budget()), seconds
    for _ in range(REPEAT):
        (problem,) = request.world.problems(model, request.question, Budget(), request.engine)
        began = time.process_time()
        (verdict,) = solve(request.world, [problem], named_attempt(request, problem), Budget(seconds))
        least = min(least, time.process_time() - began)
    assert verdict.outcome in (row.expected, "unknown"), (row.heading, method, options, verdict.outcome)
    return Figures(verdict, least)


def main(seconds: float) -> None:
    """Print the table, and what all rows come to."""
    print(f"| case, k | method | {' | '.join(WAYS)} |\n|---|---|---|---|---|")
    total = dict.fromkeys(WAYS, 0.0)
    for row in read_rows(find_models(None)):
        if row.table not in ("agar-1", "agar-2"):
            continue
        for method in ("lstar", "agar"):
            found = {way: run(row, method, options, seconds) for way, options in WAYS.items()}
            cells = [figures.cell(way != "whole interface") for way, figures in found.items()]
            print(f"| {row.table}: {row.heading} | {method} | {' | '.join(cells)} |", flush=True)
            total = {way: spent + found[way].seconds for way, spent in total.items()}
    print(f"| all | | {' | '.join(f'{spent:.1f}' for spent in total.values())} |")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
