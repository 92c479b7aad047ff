"""What a notebook shows by itself, when it is the value of a cell: HTML that is made, and loaded, only then."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar


class Displayed:
    """Something that is shown in a notebook. What belongs to a world says so: ``class LTS(Displayed, world=…)``."""

    _displayed_by: ClassVar[str] = ""
    """The world whose renderer knows it; empty where all worlds have it."""

    def __init_subclass__(cls, *, world: str = "", **others: Any) -> None:
        super().__init_subclass__(**others)
        if world:
            cls._displayed_by = world

    def _repr_html_(self) -> str:
        """For notebooks, which find it by this name."""
        text: str = import_module("quidpro.notebook.display").to_html(self, self._displayed_by)
        return text
