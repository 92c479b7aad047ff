"""Circular reasoning on client-server, beside learning and the published figures (ACR, Table 8.1).

    python benchmarks/circular.py [CLIENTS ...]

M1 = the clients, M2 = the server. `circular` over the whole interface with each encoding, without reduction and
candidates as in the thesis, then with a refined alphabet; `lstar` as plainly, with both learners. A premise's size is
the most states that a check of it visited. The second table has a group for each component: assumptions synthesised
over the refined alphabet, the same one-hot and without symmetry, as it was before, over whole alphabets, and the
default, which tries the property as an assumption first. The published times are of another machine. A run ends after
two minutes.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.client_server import client_server, split
from quidpro import compose
from quidpro.core.budget import Budget
from quidpro.lts import System
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.split import Groups
from tests.asking import Problem, solve

PLAIN = {"reduce": False, "candidates": False, "orientation": "given", "alphabet": "full", "until": "smallest"}
REFINED = {**PLAIN, "alphabet": "refine"}
ROWS: list[tuple[str, str, dict[str, object]]] = [
    ("circular, both", "circular", PLAIN),
    ("circular, one-hot", "circular", {**PLAIN, "encoding": "onehot"}),
    ("circular, binary", "circular", {**PLAIN, "encoding": "binary"}),
    ("circular, refine", "circular", REFINED),
    ("lstar, L*", "lstar", {**PLAIN, "learner": "lstar"}),
    ("lstar, kv", "lstar", {**PLAIN, "learner": "kv"}),
]
CHAIN = [6, 10, 15, 20]
FULL = 10
"""Up to so many clients have a group each over their whole alphabets."""
SECONDS = 120.0


@dataclass(frozen=True)
class Published:
    """A row of Table 8.1: states of the assumptions and of the premises, seconds."""

    acr: tuple[str, str, str]
    lstar: tuple[str, str, str]


PUBLISHED = {
    6: Published(("7 + 2", "256 16 10", "11"), ("256", "256 2505", "8")),
    7: Published(("8 + 2", "576 17 10", "33"), ("576", "576 6455", "33")),
    8: Published(("9 + 2", "1280 17 9", "53"), ("1280", "1280 16199", "138")),
    9: Published(("10 + 2", "2816 23 14", "249.8"), ("2816", "2816 39769", "725")),
}


def run(system: System, groups: Groups, method: str, options: dict[str, object]) -> ExplicitVerdict:
    """One verification within the time limit."""
    problem = Problem(system, "safety", "MUTEX", split=groups, options=options)
    return solve(problem, method, Budget(seconds=SECONDS))


def line(*cells: object) -> None:
    name, sizes, premises, *numbers = cells
    print(f"{name:>18} {sizes:>10} {premises:>18}", *(f"{cell:>9}" for cell in numbers), flush=True)


def sizes_of(verdict: ExplicitVerdict) -> str:
    """The states of each assumption, or how many there are at least where time ran out."""
    if verdict.outcome != "holds":
        return f">= {max((done.assumption_states for done in verdict.stats.rounds), default=0)}"
    found = [a.lts.states for a in verdict.assumptions]
    return " + ".join(map(str, found)) if len(found) < 4 else f"{sum(found)} in all"


def premises_of(verdict: ExplicitVerdict) -> str:
    """The largest check of each premise."""
    most: dict[int, int] = {}
    for done in verdict.stats.rounds:
        most[done.premise] = max(most.get(done.premise, 0), done.states)
    ordered = [states for _, states in sorted(most.items())]
    return " ".join(map(str, ordered)) if len(ordered) < 4 else f"at most {max(ordered)}"


def report(name: str, verdict: ExplicitVerdict) -> None:
    stats = verdict.stats
    solver = f"{stats.sat_seconds:.2f}" if verdict.method == "circular" else "-"
    checking = f"{stats.seconds - stats.sat_seconds:.2f}" if verdict.method == "circular" else "-"
    outcome = "certified" if verdict.certified else verdict.outcome
    line(
        name,
        sizes_of(verdict),
        premises_of(verdict),
        stats.iterations,
        solver,
        checking,
        f"{stats.seconds:.2f}",
        outcome,
    )


def heading(title: str) -> None:
    print(f"\n{title}")
    line("", "states", "premises", "rounds", "SAT s", "check s", "seconds", "")


def two_groups(clients: int) -> None:
    system = client_server(clients)
    groups = split(system)
    *members, server = (c.lts for c in system.processes)
    heading(f"{clients} clients: |M1| = {compose(*members).states}, |M2| = {server.states}")
    for name, method, options in ROWS:
        report(name, run(system, groups, method, options))
    if clients in PUBLISHED:
        for name, (sizes, premises, seconds) in (("ACR", PUBLISHED[clients].acr), ("L*", PUBLISHED[clients].lstar)):
            line(f"published, {name}", sizes, premises, "-", "-", "-", seconds, "")


def every_component(clients: int) -> None:
    system = client_server(clients)
    groups = tuple((c.name,) for c in system.processes)
    heading(f"{clients} clients, {len(groups)} groups")
    report("refined", run(system, groups, "circular", REFINED))
    report("no symmetry", run(system, groups, "circular", {**REFINED, "symmetry": False, "encoding": "onehot"}))
    if clients <= FULL:
        report("whole alphabets", run(system, groups, "circular", PLAIN))
    report("default", run(system, groups, "circular", {}))


def main(sizes: list[int]) -> None:
    run(client_server(2), split(client_server(2)), "circular", {})
    for clients in sizes or sorted(PUBLISHED):
        two_groups(clients)
    for clients in sizes or CHAIN:
        every_component(clients)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]])
