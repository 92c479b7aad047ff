"""Into which groups a system is taken apart when nobody says."""

from __future__ import annotations

from quidpro.lts.system import System
from quidpro.rules.problem import Groups


def default_groups(system: System) -> Groups:
    """Two groups: the processes that share actions with the property, and the others.

    When all of them do (or none), the processes that share most with the property make up the first half.
    """
    spoken = {action for p in system.properties for action in p.lts.alphabet}
    shares = {c.name: len(spoken & set(c.lts.alphabet)) for c in system.processes}
    near = [name for name, share in shares.items() if share]
    if len(near) in (0, len(shares)):
        near = sorted(shares, key=lambda name: -shares[name])[: (len(shares) + 1) // 2]
    first = tuple(name for name in shares if name in near)
    rest = tuple(name for name in shares if name not in near)
    return (first, rest) if rest else (first,)
