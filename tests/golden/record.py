"""Write the expected outputs anew, after a change of the outside that is wanted.

    python -m tests.golden.record [GROUP ...]
    python -m tests.golden.record --show NAME ...

With ``--show``, nothing is written, and the outputs of these cases are printed in full.
"""

from __future__ import annotations

import sys
import time

from tests.golden import stored
from tests.golden.cases import GROUPS
from tests.golden.running import outcome

SLOW_SECONDS = 2.0


def show(names: list[str]) -> None:
    """Print what these cases put out, large or not."""
    for cases in GROUPS.values():
        for name in cases.keys() & set(names):
            print(outcome(cases[name], in_full=True))


def record(groups: list[str]) -> None:
    """Write the outputs of these groups, or of all, and name the cases that take long."""
    for group in groups or GROUPS:
        outcomes = {}
        for name, commands in GROUPS[group].items():
            began = time.perf_counter()
            outcomes[name] = outcome(commands)
            taken = time.perf_counter() - began
            if taken > SLOW_SECONDS:
                print(f"{name} takes {taken:.1f} s")
        stored.write(group, outcomes)
        print(f"{group}: {len(outcomes)} cases")


if __name__ == "__main__":
    show(sys.argv[2:]) if sys.argv[1:2] == ["--show"] else record(sys.argv[1:])
