"""How the bounds on the weakest assumption close in with time, on the case studies.

    python benchmarks/assumption.py [--length N] [SECONDS ...]

For each part and each limit in seconds: how many states the two bounds have, and how many words of up to so many
actions they allow. The weakest assumption allows all words of the lower bound and none but those of the upper one, so
the share of the words of the upper bound that are in the lower one too says how close they are. The limits are of wall
clock, after the kernels are compiled; each is a run of its own.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np

import quidpro
from quidpro.engines.explicit.assumption import Assumed
from quidpro.learning.dfa import SINK, Dfa

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


class Case(NamedTuple):
    """A part of an example, the constant that scales it, and what else must be said."""

    file: str
    component: str
    size: int
    constant: str = "K"
    goal: str | None = None
    system: str | None = None

    @property
    def name(self) -> str:
        """How it is called in the table."""
        return f"{Path(self.file).stem} {self.size}, {self.component}"

    def ask(self, seconds: float | None) -> Assumed:
        """What is known of its weakest assumption after so many seconds."""
        asked = {"property": self.goal, "system": self.system, "constants": {self.constant: self.size}}
        return quidpro.assumption(EXAMPLES / self.file, self.component, timeout=seconds, **asked)  # type: ignore[arg-type]


GAS_STATION = "gas_station/gas_station.lts"
CHIRON = "chiron/chiron.lts"
CASES = [
    *(Case(GAS_STATION, "FRONT", size) for size in (3, 4, 5, 6)),
    *(Case(GAS_STATION, "BACK", size) for size in (3, 6)),
    Case(CHIRON, "FRONT", 5, system="PROPERTY_2"),
    Case(CHIRON, "HANDLERS", 5, system="PROPERTY_2"),
    Case("mer/mer_two.lts", "FIELD", 4),
    Case("mer/mer_two.lts", "FIELD", 5),
    Case("mer/mer_five.lts", "OTHERS", 3),
    Case("mer/mer_five.lts", "OTHERS", 4),
    Case("client_server/client_server.lts", "CLIENTS", 8, "N", "MUTEX"),
    Case("client_server/client_server.lts", "CLIENTS", 12, "N", "MUTEX"),
]


def words(dfa: Dfa, length: int) -> float:
    """How many words of at most this length an automaton accepts."""
    if not dfa.states:
        return 0.0
    source, letter = np.nonzero(dfa.next != SINK)
    target = dfa.next[source, letter]
    here = np.zeros(dfa.states)
    here[0] = total = 1.0
    for _ in range(length):
        here = np.bincount(target, weights=here[source], minlength=dfa.states)
        total += here.sum()
    return float(total)


def row(case: Case, seconds: float, length: int) -> str:
    """One line of the table."""
    found = case.ask(seconds)
    lower, upper = found.known.lower, found.known.upper
    counts = words(lower, length), words(upper, length)
    share = "exact" if found.exact else f"{counts[0] / counts[1]:.1%}"
    sizes = f"{lower.states:>8,} {upper.states:>8,} {counts[0]:>10.2e} {counts[1]:>10.2e}"
    return f"{case.name:<28} {seconds:>6g} {sizes} {share:>8}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("seconds", nargs="*", type=float, default=[1.0, 5.0, 20.0])
    parser.add_argument("--length", type=int, default=6)
    asked = parser.parse_args()
    CASES[0].ask(None)
    head = f"{'lower':>8} {'upper':>8} {'words of L':>10} {'words of U':>10} {'L of U':>8}"
    print(f"{'part':<28} {'limit':>6} {head}")
    for case in CASES:
        for seconds in asked.seconds:
            print(row(case, seconds, asked.length), flush=True)


if __name__ == "__main__":
    main()
