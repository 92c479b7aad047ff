"""How much a report may hold: it is to be mailed, so that it stays below a megabyte."""

from __future__ import annotations

MAX_LETTERS = 900_000
"""Of the whole report; what is small is not counted."""
NO_ROOM = "Left out, since the report would become too large to be mailed."


class Room:
    """What is left for pictures and texts; they are asked for in the order of their importance."""

    def __init__(self, letters: int = MAX_LETTERS) -> None:
        self.left = letters

    def take(self, text: str, share: float = 1.0) -> str:
        """The text if there is room for it, in this share of what is left; else nothing."""
        size = len(text.encode("utf-8", "replace"))
        if size > self.left * share:
            return ""
        self.left -= size
        return text
