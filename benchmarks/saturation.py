"""All states of a system by saturation, beside three other ways to see a whole, in one run and on one core.

    python benchmarks/saturation.py [SECONDS]

The question is deadlock, of families that grow: by ``saturation`` with its certificate checked; by ``monolithic``
state by state, also checked; all states by decision diagrams over bits (OxiDD, the events of one pass chained; nothing
is asked of them, and nothing checked); and for the philosophers by SPIN *with* its partial-order reduction
(``apt-get install spin``, and a C compiler). Figures are CPU seconds after the model has been read; a dash stands for
more than SECONDS (10 by default), after which a way is not asked about larger systems of the family.
"""

from __future__ import annotations

import multiprocessing
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FAMILIES = {
    "philosophers_fixed.lts": ("N", (6, 8, 10, 20, 100, 1000)),
    "ring/ring.lts": ("N", (6, 10, 20, 100, 200)),
    "pipeline/pipeline.lts": ("N", (6, 10, 20, 100, 1000)),
    "gas_station/gas_station.lts": ("K", (4, 6, 8, 10)),
    "chiron/chiron.lts": ("K", (3, 5, 10)),
    "mer/mer_five.lts": ("K", (4, 6, 8, 12)),
}


def cpu_seconds(work: Callable[[], str], limit: float) -> tuple[str, float] | None:
    """What some work says, and the CPU seconds of it in a process of its own; None past the limit."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_measured, args=(theirs, work), daemon=True)
    process.start()
    found = ours.recv() if ours.poll(3 * limit) else None
    process.kill()
    process.join()
    return found if found is not None and found[1] <= limit else None


def _measured(pipe, work: Callable[[], str]) -> None:
    def used() -> float:
        return sum(
            spent.ru_utime + spent.ru_stime
            for spent in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        )

    before = used()
    answer = work()
    pipe.send((answer, used() - before))


def by_method(system, method: str, limit: float) -> str:
    """The outcome of a method, and how many states it saw."""
    import quidpro
    from quidpro.core.words import legible

    result = next(one for one in quidpro.check(system, method=method, timeout=limit) if one.verdict.kind == "deadlock")
    stats = result.verdict.stats
    return f"{result.outcome}, {legible(stats.reachable or stats.states)} states"


def over_bits(system) -> str:
    """All states by images of each event in turn, over the bits of the local states."""
    from quidpro.core.budget import Budget
    from quidpro.engines.explicit.saturated.encoding import one_level_each
    from quidpro.solvers.bdd import Manager

    encoding = one_level_each(system)
    widths = [max(1, (size - 1).bit_length()) for size in encoding.sizes]
    starts = [2 * sum(widths[:level]) for level in range(len(widths))]
    manager = Manager(2 * sum(widths), Budget())

    def value(level: int, number: int, after: bool):
        first = starts[level] + after
        return manager.minterm({first + 2 * bit: bool(number >> bit & 1) for bit in range(widths[level])})

    def relation(event):
        return manager.conjunction(
            manager.disjunction(
                value(level, source, False) & value(level, target, True)
                for source, targets in moves.items()
                for target in targets
            )
            for level, moves in event.moves.items()
        )

    steps = []
    for event in encoding.events:
        bits = [starts[level] + 2 * bit for level in event.moves for bit in range(widths[level])]
        back = manager.renaming([bit + 1 for bit in bits], bits)
        steps.append((relation(event), manager.cube(bits), back))
    reached = manager.conjunction(value(level, number, False) for level, number in enumerate(encoding.initial))
    while True:
        before = reached
        for step, cube, back in steps:
            reached = reached | manager.and_exists(reached, step, cube).substitute(back)
        if reached == before:
            return "all states"


def spin(count: int) -> str:
    """SPIN's verifier with its reduction, on the philosophers of whom one is left-handed."""
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"byte fork[{count}];"]
        for i in range(count):
            first, second = (i, (i + 1) % count) if i % 2 else ((i + 1) % count, i)
            take = [f"  atomic {{ fork[{k}] == 0 -> fork[{k}] = 1 }};" for k in (first, second)]
            put = [f"  atomic {{ fork[{k}] = 0 }};" for k in (first, second)]
            lines += [f"active proctype p{i}() {{", "again: skip;", *take, "  skip;", *put, "  goto again }"]
        Path(folder, "model.pml").write_text("\n".join(lines))
        quiet = {"cwd": folder, "check": True, "capture_output": True, "text": True}
        subprocess.run(["spin", "-a", "model.pml"], **quiet)
        subprocess.run(["gcc", "-O2", "-DSAFETY", "-o", "pan", "pan.c"], **quiet)
        text = subprocess.run(["./pan", "-m1000000", "-w26"], **quiet).stdout
        return next(line.strip() for line in text.splitlines() if "states, stored" in line)


def main(limit: float = 10.0) -> None:
    from quidpro import Budget, load

    can_spin = bool(shutil.which("spin") and shutil.which("gcc"))
    head = ("system", "components", "saturation", "monolithic", "over bits", "SPIN, reduced", "what saturation says")
    print("{:34}{:>12}{:>12}{:>12}{:>12}{:>15}  {}".format(*head))
    for file, (name, sizes) in FAMILIES.items():
        left = {"saturation", "monolithic", "bits", *(["spin"] if can_spin and "philosophers" in file else [])}
        for size in sizes:
            model = load(EXAMPLES / file, {name: size})
            system = model.system(model.default_system(), Budget()).unwatched()
            works = {
                "saturation": partial(by_method, system, "saturation", limit),
                "monolithic": partial(by_method, system, "monolithic", limit),
                "bits": partial(over_bits, system),
                "spin": partial(spin, size),
            }
            found = {way: cpu_seconds(work, limit) for way, work in works.items() if way in left}
            found = {way: None if got and got[0].startswith("unknown") else got for way, got in found.items()}
            left -= {way for way in left if found[way] is None}
            cells = [f"{found[way][1]:.2f}" if found.get(way) else "–" for way in works]
            says = found["saturation"][0] if found.get("saturation") else ""
            print(f"{file + f' {name}={size}':34}{len(system.components):>12}{cells[0]:>12}{cells[1]:>12}", end="")
            print(f"{cells[2]:>12}{cells[3]:>15}  {says}", flush=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
