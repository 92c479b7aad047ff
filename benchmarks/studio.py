"""The budgets of the studio's server, measured: ready, diagnostics, charts, many clients, nothing left behind.

    python benchmarks/studio.py [--repeat N]

Each line says what was asked, what was measured and the budget; the exit code is 1 if one was not kept.
``studio_keys.py`` measures the page.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

from quidpro.report.chart.svg import to_svg
from quidpro.verdict.chart import Branch, Chart, ChartStep, Lane, Move, Position

CLIENTS = 20
LINES = 10_000
LANES, STEPS = 30, 200
SLOW = """
const N = 16
CELL(I=0) = C[0], C[v:0..9] = (step[I][v] -> C[(v*7+3)%10] | swap[I] -> C[(v+1)%10] | when (v == 9) over -> C[9]).
property NEVER = STOP + {over}.
||S = (forall [i:0..N-1] CELL(i) || NEVER).
"""


@contextmanager
def studio(root: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A studio that has just been started, and a client for it."""
    command = [sys.executable, "-m", "quidpro", "studio", "--no-browser", "--root", root]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment(root)) as process:
        assert process.stdout is not None
        address, token = process.stdout.readline().split()[-1].split("/#t=")
        try:
            with httpx.Client(base_url=address, headers={"X-Quidpro-Token": token}, timeout=60) as client:
                yield process, client
        finally:
            process.kill()


def _environment(root: str) -> dict[str, str]:
    """With compiled modules, as an installed package has them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": os.path.join(root, ".compiled")}


def ready(root: str) -> float:
    """Seconds from the command to the first page."""
    began = time.monotonic()
    with studio(root) as (_, client):
        assert client.get("/").status_code == 200
        return time.monotonic() - began


def long_text(faults: int) -> str:
    """A model of 10,000 lines, with a mistake in some of its processes."""
    lines = []
    for number in range(LINES // 5):
        wrong = "=>" if number < faults else "->"
        lines += [
            f"// process {number}",
            f"P{number} = (a[{number}] {wrong} b -> Q),",
            f"Q = (c.{number} -> P{number}",
            f"    | d[i:0..2] -> P{number}).",
            "",
        ]
    return "\n".join([*lines, "||S = (P1 || P2).", ""])


def diagnose(client: httpx.Client, text: str) -> float:
    """Seconds for all problems of a text."""
    began = time.monotonic()
    answer = client.post("/api/model", json={"name": "long.lts", "text": text})
    assert answer.status_code == 200, answer.text
    return time.monotonic() - began


def chart() -> Chart:
    """A run of 200 steps of 30 components, without repetitions."""
    states = [[0] * LANES]
    for step in range(STEPS):
        states.append([v + (lane in (step % LANES, step * 7 % LANES)) for lane, v in enumerate(states[-1])])
    return Chart(
        "P in S",
        tuple(Lane(f"c.{i}", process="CLIENT") for i in range(LANES)),
        (),
        tuple(Position(tuple(f"STATE.{v}" for v in row), tuple(row)) for row in states),
        tuple(ChartStep(k, f"c.{k % LANES}.step.{k}", _moves(k), (Branch(k + 1),)) for k in range(STEPS)),
    )


def _moves(step: int) -> tuple[Move, ...]:
    return tuple(Move(lane, 0) for lane in sorted({step % LANES, step * 7 % LANES}))


def ask(client: httpx.Client) -> float:
    """Seconds until a job has an answer or a place in the queue."""
    began = time.monotonic()
    answer = client.post("/api/jobs", json={"kind": "check", "name": "m.lts", "text": SLOW})
    assert "place" in answer.json(), answer.text
    return time.monotonic() - began


def crowd(root: str) -> float:
    """The longest that one of many clients waits."""
    with studio(root) as (_, client), ThreadPoolExecutor(CLIENTS) as pool:
        return max(pool.map(lambda _: ask(client), range(CLIENTS)))


def left_behind(root: str, end: Callable[[subprocess.Popen[str]], Any]) -> int:
    """How many processes live on when a server with jobs has ended."""
    with studio(root) as (process, client):
        ask(client), ask(client)
        time.sleep(3)
        below = psutil.Process(process.pid).children(recursive=True)
        end(process)
        process.wait()
        time.sleep(1)
        return sum(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in below)


def timed(work: Callable[[], Any]) -> float:
    """Seconds that something takes."""
    began = time.monotonic()
    work()
    return time.monotonic() - began


def report(what: str, found: float, budget: float, unit: str = "s") -> bool:
    """A line for one budget; whether it was kept."""
    kept = found <= budget
    print(f"{what:<58} {found:8.3f} {unit:<9} budget {budget:g}{'' if kept else '   NOT KEPT'}", flush=True)
    return kept


def measured(root: str, repeat: int) -> Iterator[bool]:
    """Each budget."""
    ready(root)
    yield report("ready, median", statistics.median(ready(root) for _ in range(repeat)), 1.5)
    with studio(root) as (_, client):
        diagnose(client, "P = (a -> P).\n")
        for faults in (0, 5):
            text = long_text(faults)
            seconds = statistics.median(diagnose(client, text) for _ in range(repeat))
            yield report(f"diagnostics of {LINES:,} lines with {faults} mistakes, median", seconds, 2.0)
    picture = chart()
    to_svg(picture)
    yield report(
        f"chart of {LANES} lanes and {STEPS} steps, median",
        statistics.median(timed(lambda: to_svg(picture)) for _ in range(repeat)),
        0.5,
    )
    yield report("its size", len(to_svg(picture)) / 1e6, 1.0, "MB")
    yield report(f"{CLIENTS} clients at once, the longest wait for a place", crowd(root), 1.0)
    yield report("left behind by SIGTERM", left_behind(root, lambda p: p.send_signal(signal.SIGTERM)), 0, "processes")
    yield report("left behind by SIGKILL", left_behind(root, lambda p: p.kill()), 0, "processes")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        return 0 if all(list(measured(str(Path(root)), parser.parse_args().repeat))) else 1


if __name__ == "__main__":
    sys.exit(main())
