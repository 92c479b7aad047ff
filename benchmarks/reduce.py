"""Reducing big LTSs, measured against exploring the same product in the same run.

    python benchmarks/reduce.py [PHILOSOPHERS]

The product of the dining philosophers, 7 by default (``explore.py`` has the components), is explored, built,
and reduced modulo branching bisimulation with various actions hidden. The aim is at most twenty times the
exploration. The second table is the condition checker of the K9 rover, 3,300 states, modulo weak bisimulation:
under a second. Its model is the file ``k9rover.lts`` beside LTSA's figures, or the path in the environment variable
``ROVER``; without it that table is left out.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from explore import philosophers

import quidpro.core.small
from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.core.source import Source
from quidpro.lts import LTS
from quidpro.lts.explore import Exploration
from quidpro.lts.ops import expose
from quidpro.lts.product import Product, compose
from quidpro.lts.reduce import Equivalence, reduce

T = TypeVar("T")

ROVER = Path(os.environ.get("ROVER", Path(__file__).parents[2] / "shared/oracle/fsp/k9rover.lts"))
WARM = LTS.of([(0, "a", 1), (1, "tau", 0), (1, "b", 2), (2, "tau", "ERROR")])


def timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    result = work()
    return result, time.perf_counter() - started


def explore_only(components: list[LTS]) -> None:
    Exploration(Product(components)).run(Budget(), ignore, errors=True)


def visible_choices(lts: LTS) -> list[tuple[str, list[str]]]:
    """What to leave visible, from everything to nothing but one philosopher's meals."""
    return [
        ("all", list(lts.alphabet)),
        ("sit, eat, arise", [a for a in lts.alphabet if a.split(".")[1] in ("sit", "eat", "arise")]),
        ("get, put", [a for a in lts.alphabet if a.endswith((".get", ".put"))]),
        ("eat", [a for a in lts.alphabet if a.endswith(".eat")]),
        ("philosopher 0", [a for a in lts.alphabet if a.startswith("0.")]),
        ("0.eat", ["0.eat"]),
    ]


def philosophers_table(count: int) -> None:
    components = philosophers(count)
    explore_only(philosophers(2))
    compose(philosophers(2))
    _, exploring = timed(lambda: explore_only(components))
    lts, building = timed(lambda: compose(components))
    print(f"{count} philosophers: {lts.states:,} states, {lts.transitions:,} transitions")
    print(f"explored in {exploring:.3f} s, built in {building:.3f} s\n")
    print(f"{'visible':18}{'modulo':12}{'states':>12}{'seconds':>10}{'x exploring':>13}")
    for name, visible in visible_choices(lts):
        shown = expose(lts, visible)
        equivalences: list[Equivalence] = ["strong", "branching"] if name == "all" else ["branching"]
        for equivalence in equivalences:
            small, seconds = timed(lambda shown=shown, by=equivalence: reduce(shown, by))
            ratio = seconds / exploring
            print(f"{name:18}{equivalence:12}{small.states:12,}{seconds:10.3f}{ratio:13.1f}")


def rover_table() -> None:
    from quidpro.frontend.fsp.model import load_fsp

    model = load_fsp(Source(ROVER.name, ROVER.read_text(encoding="utf-8", errors="replace")), ROVER.parent)
    lts = model.lts("ExecCondChecker_NoAbstractions", Budget())
    print(f"\nExecCondChecker_NoAbstractions: {lts.states:,} states, {lts.transitions:,} transitions")
    print(f"{'modulo':12}{'states':>12}{'seconds':>10}")
    for equivalence in ("strong", "branching", "weak", "trace"):
        small, seconds = timed(lambda by=equivalence: reduce(lts, by))
        print(f"{equivalence:12}{small.states:12,}{seconds:10.3f}")


def main() -> None:
    quidpro.core.small.KERNEL_SIZE = 0  # it is the kernels that are measured, and warmed up
    for equivalence in ("strong", "branching", "weak", "trace"):
        reduce(WARM, equivalence)
    philosophers_table(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
    if ROVER.is_file():
        rover_table()


if __name__ == "__main__":
    main()
