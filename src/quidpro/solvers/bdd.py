"""A thin typed layer over OxiDD's diagrams with complement edges: what the algorithms need and OxiDD leaves out.

Functions are OxiDD's own (``&``, ``|``, ``^``, ``~``, ``==`` work on them); variables are numbers, and a variable's
number is its level. OxiDD allocates nodes up to a fixed capacity and raises when they are used up; it neither collects
garbage by itself at a useful moment nor can it be stopped inside one operation. So the algorithms poll between
operations (:meth:`Manager.poll`), which collects when the table has doubled and checks the budget, and run inside
:meth:`Manager.limits`, which turns an exhausted table into :class:`BudgetExceeded`. A manager has threads: a forked
process must not free what it inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property

from oxidd.bcdd import BCDDFunction, BCDDManager, BCDDSubstitution
from oxidd.util import BooleanOperator, DDMemoryError

from quidpro.core.budget import Budget
from quidpro.core.collector import leave_inherited_alone
from quidpro.core.errors import BudgetExceeded

leave_inherited_alone()

Bdd = BCDDFunction
Substitution = BCDDSubstitution

NODE_BYTES = 24
"""A node with its share of the unique table."""
MAX_NODES = 1 << 27
_MIN_NODES_TO_COLLECT = 1 << 24
"""Garbage is collected only from this many nodes on: a collection empties the cache, which the next image would use."""
_MEGABYTE = 1 << 20


def capacity(variables: int, budget: Budget, nodes: int | None = None) -> tuple[int, int]:
    """How many nodes and cache entries a manager may have: the caller's limit, within the memory of the budget.

    Nodes take memory when they are used, the cache at once: its size goes with the number of variables.
    """
    allowed = MAX_NODES if nodes is None else min(nodes, MAX_NODES)
    if budget.megabytes is not None:
        allowed = min(allowed, int(budget.megabytes * _MEGABYTE * 0.8) // NODE_BYTES)
    allowed = max(allowed, 1 << 10)
    return allowed, max(1 << 12, min(1 << max(14, min(22, 10 + variables // 6)), allowed // 4))


class Manager:
    """A table of nodes over a fixed number of variables, kept inside a budget."""

    def __init__(self, variables: int, budget: Budget, nodes: int | None = None) -> None:
        self.budget = budget
        self.nodes, cache = capacity(variables, budget, nodes)
        self.table = BCDDManager(self.nodes, cache, 1)
        self.variables = variables
        self.table.add_vars(variables)
        self.peak = 0
        self.created = 0
        """How many nodes have been created, as of the last poll."""
        self.watch: Callable[[], None] | None = None
        """Called with every poll."""
        self._seen = 0
        self._collect_at = min(_MIN_NODES_TO_COLLECT, self.nodes // 2)
        self._cubes: dict[frozenset[int], Bdd] = {}

    def extend(self, variables: int) -> range:
        """Add this many new variables at the end of the order; returns their numbers."""
        added = range(self.variables, self.variables + variables)
        self.table.add_vars(variables)
        self.variables += variables
        return added

    @cached_property
    def true(self) -> Bdd:
        """The function that is always true."""
        return self.table.true()

    @cached_property
    def false(self) -> Bdd:
        """The function that is never true."""
        return self.table.false()

    def var(self, variable: int) -> Bdd:
        """The function of one variable."""
        return self.table.var(variable)

    def constant(self, value: bool) -> Bdd:
        """A constant function."""
        return self.true if value else self.false

    def cube(self, variables: Iterable[int]) -> Bdd:
        """The conjunction of variables, which is how a set of them is handed to a quantifier."""
        key = frozenset(variables)
        if key not in self._cubes:
            self._cubes[key] = self.minterm(dict.fromkeys(key, True))
        return self._cubes[key]

    def minterm(self, values: Mapping[int, bool]) -> Bdd:
        """The conjunction of literals, built from the bottom so that every step costs one node."""
        result = self.true
        for variable in sorted(values, reverse=True):
            literal = self.table.var(variable) if values[variable] else self.table.not_var(variable)
            result = literal & result
        return result

    def conjunction(self, functions: Iterable[Bdd]) -> Bdd:
        """The conjunction of all, smallest first."""
        result = self.true
        for function in sorted(functions, key=lambda f: f.node_count()):
            result = result & function
        return result

    def disjunction(self, functions: Iterable[Bdd]) -> Bdd:
        """The disjunction of all, taken in pairs: the parts of a case split stay small."""
        parts = list(functions)
        while len(parts) > 1:
            pairs = [a | b for a, b in zip(parts[::2], parts[1::2], strict=False)]
            parts = pairs + parts[len(pairs) * 2 :]
        return parts[0] if parts else self.false

    def exists(self, function: Bdd, cube: Bdd) -> Bdd:
        """Quantify the variables of a cube."""
        try:
            return function.exists(cube)
        except DDMemoryError:
            self.collect()
            return function.exists(cube)

    def cofactor(self, function: Bdd, variable: int, value: bool) -> Bdd:
        """The function where a variable has a value."""
        literal = self.table.var(variable) if value else self.table.not_var(variable)
        return self.and_exists(function, literal, self.cube([variable]))

    def and_exists(self, left: Bdd, right: Bdd, cube: Bdd) -> Bdd:
        """Conjoin and quantify in one pass: the step that images are made of."""
        try:
            return left.apply_exists(BooleanOperator.AND, right, cube)
        except DDMemoryError:
            self.collect()
            return left.apply_exists(BooleanOperator.AND, right, cube)

    def renaming(self, sources: Iterable[int], targets: Iterable[int]) -> Substitution:
        """The simultaneous substitution of variables for variables, made once and used often."""
        return Bdd.make_substitution((s, self.var(t)) for s, t in zip(sources, targets, strict=True))

    def implies(self, left: Bdd, right: Bdd) -> bool:
        """Whether every valuation of one function is one of the other."""
        return not (left & ~right).satisfiable()

    def support(self, function: Bdd) -> frozenset[int]:
        """The variables that a function depends on."""
        found: set[int] = set()
        seen: set[Bdd] = set()
        stack = [function]
        while stack:
            node = stack.pop()
            variable = node.node_var()
            if variable is None or node in seen or ~node in seen:
                continue
            seen.add(node)
            found.add(variable)
            stack.extend(node.cofactors() or ())
        return frozenset(found)

    def count(self, function: Bdd, variables: int) -> int:
        """How many valuations of this many variables, the support of the function among them, satisfy it."""
        return function.sat_count(variables)

    def pick(self, function: Bdd, variables: Iterable[int]) -> dict[int, bool] | None:
        """Values of these variables in some valuation that satisfies the function; None if there is none."""
        cube = function.pick_cube()
        return None if cube is None else {v: cube[v] is True for v in variables}

    def collect(self) -> None:
        """Throw away nodes that nothing refers to."""
        self.peak = max(self.peak, self.table.approx_num_inner_nodes())
        self.table.gc()
        self._seen = self.table.num_inner_nodes()
        self._collect_at = max(self._collect_at, 2 * self._seen)

    def poll(self) -> None:
        """Check the budget, collect when the table has doubled, and call the watcher."""
        self.budget.check()
        used = self.table.approx_num_inner_nodes()
        self.peak = max(self.peak, used)
        self.created += max(0, used - self._seen)
        self._seen = used
        if used > self._collect_at:
            self.collect()
        if self.watch is not None:
            self.watch()

    @contextmanager
    def limits(self) -> Iterator[None]:
        """Turn an exhausted table into a budget that ran out."""
        try:
            yield
        except DDMemoryError:
            self.peak = self.nodes
            detail = f"{self.nodes:,} nodes of decision diagrams are in use"
            raise BudgetExceeded("memory", self.budget.phase, detail) from None
