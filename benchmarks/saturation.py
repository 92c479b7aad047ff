"""All states of a system by saturation, beside three other ways to see a whole, in one run and on one core.

    python benchmarks/saturation.py [SECONDS]

The question is deadlock, of families that grow: by ``saturation`` with its certificate checked; by ``monolithic``
state by state, also checked; all states by decision diagrams over bits (OxiDD, the events of one pass chained; nothing
is asked of them, and nothing checked); and for the philosophers, with and without their deadlock, by SPIN *with* its
partial-order reduction (``apt-get install spin``, and a C compiler). Figures are CPU seconds after the model has been
read, and SPIN's verifier compiled; a dash stands for more than SECONDS (10 by default), or for a search of SPIN's that
was cut off, after which a way is not asked about larger systems of the family. Below each family the cost of each way
against its size: a power law and an exponential of the figures above 0.2, the better one first. Ways that do not agree
are an error.
"""

from __future__ import annotations

import multiprocessing
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from quidpro import Budget, load
from quidpro.benchmarks.growth import FLOOR_SECONDS, Point, fits

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FAMILIES = {
    "philosophers_fixed.lts": ("N", (6, 8, 10, 20, 100, 1000)),
    "philosophers.lts": ("N", (6, 8, 10, 20, 100, 200)),
    "ring/ring.lts": ("N", (6, 10, 20, 100, 200)),
    "pipeline/pipeline.lts": ("N", (6, 10, 20, 100, 1000)),
    "gas_station/gas_station.lts": ("K", (4, 6, 8, 10)),
    "chiron/chiron.lts": ("K", (3, 5, 10)),
    "mer/mer_five.lts": ("K", (4, 6, 8, 12)),
}
WAYS = ("saturation", "monolithic", "bits", "spin")


def cpu_seconds(work: Callable[[], str], limit: float) -> tuple[str, float] | None:
    """What some work says, and the CPU seconds of it in a process of its own; None past the limit."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_measured, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()
    try:
        found = ours.recv() if ours.poll(3 * limit) else None
    except EOFError:
        found = None
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


def promela(count: int, all_right: bool) -> str:
    """The philosophers of the two models: all take the right fork first, or those at even seats the left one."""
    lines = [f"byte fork[{count}];"]
    for i in range(count):
        left, right = (i - 1) % count, i
        first, second = (right, left) if all_right or i % 2 else (left, right)
        take = [f"  atomic {{ fork[{k}] == 0 -> fork[{k}] = 1 }};" for k in (first, second)]
        put = [f"  atomic {{ fork[{k}] = 0 }};" for k in (left, right)]
        lines += [f"active proctype p{i}() {{", "again: skip;", *take, "  skip;", *put, "  goto again }"]
    return "\n".join(lines)


def compile_spin(folder: str, model: str, *options: str) -> None:
    """SPIN's verifier of a model, with its reduction unless the options say otherwise, as ``pan`` in a folder."""
    Path(folder, "model.pml").write_text(model)
    quiet = {"cwd": folder, "check": True, "capture_output": True}
    subprocess.run(["spin", "-a", "model.pml"], **quiet)
    subprocess.run(["gcc", "-O2", "-DSAFETY", "-DVECTORSZ=4096", *options, "-o", "pan", "pan.c"], **quiet)


def spin(folder: str, *options: str) -> str:
    """What the verifier in a folder says; a search that was cut off decides nothing."""
    text = subprocess.run(["./pan", "-m4000000", "-w24", *options], cwd=folder, capture_output=True, text=True).stdout
    errors, stored = re.search(r"errors: (\d+)", text), re.search(r"(\d+) states, stored", text)
    if errors is None or stored is None or "max search depth too small" in text:
        return "unknown"
    return f"{'violated' if int(errors[1]) else 'holds'}, {int(stored[1]):,} states"


def ways(file: str, system, size: int, limit: float, folder: str, left: set[str]) -> dict[str, Callable[[], str]]:
    """What is still asked about a system, each way by its name."""
    if "spin" in left:
        compile_spin(folder, promela(size, all_right=file == "philosophers.lts"))
    works = {
        "saturation": partial(by_method, system, "saturation", limit),
        "monolithic": partial(by_method, system, "monolithic", limit),
        "bits": partial(over_bits, system),
        "spin": partial(spin, folder),
    }
    return {way: work for way, work in works.items() if way in left}


def outcome_of(answers: dict[str, str], where: str) -> str:
    """What the ways agree on; nothing is asked of diagrams over bits."""
    outcomes = {way: words.split(",")[0] for way, words in answers.items() if way != "bits"}
    if len(set(outcomes.values())) > 1:
        raise SystemExit(f"{where}: {outcomes}")
    return ", ".join(f"{way}: {words}" for way, words in answers.items() if way in ("saturation", "spin"))


def main(limit: float = 10.0) -> None:
    can_spin = bool(shutil.which("spin") and shutil.which("gcc"))
    head = ("system", "components", "saturation", "monolithic", "over bits", "SPIN, reduced", "what they say")
    print("{:34}{:>12}{:>12}{:>12}{:>12}{:>15}  {}".format(*head))
    for file, (name, sizes) in FAMILIES.items():
        points = family(file, name, sizes, limit, can_spin)
        for way, costs in points.items():
            laws = "; ".join(map(str, fits(costs, FLOOR_SECONDS))) or "too few points"
            print(f"    {way} grows as {laws}, k = {name}")


def family(file: str, name: str, sizes: Sequence[int], limit: float, can_spin: bool) -> dict[str, list[Point]]:
    """A line for each size; the seconds of each way by size."""
    left = {"saturation", "monolithic", "bits", *(["spin"] if can_spin and "philosophers" in file else [])}
    points: dict[str, list[Point]] = {way: [] for way in WAYS if way in left}
    for size in sizes:
        model = load(EXAMPLES / file, {name: size})
        system = model.system(model.default_system(), Budget()).unwatched()
        with tempfile.TemporaryDirectory() as folder:
            asked = ways(file, system, size, limit, folder, left)
            found = {way: cpu_seconds(work, limit) for way, work in asked.items()}
        answered = {way: got for way, got in found.items() if got and not got[0].startswith("unknown")}
        left &= answered.keys()
        for way, (_, seconds) in answered.items():
            points[way].append((size, seconds))
        where = f"{file} {name}={size}"
        says = outcome_of({way: words for way, (words, _) in answered.items()}, where)
        cells = [f"{answered[way][1]:.2f}" if way in answered else "–" for way in WAYS]
        row = f"{where:34}{len(system.components):>12}{cells[0]:>12}{cells[1]:>12}{cells[2]:>12}{cells[3]:>15}"
        print(f"{row}  {says}", flush=True)
    return points


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
