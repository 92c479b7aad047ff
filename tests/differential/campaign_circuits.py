"""The random campaign: thousands of random AIGER and BTOR2 files against a simulation of every state, some damaged.

    python tests/differential/campaign_circuits.py --systems 5000 [--first 0] [--jobs 2]

Where ABC is installed it is asked about every tenth file. Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential.compare_circuits import ABC, compare_aiger, compare_btor2, compare_with_abc, damaged
from tests.differential.seeds import campaign


def differences(seed: int) -> list[str]:
    """What is wrong with the answers to the files of a seed."""
    found = []
    for compare in (compare_aiger, compare_btor2, damaged):
        try:
            compare(seed)
        except Exception as wrong:
            found.append(f"seed {seed}, {compare.__name__}: {type(wrong).__name__}: {wrong}")
    if ABC is not None and seed % 10 == 0:
        with TemporaryDirectory() as folder:
            try:
                compare_with_abc(range(seed, seed + 10), folder)
            except AssertionError as wrong:
                found.append(f"seed {seed}, ABC: {wrong}")
    return found


if __name__ == "__main__":
    sys.exit(campaign(differences, __doc__, 5000))
