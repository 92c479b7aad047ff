"""Names for what a circuit is made of: those of its symbols as far as they can be, each of them once."""

from __future__ import annotations

import re

_ODD = re.compile(r"[^A-Za-z0-9_$#.\-\[\]]")
_MAX_NAME = 200


class Names:
    """Gives every thing of a file a name that nothing else has, and that stands in splits and conditions as it is."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, symbol: str, otherwise: str) -> str:
        """The name of a thing: its symbol, where it has one; with a number behind it where that is taken."""
        wanted = _identifier(symbol) if symbol else otherwise
        name, number = wanted, self._next.get(wanted, 1)
        while name in self._taken:
            number += 1
            name = f"{wanted}#{number}"
        self._next[wanted] = number
        self._taken.add(name)
        return name


def _identifier(symbol: str) -> str:
    name = _ODD.sub("_", symbol[:_MAX_NAME])
    return name if name[0].isalpha() or name[0] == "_" else f"_{name}"
