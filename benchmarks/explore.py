"""Exploring the same product with quidpro and with SPIN's compiled verifier, on one core, in one run.

    python benchmarks/explore.py [PHILOSOPHERS ...]

The model is the dining philosophers with a sit-down and an arise step: 7 local states a philosopher, 3 a fork.
SPIN (``apt-get install spin``, and a C compiler) runs a Promela model with the same states and transitions, compiled
with ``-O2 -DSAFETY -DNOREDUCE``; the state counts of both must agree. Figures are ratios of states per second. Bytes a
state are the growth of the resident memory of a fresh process during the search, divided by the states it found.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STEPS = ("sit", "right.get", "left.get", "eat", "left.put", "right.put", "arise")


def philosophers(count: int) -> list:
    """The components: philosophers, then forks."""
    from quidpro.lts import LTS

    people = [
        LTS.of([(s, f"{i}.{step}", (s + 1) % len(STEPS)) for s, step in enumerate(STEPS)], initial=0)
        for i in range(count)
    ]
    forks = []
    for i in range(count):
        right, left = f"{i}.right", f"{(i - 1) % count}.left"
        triples = [
            (0, f"{right}.get", 1),
            (1, f"{right}.put", 0),
            (0, f"{left}.get", 2),
            (2, f"{left}.put", 0),
        ]
        forks.append(LTS.of(triples, initial=0))
    return [*people, *forks]


def promela(count: int) -> str:
    """The same system for SPIN; every step is indivisible."""
    lines = [f"byte fork[{count}];"]
    for i in range(count):
        right, left = i, (i + 1) % count
        lines += [
            f"active proctype p{i}() {{",
            "again: atomic { true -> skip };",
            f"  d_step {{ fork[{right}] == 0 -> fork[{right}] = 1 }};",
            f"  d_step {{ fork[{left}] == 0 -> fork[{left}] = 2 }};",
            "  d_step { true -> skip };",
            f"  d_step {{ fork[{left}] = 0 }};",
            f"  d_step {{ fork[{right}] = 0 }};",
            "  d_step { true -> skip };",
            "  goto again }",
        ]
    return "\n".join(lines)


def spin(count: int, states: int) -> tuple[int, float] | None:
    """States and seconds of SPIN's verifier, its hash table sized for the states; None where SPIN is not installed."""
    if not shutil.which("spin") or not shutil.which("gcc"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "model.pml").write_text(promela(count))
        quiet = {"cwd": folder, "check": True, "capture_output": True, "text": True}
        subprocess.run(["spin", "-a", "model.pml"], **quiet)
        subprocess.run(["gcc", "-O2", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"], **quiet)
        started = time.perf_counter()
        text = subprocess.run(["./pan", "-E", f"-m{states + 1000}", f"-w{states.bit_length() + 2}"], **quiet).stdout
        seconds = time.perf_counter() - started
    stored = int(float(re.search(r"([\d.e+]+) states, stored", text)[1]))
    elapsed = re.search(r"elapsed time ([\d.]+)", text)
    return stored, float(elapsed[1]) if elapsed else seconds


def explore(count: int) -> tuple[int, int, float, float]:
    """States, transitions, seconds and bytes a state of quidpro's search for errors and deadlocks that ignores them."""
    from quidpro.core.budget import Budget, peak_megabytes
    from quidpro.core.events import ignore
    from quidpro.lts.explore import Exploration
    from quidpro.lts.product import Product

    Exploration(Product(philosophers(2))).run(Budget(), ignore, errors=True)
    product = Product(philosophers(count))
    before = peak_megabytes()
    started = time.perf_counter()
    found = Exploration(product)
    found.run(Budget(), ignore, errors=True)
    seconds = time.perf_counter() - started
    grown = (peak_megabytes() - before) * (1 << 20)
    return found.states, found.transitions, seconds, grown / found.states


def explore_apart(count: int) -> tuple[int, int, float, float]:
    """The same in a fresh process, so that memory is its own."""
    imports = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import explore"
    script = f"{imports}; print(*explore.explore({count}))"
    out = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    return int(out[0]), int(out[1]), float(out[2]), float(out[3])


def main(counts: list[int]) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    heads = ("philosophers", "states", "transitions", "quidpro M/s", "SPIN M/s", "ratio", "bytes/state")
    print("{:>12} {:>12} {:>12} {:>12} {:>9} {:>6} {:>12}".format(*heads))
    for count in counts:
        states, transitions, seconds, size = explore_apart(count)
        peer = spin(count, states) if count <= 8 else None
        row = f"{count:>12} {states:>12,} {transitions:>12,} {states / seconds / 1e6:>12.2f}"
        if peer is None:
            row += f" {'-':>9} {'-':>6}"
        else:
            assert peer[0] == states, f"SPIN found {peer[0]} states, quidpro {states}"
            row += f" {states / peer[1] / 1e6:>9.2f} {peer[1] / seconds:>6.1f}"
        print(f"{row} {size:>12.1f}", flush=True)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [7, 8, 9])
