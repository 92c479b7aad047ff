"""The random campaign: thousands of random LPTSs and formulas against naive twins and z3.

    python tests/differential/campaign_lpts.py --systems 10000 [--first 0] [--jobs 2]

Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential import compare_lpts, compare_pctl
from tests.differential.seeds import campaign


def differences(seed: int) -> list[str]:
    """What is wrong with the system, and with the formula, of a seed."""
    return [*compare_lpts.differences(seed), *compare_pctl.differences(seed)]


if __name__ == "__main__":
    sys.exit(campaign(differences, __doc__, 10_000))
