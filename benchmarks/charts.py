"""How long it takes to draw counterexamples and rounds, and how large the files are.

    python benchmarks/charts.py

The budget is that of 30 lanes and 200 steps without repetitions: 500 ms and 1 MB, as SVG and as a page; of CPU time
150 ms for a conjecture of 40 states and 100 arrows around the one before it, and 3 s for the pictures of 30 rounds.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.events import Event
from quidpro.report.automata.automaton import Automaton, Edge, State
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.chart.write import chart_suffixes, chart_text
from quidpro.report.watch import Watcher
from quidpro.run.registry import world_named
from quidpro.verdict.chart import Branch, Chart, ChartStep, Position, Row
from quidpro.verdict.rounds import Round
from tests.unit.chart_samples import bushy, large, ring

REPEATS = 5
MOST_SECONDS, MOST_BYTES = 0.5, 1_000_000
MOST_PICTURE, MOST_ROUNDS = 0.15, 3.0
SERVERS = Path(__file__).resolve().parents[1] / "examples" / "prism" / "client_server"


def wave(rows: int, states: int) -> Chart:
    """Variables that change now and then."""
    positions = tuple(Position(values=tuple(str((i * k) // 7 % 5) for k in range(rows))) for i in range(states))
    steps = tuple(ChartStep(i, "", (), (Branch(i + 1),)) for i in range(states - 1))
    return Chart(
        "p in m", (), tuple(Row(f"v{k}", "state", k // 10) for k in range(rows)), positions, steps, end="error"
    )


CHARTS = {
    "4 lanes, 20 steps": large(4, 20),
    "20 lanes, 60 steps": large(20, 60),
    "30 lanes, 200 steps": large(30, 200),
    "18 lanes, 60 laps": ring(60, 18),
    "30 lanes, 2,000 steps": large(30, 2000),
    "60 variables, 200 states": wave(60, 200),
    "a tree of 8,191 nodes": bushy(12),
}


def seconds(chart: Chart, suffix: str) -> tuple[float, int]:
    """The shortest of some runs, and the size."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        text = chart_text(chart, suffix)
        times.append(time.perf_counter() - began)
    return min(times), len(text.encode())


def conjecture(states: int, arrows: int) -> Automaton:
    """States that grow out of earlier ones, and arrows between any of them."""
    pick = random.Random(7)
    edges = [Edge(pick.randrange(max(0, i - 6), i), i, f"act.{i % 9}", i - 1) for i in range(1, states)]
    edges += [Edge(*(pick.randrange(states) for _ in range(2)), f"act.{i % 9}", i) for i in range(len(edges), arrows)]
    return Automaton("A", tuple(State(i, str(i)) for i in range(states)), tuple(edges))


def cpu_seconds(work: Callable[[], object]) -> float:
    """Of this process and those that it started."""
    before = os.times()
    work()
    return sum(os.times()[:4]) - sum(before[:4])


def picture_seconds(states: int, arrows: int) -> float:
    """To draw a conjecture around the one before it, which had a state less."""
    before = automaton_svg(conjecture(states - 1, arrows - 3), Budget())
    grown = conjecture(states, arrows)
    times = [cpu_seconds(lambda: automaton_svg(grown, Budget(), places=before.places)) for _ in range(REPEATS)]
    return sorted(times)[REPEATS // 2]


def rounds_seconds() -> tuple[int, float]:
    """The rounds of a probabilistic client-server system, and how long it takes to draw all of them."""
    heard: list[Round] = []

    def listen(event: Event) -> None:
        if isinstance(event, Round) and event.evidence is not None:
            heard.append(event)

    model, spec = SERVERS / "cs_2_2.prism", SERVERS / "cs_2_2_spec.prism"
    quidpro.check(model, spec=spec, method="agar", as_published=True, events=listen)
    watcher = Watcher(world_named("probabilistic").renderer, Budget())
    return len(heard), cpu_seconds(lambda: [watcher.view(event, "") for event in heard])


def show_rounds() -> None:
    print(f"\n{'round':>26} {'CPU ms':>8}")
    for states, arrows in ((10, 25), (20, 50), (40, 100), (60, 150)):
        taken = picture_seconds(states, arrows)
        mark = "  over the budget" if states == 40 and taken > MOST_PICTURE else ""
        print(f"{f'{states} states, {arrows} arrows':>26} {1000 * taken:>8.0f}{mark}", flush=True)
    count, taken = rounds_seconds()
    print(f"{f'{count} rounds of pAGAR':>26} {1000 * taken:>8.0f}{'  over the budget' * (taken > MOST_ROUNDS)}")


def main() -> None:
    print(f"{'chart':>26} {'format':>6} {'ms':>8} {'kB':>8}")
    for name, chart in CHARTS.items():
        for suffix in chart_suffixes(chart.kind):
            taken, size = seconds(chart, suffix)
            over = taken > MOST_SECONDS or size > MOST_BYTES
            mark = "  over the budget" if over and name == "30 lanes, 200 steps" else ""
            print(f"{name:>26} {suffix:>6} {1000 * taken:>8.1f} {size / 1000:>8.1f}{mark}", flush=True)
    show_rounds()


if __name__ == "__main__":
    main()
