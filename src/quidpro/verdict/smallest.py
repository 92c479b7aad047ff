"""What is known of how few states an assumption can have."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.core.words import counted

Word = tuple[str, ...]


@dataclass(frozen=True)
class Smallest:
    """How few states a deterministic assumption can have, for one choice of M1 and one alphabet.

    Where there are several, as of rule ASYM-N, it is so as long as the others are what they are.
    """

    at_least: int
    states: int | None = None
    """As few as one has that was found; it is smallest when it has ``at_least`` so many."""
    rounds: int = 0
    """How many automata were tried."""
    allowed: tuple[Word, ...] = ()
    """Words of M2; no automaton with fewer than ``at_least`` states allows all of these and none of those forbidden."""
    forbidden: tuple[Word, ...] = ()
    """Words along which M1 can go wrong."""
    name: str = ""
    """Of the assumption."""

    def __str__(self) -> str:
        if self.states is None:
            return f"at least {counted(self.at_least, 'state')}"
        if self.at_least < self.states:
            return f"between {self.at_least:,} and {counted(self.states, 'state')}"
        fewer = f", none with {self.at_least - 1:,}" if self.at_least > 1 else ""
        return f"{counted(self.states, 'state')}{fewer}"
