"""The registry of methods. Importing it loads none of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.engines.explicit.problem import Problem
from quidpro.verdict.types import Kind, Verdict

Solve = Callable[[Problem, Budget, Listener], Verdict]


@dataclass(frozen=True)
class Method:
    """A method: what it is called, what it can decide, and where its ``solve`` lives."""

    name: str
    module: str
    summary: str
    kinds: frozenset[Kind]

    def require(self, kind: Kind) -> None:
        """Refuse a kind of question that this method cannot decide."""
        if kind not in self.kinds:
            raise UsageError(f"method {self.name} does not check {kind}; use --method monolithic")

    def solve(self, problem: Problem, budget: Budget, events: Listener) -> Verdict:
        """Decide a problem; never prints, never reads files, never exits."""
        self.require(problem.kind)
        function: Solve = import_module(self.module).solve
        return function(problem, budget, events)


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "monolithic",
            "quidpro.engines.explicit.whole.monolithic",
            "explores the whole product on the fly, breadth first",
            frozenset({"safety", "deadlock", "progress", "liveness"}),
        ),
        Method(
            "lstar",
            "quidpro.engines.explicit.learned.lstar",
            "learns what each part must assume of the others (rules ASYM and ASYM-N)",
            frozenset({"safety"}),
        ),
        Method(
            "agar",
            "quidpro.engines.explicit.refined.agar",
            "abstracts the other parts and refines the abstraction by counterexamples",
            frozenset({"safety"}),
        ),
        Method(
            "circular",
            "quidpro.engines.explicit.circular.circular",
            "lets every part assume and guarantee at once, with the smallest assumptions (rule CIRC-AG)",
            frozenset({"safety"}),
        ),
        Method(
            "minimise",
            "quidpro.engines.explicit.minimised.minimise",
            "composes the components two by two and reduces what it has after every step",
            frozenset({"safety"}),
        ),
    )
}


AUTO = "auto"
"""The name of the choice among all methods, which is made above them, in ``quidpro.run.auto``."""


def method_named(name: str) -> Method:
    """The method of that name, or a UsageError that lists the names there are."""
    if name in METHODS:
        return METHODS[name]
    names = sorted([AUTO, *METHODS])
    close = get_close_matches(name, names, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise UsageError(f"there is no method {name!r}{hint} (methods: {', '.join(names)})")
