"""Strong simulation and the rule ASYM-N on the probabilistic client-server models, in one run on one core.

    python benchmarks/simulation.py [--smt-limit 120]

First: CS_N(4) and CS_N(5) ⪯ P by the fixed point and as one SMT problem by z3. The figure is the ratio of CPU seconds,
at least 50; where z3 does not finish within its limit, the ratio is a lower bound. The kernels are loaded before the
clock starts. Then: the rows of pAGAR's Table 1 for these models, and CS_N(5), by ASYM-N and monolithically, each at
most 120 s; `quidpro bench pagar` has all rows. Exits with 1 when something is not reached.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.lpts_models import client_server
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.probabilistic.refined.asym import asym
from quidpro.engines.probabilistic.shared.smt import smt_simulation
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import simulation

MIN_RATIO = 50
MAX_SECONDS = 120
ROWS = {"CS_1": [(5, 1), (6, 1), (7, 1)], "CS_N": [(2, 2), (3, 3), (4, 4), (5, 5)]}


def timed(work: Callable[[], object]) -> tuple[float, object]:
    started = time.process_time()
    found = work()
    return time.process_time() - started, found


def against_smt(clients: int, limit: float) -> bool:
    components, specification = client_server(clients, clients)
    whole = composition(components)
    goal = completed(specification, whole.alphabet)
    assert simulation(whole, goal).holds
    ours, _ = timed(lambda: simulation(whole, goal))
    theirs, finished = timed(lambda: by_smt(whole, goal, limit))
    ratio = theirs / ours
    bound = "" if finished else " at least (z3 was stopped)"
    print(f"CS_N({clients})  fixed point {ours:.3f} s  z3 {theirs:.1f} s  ratio {ratio:.0f}{bound}", flush=True)
    return ratio >= MIN_RATIO


def by_smt(whole, goal, limit: float) -> bool:
    try:
        assert smt_simulation(whole, goal, Budget(seconds=limit)).holds
    except BudgetExceeded:
        return False
    return True


def row(name: str, clients: int, failing: int) -> bool:
    components, specification = client_server(clients, failing)
    spent, outcome = timed(lambda: asym(components, specification))
    alone, whole = timed(lambda: monolithic(components, specification))
    sizes = "/".join(str(assumption.states) for assumption in outcome.assumptions)
    print(
        f"{name}({clients})  |L| {whole.states}  |P| {specification.states}  ASYM-N {spent:.1f} s"
        f"  rounds {outcome.refinements}  |A| {sizes}  |L_M| {outcome.largest}  monolithic {alone:.2f} s",
        flush=True,
    )
    return bool(outcome.holds) and spent <= MAX_SECONDS


def monolithic(components, specification):
    whole = composition(components)
    assert simulation(whole, completed(specification, whole.alphabet)).holds
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smt-limit", type=float, default=120.0)
    limit = parser.parse_args().smt_limit
    reached = [against_smt(clients, limit) for clients in (4, 5)]
    reached += [row(name, *sizes) for name, rows in ROWS.items() for sizes in rows]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
