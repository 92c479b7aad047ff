"""The random campaign of assertions: random systems and formulas, fair and not, against runs that are made by hand.

    python tests/differential/campaign_liveness.py --systems 5000 [--first 0] [--jobs 2]

Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential.compare_liveness import differences
from tests.differential.seeds import campaign

if __name__ == "__main__":
    sys.exit(campaign(differences, __doc__, 5_000))
