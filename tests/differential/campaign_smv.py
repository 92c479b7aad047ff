"""The random campaign: thousands of random SMV models, every method against an enumeration of their states.

    python tests/differential/campaign_smv.py --systems 5000 [--first 0] [--jobs 2]

Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential.compare_sat import compare_typed
from tests.differential.compare_smv import compare
from tests.differential.seeds import campaign


def differences(seed: int) -> list[str]:
    """What is wrong with the answers to the models of a seed: one of bits, and one of every type for SAT solvers."""
    found = []
    for one in (compare, compare_typed):
        try:
            one(seed)
        except AssertionError as wrong:
            found.append(f"seed {seed}: {wrong}")
    return found


if __name__ == "__main__":
    sys.exit(campaign(differences, __doc__, 5000))
