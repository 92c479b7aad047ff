"""The random campaign: thousands of random SMV models with LTL formulas, SAT solvers against diagrams and random walks.

    python tests/differential/campaign_ltl.py --systems 5000 [--first 0] [--jobs 2]

Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential.compare_ltl import compare
from tests.differential.seeds import campaign


def differences(seed: int) -> list[str]:
    """What is wrong with the answers about the model of a seed."""
    try:
        compare(seed)
    except AssertionError as wrong:
        return [f"seed {seed}: {wrong}"]
    return []


if __name__ == "__main__":
    sys.exit(campaign(differences, __doc__, 5000))
