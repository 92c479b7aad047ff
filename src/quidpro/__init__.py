"""quidpro: proves concurrent systems by their parts.

>>> import quidpro
>>> quidpro.check("examples/channel/channel.lts").outcome
'holds'

Everything below is loaded on first use, so that ``import quidpro`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from quidpro.core import __version__

if TYPE_CHECKING:
    from quidpro.api import Results, assemble, assumption, check, compose, load, reduce
    from quidpro.core.budget import Budget
    from quidpro.core.errors import BudgetExceeded, InputError, QuidproError, UsageError
    from quidpro.lts.lts import LTS
    from quidpro.lts.system import Component, System

_HOMES = {
    "quidpro.api": ("Results", "assemble", "assumption", "check", "compose", "load", "reduce"),
    "quidpro.core.budget": ("Budget",),
    "quidpro.core.errors": ("BudgetExceeded", "InputError", "QuidproError", "UsageError"),
    "quidpro.lts.lts": ("LTS",),
    "quidpro.lts.system": ("Component", "System"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "LTS",
    "Budget",
    "BudgetExceeded",
    "Component",
    "InputError",
    "QuidproError",
    "Results",
    "System",
    "UsageError",
    "__version__",
    "assemble",
    "assumption",
    "check",
    "compose",
    "load",
    "reduce",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'quidpro' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME_OF])
