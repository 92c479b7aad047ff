"""A campaign: a comparison over many seeds, on all cores."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor


def campaign(differences: Callable[[int], list[str]], about: str, systems: int) -> int:
    """Compare for as many seeds as the command line says, print every difference; 1 when there is one."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--systems", type=int, default=systems)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.systems)
    started = time.monotonic()
    wrong = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for done, found in enumerate(pool.map(differences, seeds, chunksize=50), 1):
            for line in found:
                wrong += 1
                print(line, flush=True)
            if done % 1000 == 0:
                print(f"{done} systems, {wrong} differences, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{options.systems} systems, {wrong} differences")
    return 1 if wrong else 0
