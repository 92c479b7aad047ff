"""The random campaign: thousands of random LPTSs and formulas against naive twins and z3.

    python tests/differential/campaign_lpts.py --systems 10000 [--first 0] [--jobs 2]

Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential import compare_lpts, compare_pctl


def differences(seed: int) -> list[str]:
    """What is wrong with the system, and with the formula, of a seed."""
    return [*compare_lpts.differences(seed), *compare_pctl.differences(seed)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--systems", type=int, default=10_000)
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


if __name__ == "__main__":
    sys.exit(main())
