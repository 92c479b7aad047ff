"""The campaign of smallest assumptions: by SAT, for random systems and SMV models, against trying all automata.

    python tests/differential/campaign_smallest.py --systems 5000 [--first 0] [--jobs 2]

Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential.compare_smallest import smallest_differences
from tests.differential.compare_smallest_smv import smallest_smv_differences
from tests.differential.seeds import campaign


def differences(seed: int) -> list[str]:
    """Those of a system of LTSs and of an SMV model."""
    return smallest_differences(seed) + smallest_smv_differences(seed)


if __name__ == "__main__":
    sys.exit(campaign(differences, __doc__, 5_000))
