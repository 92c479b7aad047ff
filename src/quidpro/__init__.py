"""Proves concurrent systems by their parts: models in, verdicts out that anyone can check again.

Check a file:

>>> import quidpro
>>> results = quidpro.check("examples/channel/channel_lossy.lts", timeout=60)
>>> results.outcome, results.trace.visible
('violated', ('input', 'send', 'ack', 'input'))

The functions, each with a help of its own:

    check(model, ...)             does a file, a model or a System satisfy its properties?
    acheck(model, ...)            the same in a thread, for asyncio
    checking(model, ...)          the same to follow: ``async with`` its block, ``async for`` its events
    compare(model, methods=...)   the methods side by side: answers, seconds, states, memory
    bench(*tables, ...)           the case studies of the papers, measured beside what was published
    certify(model, certificates)  do these certificates prove what they claim of a model?
    assumption(model, component)  what a part needs of the others to guarantee a property
    decompose(model, ...)         ways to take a system apart, the most promising first
    simulate(model, ...)          a model to step through: what can happen, forward, back, by chance, along a run
    replay(model, trace)          a model after a run

    load(path, constants)         the model of a file: FSP, AUT, JSON, PNML, SMV, PRISM, JANI
    loads(text, format)           the model of a text
    save(model, path)             a model or a part of one as a file
    assemble(name, processes)     a System of LTSs, or a probabilistic model of LPTSs
    machine(name, variables)      a state machine over variables, as an SMV model
    compose(*ltss)                the parallel composition, also ``a | b``
    reduce(lts, equivalence)      the smallest LTS that is equivalent, also ``a.reduce()``
    equivalent(a, b)              are two LTSs bisimilar, or do they have the same traces?
    refines(a, b)                 is every trace of one a trace of the other?

The types are LTS, System, Component, Priority and LPTS for what is built; Model, SmvModel and PrismModel for what is
loaded; Results, Result, Verdict and, by world, what is in it (ExplicitVerdict, Trace, Assumption; SymbolicVerdict,
SymbolicTrace, SymbolicAssumption; ProbVerdict, ProbTree, ProbAssumption), Certificate and Certification; Comparison,
Tables, Checking and Simulation; Budget; CheckArguments, for those who hand the arguments of check on. What goes wrong
is a QuidproError: InputError about a model, UsageError about an argument, BudgetExceeded. ``quidpro.exchange`` has
graphs of networkx, frames of pandas and automata of AALpy. Importing quidpro costs nothing: all is loaded on first use.

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

LTSs are combined and compared like numbers:

>>> both = ping | pong
>>> quidpro.equivalent(both, ping), quidpro.refines(both.hide("back"), ping.restrict("back")).outcome
(True, 'violated')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from quidpro.core import __version__

if TYPE_CHECKING:
    from quidpro.api import (
        CheckArguments,
        Results,
        assemble,
        assumption,
        certify,
        check,
        compose,
        decompose,
        equivalent,
        load,
        loads,
        machine,
        reduce,
        refines,
        replay,
        save,
        simulate,
    )
    from quidpro.api.asynchronous import Checking, acheck, checking
    from quidpro.api.bench import bench
    from quidpro.api.compare import compare
    from quidpro.benchmarks.comparison import Comparison
    from quidpro.benchmarks.plan import Tables
    from quidpro.core.budget import Budget
    from quidpro.core.errors import BudgetExceeded, InputError, QuidproError, UsageError
    from quidpro.frontend.circuits.model import CircuitModel
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.frontend.smv.model import SmvModel
    from quidpro.lpts.lpts import LPTS
    from quidpro.lts.lts import LTS
    from quidpro.lts.system import Component, Priority, System
    from quidpro.run.check import Result
    from quidpro.stepping.simulation import Simulation
    from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Trace
    from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbTree, ProbVerdict
    from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicTrace, SymbolicVerdict
    from quidpro.verdict.verdict import Certificate, Certification, Verdict

__all__ = [
    "LPTS",
    "LTS",
    "Assumption",
    "Budget",
    "BudgetExceeded",
    "Certificate",
    "Certification",
    "CheckArguments",
    "Checking",
    "CircuitModel",
    "Comparison",
    "Component",
    "ExplicitVerdict",
    "InputError",
    "Model",
    "Priority",
    "PrismModel",
    "ProbAssumption",
    "ProbTree",
    "ProbVerdict",
    "QuidproError",
    "Result",
    "Results",
    "Simulation",
    "SmvModel",
    "SymbolicAssumption",
    "SymbolicTrace",
    "SymbolicVerdict",
    "System",
    "Tables",
    "Trace",
    "UsageError",
    "Verdict",
    "__version__",
    "acheck",
    "assemble",
    "assumption",
    "bench",
    "certify",
    "check",
    "checking",
    "compare",
    "compose",
    "decompose",
    "equivalent",
    "load",
    "loads",
    "machine",
    "reduce",
    "refines",
    "replay",
    "save",
    "simulate",
]

_HOMES = {
    "quidpro.api.asynchronous": ("Checking", "acheck", "checking"),
    "quidpro.api.bench": ("bench",),
    "quidpro.api.compare": ("compare",),
    "quidpro.benchmarks.comparison": ("Comparison",),
    "quidpro.benchmarks.plan": ("Tables",),
    "quidpro.core.budget": ("Budget",),
    "quidpro.core.errors": ("BudgetExceeded", "InputError", "QuidproError", "UsageError"),
    "quidpro.frontend.circuits.model": ("CircuitModel",),
    "quidpro.frontend.model": ("Model",),
    "quidpro.frontend.prism.model": ("PrismModel",),
    "quidpro.frontend.smv.model": ("SmvModel",),
    "quidpro.lpts.lpts": ("LPTS",),
    "quidpro.lts.lts": ("LTS",),
    "quidpro.lts.system": ("Component", "Priority", "System"),
    "quidpro.notebook": ("load_ipython_extension", "unload_ipython_extension"),
    "quidpro.run.check": ("Result",),
    "quidpro.stepping.simulation": ("Simulation",),
    "quidpro.verdict.explicit.evidence": ("Assumption", "ExplicitVerdict", "Trace"),
    "quidpro.verdict.probabilistic.evidence": ("ProbAssumption", "ProbTree", "ProbVerdict"),
    "quidpro.verdict.symbolic.evidence": ("SymbolicAssumption", "SymbolicTrace", "SymbolicVerdict"),
    "quidpro.verdict.verdict": ("Certificate", "Certification", "Verdict"),
}
"""Where the names are that are not in ``quidpro.api``."""
_HOME_OF = dict.fromkeys(__all__, "quidpro.api") | {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'quidpro' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
