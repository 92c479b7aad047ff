"""Learning the assumption of client-server, M1 = the clients: quidpro's learners and AALpy's L* with the same teacher.

    python benchmarks/learning.py [CLIENTS ...]

No candidates, no reduction, the whole interface: the plain algorithm. The assumption has (n + 2) · 2^(n - 1) states.
AALpy's L* runs up to 7 clients; the last column is its time over that of each learner, in the same run.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.client_server import client_server, split
from quidpro.core.budget import Budget
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from tests.aalpy_learner import AalpyLearner
from tests.asking import Problem, solve

PEER = "aalpy-lstar"
LEARNERS = {"kv": "kv", "lstar": "lstar", PEER: AalpyLearner}
MAX_FOR_PEER = 7


def run(clients: int, learner: object, **options: object) -> ExplicitVerdict:
    """One verification of n clients."""
    system = client_server(clients)
    plain = {"reduce": False, "candidates": False, "orientation": "given", "alphabet": "full", "learner": learner}
    problem = Problem(system, "safety", "MUTEX", split=split(system), options={**plain, **options})
    return solve(problem, "lstar", Budget())


def main(sizes: list[int]) -> None:
    run(3, "kv")
    print(
        f"{'clients':>7} {'learner':>12} {'|A|':>6} {'conjectures':>11} {'queries':>10} {'seconds':>8} {'speed-up':>8}"
    )
    for clients in sizes:
        verdicts = {
            name: run(clients, learner) for name, learner in LEARNERS.items() if name != PEER or clients <= MAX_FOR_PEER
        }
        slowest = verdicts[PEER].stats.seconds if PEER in verdicts else None
        for name, verdict in verdicts.items():
            stats, size = verdict.stats, verdict.assumptions[0].lts.states
            assert verdict.certified
            assert size == (clients + 2) * 2 ** (clients - 1)
            ratio = f"{slowest / stats.seconds:>8.1f}" if slowest else f"{'-':>8}"
            print(
                f"{clients:>7} {name:>12} {size:>6} {stats.iterations:>11} {stats.queries or '-':>10} "
                f"{stats.seconds:>8.2f} {ratio}",
                flush=True,
            )
        easy = run(clients, "kv", reduce=True, candidates=True, orientation="both")
        print(f"{clients:>7} {'candidates':>12} {easy.assumptions[0].lts.states:>6} {easy.stats.iterations:>11} "
              f"{easy.stats.queries:>10,} {easy.stats.seconds:>8.2f} {'':>8}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [6, 7, 8, 9])
