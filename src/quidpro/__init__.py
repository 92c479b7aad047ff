"""Proves concurrent systems by their parts: models in, verdicts out that anyone can check again.

Check a file:

>>> import quidpro
>>> results = quidpro.check("examples/channel/channel_lossy.lts", timeout=60)
>>> results.outcome, results.trace.visible
('violated', ('input', 'send', 'ack', 'input'))

Look into it, and check one question:

>>> model = quidpro.load("examples/client_server/client_server.lts", constants={"N": 2})
>>> model.components, model.properties
(('CLIENT', 'SERVER', 'FORGETFUL'), ('MUTEX',))
>>> quidpro.check(model, system="BROKEN", property="MUTEX")
Results(MUTEX: violated)

Build a system of labelled transition systems:

>>> ping = quidpro.LTS.of([(0, "hit", 1), (1, "back", 0)])
>>> pong = quidpro.LTS.of([(0, "hit", 1), (1, "back", 0)])
>>> quidpro.check(quidpro.assemble("GAME", {"PING": ping, "PONG": pong}), deadlock=True)
Results(deadlock: holds)

The functions, each with a help of its own:

    check(model, ...)             does a file, a model or a System satisfy its properties?
    load(path, constants)         the model of a file: FSP, AUT, JSON, SMV, PRISM, JANI
    loads(text, format)           the model of a text
    assumption(model, component)  what a part needs of the others to guarantee a property
    assemble(name, processes)     a System of LTSs
    compose(*ltss)                their parallel composition
    reduce(lts, equivalence)      the smallest LTS that is equivalent
    simulate(model, ...)          a model to step through: what can happen, forward, back, by chance, along a run

The types are LTS, System, Component, Results and Budget; what goes wrong is a QuidproError: InputError about a model,
UsageError about an argument, BudgetExceeded. Everything is loaded on first use: importing quidpro costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from quidpro.core import __version__

if TYPE_CHECKING:
    from quidpro.api import Results, assemble, assumption, check, compose, load, loads, reduce, simulate
    from quidpro.core.budget import Budget
    from quidpro.core.errors import BudgetExceeded, InputError, QuidproError, UsageError
    from quidpro.lts.lts import LTS
    from quidpro.lts.system import Component, System

_HOMES = {
    "quidpro.api": ("Results", "assemble", "assumption", "check", "compose", "load", "loads", "reduce", "simulate"),
    "quidpro.core.budget": ("Budget",),
    "quidpro.core.errors": ("BudgetExceeded", "InputError", "QuidproError", "UsageError"),
    "quidpro.lts.lts": ("LTS",),
    "quidpro.lts.system": ("Component", "System"),
    "quidpro.notebook": ("load_ipython_extension", "unload_ipython_extension"),
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
    "loads",
    "reduce",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'quidpro' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
