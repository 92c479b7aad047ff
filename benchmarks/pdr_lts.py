"""Systems of LTSs by ``pdr``, beside the two other methods that look at the whole, in one run and on one core.

    python benchmarks/pdr_lts.py [SECONDS]

Freedom of deadlock of families of loosely coupled components, and safety of some others: by ``pdr``, by ``saturation``
and by ``monolithic``, each answer checked. Figures are CPU seconds after the model has been read; a dash stands for
more than SECONDS (10 by default). Methods that do not agree are an error. ``town`` is a torus: every component is near
to few others, and no order of the components keeps all that are near together, which is what decision diagrams need.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import tempfile
from pathlib import Path

import quidpro

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
TOWN = """
const N = 3
range Block = 0..N-1

// Everybody visits the shop at home, the one to the south and the one to the east; a shop serves one at a time.
VISITOR = (leave -> home.enter -> home.exit -> south.enter -> south.exit -> east.enter -> east.exit -> VISITOR).
SHOP    = (enter -> exit -> SHOP).

||TOWN = forall [i:Block][j:Block]
  (v[i][j]:VISITOR || {v[i][j].home, v[(i+N-1) % N][j].south, v[i][(j+N-1) % N].east}::SHOP).
"""
QUESTIONS = (
    ("deadlock", "philosophers_fixed.lts", "N", (8, 12, 16, 20, 100)),
    ("deadlock", "philosophers.lts", "N", (8, 12, 20, 100)),
    ("deadlock", "town.lts", "N", (3, 4, 5, 10, 20)),
    ("deadlock", "ring/ring.lts", "N", (6, 10)),
    ("deadlock", "gas_station/gas_station.lts", "K", (3, 4, 6)),
    ("safety", "token_ring.lts", "N", (12, 20)),
    ("safety", "ring/ring.lts", "N", (6, 10)),
    ("safety", "gas_station/gas_station.lts", "K", (6, 12)),
    ("safety", "chiron/chiron.lts", "K", (3, 6, 10)),
    ("safety", "mer/mer_five.lts", "K", (4, 6)),
)
METHODS = ("pdr", "saturation", "monolithic")


def answer(path: Path, constant: str, size: int, kind: str, method: str, limit: float) -> tuple[str, float] | None:
    """The outcome, and CPU seconds in a process of its own; None past the limit."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    arguments = (theirs, path, {constant: size}, kind, method, limit)
    process = multiprocessing.get_context("fork").Process(target=_answer, args=arguments, daemon=True)
    process.start()
    theirs.close()
    try:
        found = ours.recv()
    except EOFError:
        found = None
    process.join()
    return found if found is not None and found[0] != "unknown" and found[1] <= limit else None


def _answer(pipe, path: Path, constants: dict[str, int], kind: str, method: str, limit: float) -> None:
    model = quidpro.load(path, constants)
    before = _used()
    hard = int(before + limit) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    results = quidpro.check(model, method=method, deadlock=kind == "deadlock")
    result = next(one for one in results if one.verdict.kind == kind)
    assert result.outcome == "unknown" or result.verdict.certified, result.verdict.reason
    pipe.send((result.outcome, _used() - before))


def _used() -> float:
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return spent.ru_utime + spent.ru_stime


def main() -> None:
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    with tempfile.TemporaryDirectory() as folder:
        town = Path(folder) / "town.lts"
        town.write_text(TOWN, encoding="utf-8")
        for kind, name, constant, sizes in QUESTIONS:
            path = town if name == town.name else EXAMPLES / name
            for size in sizes:
                found = {method: answer(path, constant, size, kind, method, limit) for method in METHODS}
                outcomes = {one[0] for one in found.values() if one is not None}
                assert len(outcomes) <= 1, f"{name} {constant}={size}: {found}"
                times = "  ".join(f"{m} {'-' if one is None else f'{one[1]:.2f}':>6}" for m, one in found.items())
                print(f"{kind:9}{name:32}{constant}={size:<4}{next(iter(outcomes), '-'):9} {times}", flush=True)


if __name__ == "__main__":
    main()
