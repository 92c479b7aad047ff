"""The campaign of given assumptions: random ones for thousands of random systems, against a naive product.

    python tests/differential/campaign_given.py --systems 20000 [--first 0] [--jobs 2]

Prints every difference and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential.compare_given import given_differences
from tests.differential.seeds import campaign

if __name__ == "__main__":
    sys.exit(campaign(given_differences, __doc__, 20_000))
