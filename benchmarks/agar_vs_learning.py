"""Abstraction refinement and learning on the same systems with the same splits, side by side.

    python benchmarks/agar_vs_learning.py

Both run plainly (no reduction, no candidates, the given orientation, the whole interface) and once as they are by
default. The second table compares refinement that keeps its work with refinement that rebuilds everything after each
split, the third the ways to choose counterexamples.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.families import clients_first, lanes, pipeline
from quidpro.core.budget import Budget
from quidpro.lts import System
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.split import Groups
from tests.asking import Problem, solve

PLAIN = {"reduce": False, "candidates": False, "orientation": "given", "alphabet": "full"}
SECONDS = 120.0
SYSTEMS = [
    clients_first(4),
    clients_first(6),
    clients_first(8),
    lanes(20, 5),
    lanes(60, 5),
    pipeline(4),
    pipeline(6),
    pipeline(6, faulty=True),
]


def run(case: tuple[System, Groups], method: str, **options: object) -> ExplicitVerdict:
    system, groups = case
    name = system.properties[0].name
    problem = Problem(system, "safety", name, split=groups, options=options)
    return solve(problem, method, Budget(seconds=SECONDS))


def row(system: System, method: str, verdict: ExplicitVerdict) -> str:
    stats = verdict.stats
    size = max((r.assumption_states for r in stats.rounds), default=0)
    return (
        f"{system.name:>18} {method:>15} {verdict.outcome:>9} {size:>6} {stats.iterations:>7} {stats.queries:>9,} "
        f"{stats.states_explored:>9,} {stats.seconds:>8.2f}"
    )


def side_by_side() -> None:
    heads = ("system", "method", "verdict", "|A|", "rounds", "queries", "states", "seconds")
    print("{:>18} {:>15} {:>9} {:>6} {:>7} {:>9} {:>9} {:>8}".format(*heads))
    for case in SYSTEMS:
        for method in ("agar", "lstar"):
            print(row(case[0], f"{method} (plain)", run(case, method, **PLAIN)), flush=True)
            print(row(case[0], method, run(case, method)), flush=True)


def kept_or_rebuilt() -> None:
    print(f"\n{'system':>18} {'|M2|':>8} {'splits':>7} {'kept s':>8} {'rebuilt s':>9} {'ratio':>6}")
    for case in (lanes(60, 200), lanes(200, 100), lanes(200, 400)):
        kept = run(case, "agar", **PLAIN)
        rebuilt = run(case, "agar", **PLAIN, incremental=False)
        assert kept.stats.iterations == rebuilt.stats.iterations > 50
        size = next(c.lts.states for c in case[0].processes if c.name == "SENDER")
        ratio = rebuilt.stats.seconds / kept.stats.seconds
        print(
            f"{case[0].name:>18} {size:>8,} {kept.stats.iterations - 1:>7} {kept.stats.seconds:>8.2f} "
            f"{rebuilt.stats.seconds:>9.2f} {ratio:>6.1f}",
            flush=True,
        )


def strategies() -> None:
    print(f"\n{'system':>18} {'counterexamples':>16} {'|A|':>6} {'rounds':>7} {'states':>9} {'seconds':>8}")
    for case in (clients_first(7), lanes(60, 5), pipeline(6)):
        for name, options in (
            ("first", {"counterexample": "first"}),
            ("first, 8", {"counterexample": "first", "counterexamples": 8}),
            ("shortest", {"counterexample": "shortest"}),
            ("shortest, 8", {"counterexample": "shortest", "counterexamples": 8}),
            ("shortest, 64", {"counterexample": "shortest", "counterexamples": 64}),
        ):
            verdict = run(case, "agar", **PLAIN, **options)
            stats = verdict.stats
            size = max(r.assumption_states for r in stats.rounds)
            print(
                f"{case[0].name:>18} {name:>16} {size:>6} {stats.iterations:>7} {stats.states_explored:>9,} "
                f"{stats.seconds:>8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    side_by_side()
    kept_or_rebuilt()
    strategies()
