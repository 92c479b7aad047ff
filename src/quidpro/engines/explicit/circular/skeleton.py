"""Proof skeletons: which of the other assumptions the premise of each may use.

With a skeleton, premise i is M_i ⊨ (∥ g_j for j in uses(i)) ▷ g_i. It assumes less, so it implies premise i of the rule
(ACR, chapter 3), and whatever is true of the assumptions of the rule stays true. A skeleton without a circle is a proof
in which each assumption is shown after those that it uses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quidpro.core.errors import UsageError
from quidpro.core.words import one_line

Uses = tuple[tuple[int, ...], ...]
"""For each assumption the numbers, from 0, of those that its premise uses."""

_EXAMPLE = 'write it as "g2: g1, g3", or "g2:" for nothing'


def use_all(groups: int) -> Uses:
    """The rule as it is: each premise uses all other assumptions."""
    return tuple(tuple(j for j in range(groups) if j != i) for i in range(groups))


def parse_uses(texts: str | Sequence[str], groups: int) -> Uses:
    """What texts like ``"g2: g1, g3; g1:"`` stand for; an assumption that they leave out uses all others."""
    found = list(use_all(groups))
    seen: set[int] = set()
    for text in [texts] if isinstance(texts, str) else texts:
        for part in (part for part in text.split(";") if part.strip()):
            name, colon, used = part.partition(":")
            if not colon:
                raise UsageError(f"--uses {one_line(text)!r} does not say whose premise it is about; {_EXAMPLE}")
            i = _number(name, groups)
            if i in seen:
                raise UsageError(f"--uses says twice what g{i + 1} uses")
            seen.add(i)
            found[i] = _numbers(used, i, groups)
    return tuple(found)


def _numbers(text: str, mine: int, groups: int) -> tuple[int, ...]:
    """The assumptions that a list names, in their order."""
    names = [name for name in text.split(",") if name.strip()]
    numbers = {_number(name, groups) for name in names}
    if mine in numbers:
        raise UsageError(f"--uses: g{mine + 1} cannot use itself; it is what its premise proves")
    return tuple(sorted(numbers))


def _number(name: str, groups: int) -> int:
    """The number of ``g2``, from 0."""
    matched = re.fullmatch(r"\s*g(\d+)\s*", name)
    if matched is None or not 0 < int(matched[1]) <= groups:
        raise UsageError(f"--uses: there is no {one_line(name)!r}, the assumptions are g1 to g{groups}; {_EXAMPLE}")
    return int(matched[1]) - 1


def format_uses(uses: Uses) -> str:
    """``g1 uses nothing, g2 uses g1``, for those that do not use all others."""
    everything = use_all(len(uses))
    return ", ".join(
        f"g{i + 1} uses {' and '.join(f'g{j + 1}' for j in used) or 'nothing'}"
        for i, used in enumerate(uses)
        if used != everything[i]
    )
