"""``python -m tests.differential.campaign_smv FIRST LAST``: random SMV models, every method against an enumeration."""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.differential.compare_smv import compare


def main(first, last):
    started = time.monotonic()
    outcomes = Counter(compare(seed) for seed in range(first, last))
    seconds = time.monotonic() - started
    print(f"{last - first} models, seeds {first} to {last - 1}: {dict(outcomes)}, no difference, {seconds:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
