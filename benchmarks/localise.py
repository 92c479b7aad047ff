"""By parts against the whole on SMV models that grow, in one run: each with and without layers.

    python benchmarks/localise.py [SECONDS]

The models are those of ``quidpro bench parts``. ``symbolic`` begins with what the property needs of M1, or with all of
M1; ``monolithic`` with what it needs of the whole, or with the whole. In ``ways`` and ``noc`` a proof needs what both
sides remember; in ``link`` and ``timers`` the property does not depend on most of the data, but the weakest assumption
of all of M1 does. Figures are CPU seconds of ``check`` within SECONDS (30 by default), certificate and start-up
included, and the states of the assumption; a dash stands for no answer, or for not asked after a smaller one had none.
Ways that do not agree are an error.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from itertools import groupby
from json import loads

from quidpro.benchmarks.cases import find_models
from quidpro.benchmarks.published import parts_rows
from quidpro.benchmarks.rows import Row

BY_PARTS = ("--method", "symbolic", "--orientation", "given")
METHODS = {
    "what it needs of M1": BY_PARTS,
    "all of M1": (*BY_PARTS, "--no-localise"),
    "what it needs of the whole": ("--method", "monolithic"),
    "the whole": ("--method", "monolithic", "--no-localise"),
}


def main(seconds: float) -> None:
    """Print the table."""
    print(f"| model | {' | '.join(f'{name}: s, states' if 'M1' in name else f'{name}: s' for name in METHODS)} |")
    print("|---|---|---|---|---|")
    for _, rows in groupby(parts_rows(find_models(None)), key=lambda row: row.case):
        given_up: set[str] = set()
        for row in rows:
            cells = [_cell(row, name, seconds, given_up) for name in METHODS]
            print(f"| {row.title} | {' | '.join(cells)} |", flush=True)


def _cell(row: Row, name: str, seconds: float, given_up: set[str]) -> str:
    if name in given_up:
        return "–"
    split = ("--split", row.question.split or "") if METHODS[name][1] == "symbolic" else ()
    spent, outcome, states = run((row.question.file, *METHODS[name], *split), seconds)
    if outcome == "unknown":
        given_up.add(name)
        return "–"
    assert outcome == row.expected, (row.title, name, outcome)
    return f"{spent:.2f}" + (f", {states}" if states else "")


def run(arguments: tuple[str, ...], seconds: float) -> tuple[float, str, int]:
    """CPU seconds of the command, the outcome, and the states of the assumption."""
    command = [sys.executable, "-m", "quidpro", "check", *arguments, "--timeout", str(seconds), "--format", "json"]
    before = _children_seconds()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = loads(done.stdout)
    return _children_seconds() - before, found["verdict"], sum(one["states"] for one in found["assumptions"])


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0)
