"""The campaign of lies: certificates of thousands of random systems, changed and presented with others.

    python tests/differential/campaign_lies.py explicit --systems 2000 [--first 0] [--jobs 2]

The worlds are ``explicit``, ``crafted`` (explicit too, proofs out of nowhere), ``probabilistic`` and ``symbolic``.
Prints every lie that was believed and exits with 1 when there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.differential import lies, lies_crafted, lies_lpts, lies_smv
from tests.differential.seeds import campaign

WORLDS = {
    "explicit": lies.lies,
    "crafted": lies_crafted.lies,
    "probabilistic": lies_lpts.lies,
    "symbolic": lies_smv.lies,
}

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in WORLDS:
        sys.exit(campaign(WORLDS[sys.argv.pop(1)], __doc__, 2_000))
    sys.exit(__doc__)
