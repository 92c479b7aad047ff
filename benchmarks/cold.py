"""What the first check on a machine costs beyond a later one: CPU seconds with an empty cache of compiled code.

    python benchmarks/cold.py [METHOD ...]

Every system of ``examples`` with at most 1,000 reachable states is checked by each method twice: with a cache that
holds all kernels, and with an empty one. (One that a run before has used would not do: it may have compiled nothing,
and plain Python does more where nothing is compiled.) CPU seconds are user and system time of the process and of those
it started. The aim is at most two seconds more.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
EXPLICIT = ("monolithic", "minimise", "lstar", "agar", "circular", "auto")
PROBABILISTIC = ("monolithic", "agar", "auto")
MAX_STATES = 1_000
AIM_SECONDS = 2.0


def small_systems() -> Iterator[tuple[str, list[str]]]:
    """The explicit systems, each as its number of states in words and the arguments of a check."""
    from quidpro import Budget, load
    from quidpro.core.errors import TooManyStates
    from quidpro.core.events import ignore
    from quidpro.lts.product import Product
    from quidpro.lts.search import build

    for file in sorted(EXAMPLES.rglob("*.lts")):
        model = load(file)
        for entry in model.entries():
            if entry.kind == "composite":
                system = model.system(entry.name, Budget())
                product = Product([part.lts for part in system.processes], system.priority)
                try:
                    states = build(product, Budget(), ignore, max_states=MAX_STATES).states
                except TooManyStates:
                    continue
                yield f"{states} states", [str(file.relative_to(EXAMPLES)), "--system", entry.name]


def small_lpts() -> Iterator[tuple[str, list[str]]]:
    """The probabilistic systems with a specification beside them."""
    from quidpro import Budget, BudgetExceeded, load
    from quidpro.lpts.ops import composition

    for spec in sorted(EXAMPLES.rglob("*_spec.prism")):
        for file in sorted(spec.parent.glob(f"{spec.stem.removesuffix('_spec')}*.prism")):
            if file == spec:
                continue
            try:
                states = composition(list(load(file).components.values()), Budget(seconds=20, megabytes=2000)).states
            except BudgetExceeded:
                continue
            if states <= MAX_STATES:
                names = [str(path.relative_to(EXAMPLES)) for path in (file, spec)]
                yield f"{states} states", [names[0], "--spec", names[1]]


def cpu_seconds(arguments: list[str], cache: str) -> float:
    """User and system time of one check and of the processes it started."""
    command = [sys.executable, "-m", "quidpro", "check", *arguments]
    started = subprocess.Popen(
        command,
        cwd=EXAMPLES,
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode in (0, 1), f"exit code {started.returncode}: {' '.join(command)}"
    return used.ru_utime + used.ru_stime


def fill(cache: str) -> None:
    """Compile the kernels of all methods of LTSs and LPTSs."""
    script = (
        "from quidpro.core.budget import Budget\n"
        "from quidpro.run.registry import world_named\n"
        "from quidpro.run.solve import solve\n"
        "for name in ('explicit', 'probabilistic'):\n"
        "    world = world_named(name)\n"
        "    for problem, attempt in world.warm_up():\n"
        "        list(solve(world, [problem], attempt, Budget()))\n"
    )
    subprocess.run([sys.executable, "-c", script], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True)


def compare(arguments: list[str], full: str) -> tuple[float, float]:
    """CPU seconds with a full cache, and with an empty one."""
    with tempfile.TemporaryDirectory() as empty:
        return cpu_seconds(arguments, full), cpu_seconds(arguments, empty)


def main(chosen: list[str]) -> None:
    """Print a row for each system and method, and the largest difference."""
    with tempfile.TemporaryDirectory() as full:
        fill(full)
        report(chosen, full)


def report(chosen: list[str], full: str) -> None:
    """The rows, with this full cache."""
    most = 0.0
    print(f"{'warm':>6} {'cold':>6} {'more':>6}")
    for systems, methods in ((small_systems(), EXPLICIT), (small_lpts(), PROBABILISTIC)):
        for size, arguments in systems:
            for method in methods:
                if chosen and method not in chosen:
                    continue
                warm, cold = compare([*arguments, "--method", method], full)
                most = max(most, cold - warm)
                mark = "" if cold - warm <= AIM_SECONDS else "  <- too much"
                print(f"{warm:6.2f} {cold:6.2f} {cold - warm:6.2f}  {method:<10} {' '.join(arguments)}, {size}{mark}")
                sys.stdout.flush()
    print(f"at most {most:.2f} s more; the aim is {AIM_SECONDS:g} s")


if __name__ == "__main__":
    main(sys.argv[1:])
