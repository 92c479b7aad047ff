"""How time grows with k on each family of the case studies, for `monolithic`, `saturation` and `auto`.

    python benchmarks/growth.py [OPTIONS of quidpro bench]

The table `growth` of `quidpro bench`: each run in a process of its own, then a power law and an exponential fitted to
the seconds (those above 0.2) and to the states explored; where monolithic or saturation comes to its end the reachable
size of the whole system is printed, elsewhere the product of the sizes of its components.
"""

from __future__ import annotations

import sys

from quidpro.cli.main import main

if __name__ == "__main__":
    sys.argv[1:] = ["bench", "growth", *sys.argv[1:]]
    main()
