"""An order found by sifting: the model is built once more in CUDD (through dd), which moves variables as it grows.

OxiDD has no reordering of its own, so CUDD serves as the finder of an order: the relation is built there and as many
rings of states are searched as a share of the time allows, with sifting (Rudell 1993) whenever the table has grown;
what counts is the order in which its variables then are. A bit and its next bit are moved as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin, ignore
from quidpro.core.isolated import Crashed, Tell, isolated
from quidpro.core.parts import require
from quidpro.engines.symbolic.shared.bits import Bit, Layout
from quidpro.engines.symbolic.shared.machine import Machine, Settings
from quidpro.engines.symbolic.shared.relation import Search
from quidpro.flat.model import FlatModel
from quidpro.solvers.bdd import Bdd, Manager, Substitution

MAX_SECONDS = 30.0
"""The search for an order may take this long, or half of the remaining time if that is less."""
_MEGABYTE = 1 << 20
_PHASE = "looking for an order of the variables"


def find_order(model: FlatModel, budget: Budget, start: Sequence[Bit] | None, events: Listener = ignore) -> list[Bit]:
    """The order that sifting finds, in a process of its own; MissingPart without CUDD."""
    require("dd.cudd")
    begin(_PHASE, budget, events)
    try:
        found: list[Bit] = isolated(_sift, model, budget.remaining(), budget.megabytes, start, budget=budget)
    except Crashed as crashed:
        raise BudgetExceeded("memory", _PHASE, f"its process ended (signal {crashed.signal})") from crashed
    return found


def _sift(
    _tell: Tell, model: FlatModel, seconds: float | None, megabytes: float | None, start: Sequence[Bit] | None
) -> list[Bit]:
    return sifted_order(model, Budget(seconds, megabytes), start)


def sifted_order(model: FlatModel, budget: Budget, start: Sequence[Bit] | None = None) -> list[Bit]:
    """The order that sifting comes to from a given one, or from the static one."""
    remaining = budget.remaining()
    inner = budget.within(MAX_SECONDS if remaining is None else min(MAX_SECONDS, remaining / 2))
    inner.phase = _PHASE
    sifters: list[Sifter] = []

    def make(variables: int) -> Manager:
        sifters.append(Sifter(variables, inner))
        return sifters[-1]

    machine = Machine(model, inner, Settings(order=start), make)
    (sifter,) = sifters
    layout = machine.bits.layout
    sifter.start(layout)
    try:
        Search(machine.relation, machine.initial).all()
    except BudgetExceeded:
        budget.check()  # a share of the time is gone, which is what it was for; or all of it
    return sifter.order(layout)


class Sifted:
    """A function of CUDD with the operators of OxiDD's."""

    __slots__ = ("function", "table")

    def __init__(self, table: Any, function: Any) -> None:
        self.table, self.function = table, function

    def __and__(self, other: Sifted) -> Sifted:
        return Sifted(self.table, self.function & other.function)

    def __or__(self, other: Sifted) -> Sifted:
        return Sifted(self.table, self.function | other.function)

    def __xor__(self, other: Sifted) -> Sifted:
        return Sifted(self.table, self.table.apply("xor", self.function, other.function))

    def __invert__(self) -> Sifted:
        return Sifted(self.table, ~self.function)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sifted) and bool(self.function == other.function)

    def __hash__(self) -> int:
        return hash(self.function)

    def equiv(self, other: Sifted) -> Sifted:
        """The equivalence."""
        return ~(self ^ other)

    def ite(self, then: Sifted, otherwise: Sifted) -> Sifted:
        """If this then that."""
        return Sifted(self.table, self.table.ite(self.function, then.function, otherwise.function))

    def satisfiable(self) -> bool:
        """Whether some valuation satisfies it."""
        return bool(self.function != self.table.false)

    def node_count(self) -> int:
        """The size of its diagram."""
        return int(self.function.dag_size)

    def substitute(self, names: Mapping[str, str]) -> Sifted:
        """Substitute variables for variables."""
        return Sifted(self.table, self.table.let(names, self.function))


class _Size:
    """What searches ask of a table."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def approx_num_inner_nodes(self) -> int:
        """How many nodes there are."""
        return len(self._table)


class Sifter(Manager):
    """The manager's operations on CUDD: as much of them as building and searching needs."""

    def __init__(self, variables: int, budget: Budget) -> None:
        cudd = require("dd.cudd")
        self.budget, self.variables, self.peak = budget, variables, 0
        self._and_exists = cudd.and_exists
        self.cudd = cudd.BDD()
        self.cudd.configure(reordering=False, max_vars=variables)
        if budget.megabytes is not None:
            self.cudd.configure(max_memory=int(budget.megabytes * _MEGABYTE))
        self.cudd.declare(*map(_name, range(variables)))
        self.table = cast("Any", _Size(self.cudd))

    def start(self, layout: Layout) -> None:
        """Keep a bit and its next bit together, and begin to sift."""
        pairs = [
            levels[bit] for name, levels in layout.now.items() if name in layout.then for bit in range(len(levels))
        ]
        self.cudd.group({_name(level): 2 for level in pairs})
        self.cudd.configure(reordering=True)

    def order(self, layout: Layout) -> list[Bit]:
        """The bits as the table has them now."""
        self.cudd.reorder()
        levels = self.cudd.var_levels
        return sorted(layout.order, key=lambda bit: levels[_name(layout.now[bit[0]][bit[1]])])

    def _wrap(self, function: Any) -> Bdd:
        return cast("Bdd", Sifted(self.cudd, function))

    @property
    def true(self) -> Bdd:
        """The function that is always true."""
        return self._wrap(self.cudd.true)

    @property
    def false(self) -> Bdd:
        """The function that is never true."""
        return self._wrap(self.cudd.false)

    def var(self, variable: int) -> Bdd:
        """The function of one variable."""
        return self._wrap(self.cudd.var(_name(variable)))

    def cube(self, variables: Iterable[int]) -> Bdd:
        """The names of variables, which is what dd's quantifiers want."""
        return cast("Bdd", list(map(_name, variables)))

    def minterm(self, values: Mapping[int, bool]) -> Bdd:
        """The conjunction of literals."""
        return self._wrap(self.cudd.cube({_name(variable): value for variable, value in values.items()}))

    def exists(self, function: Bdd, cube: Bdd) -> Bdd:
        """Quantify variables."""
        return self._wrap(self.cudd.exist(cube, cast("Sifted", function).function))

    def and_exists(self, left: Bdd, right: Bdd, cube: Bdd) -> Bdd:
        """Conjoin and quantify in one pass."""
        first, second = cast("Sifted", left), cast("Sifted", right)
        return self._wrap(self._and_exists(first.function, second.function, cube))

    def renaming(self, sources: Iterable[int], targets: Iterable[int]) -> Substitution:
        """The substitution of variables for variables."""
        return cast("Substitution", dict(zip(map(_name, sources), map(_name, targets), strict=True)))

    def support(self, function: Bdd) -> frozenset[int]:
        """The variables that a function depends on."""
        return frozenset(int(name[1:]) for name in self.cudd.support(cast("Sifted", function).function))

    def pick(self, function: Bdd, variables: Iterable[int]) -> dict[int, bool] | None:
        """Values of these variables in some valuation that satisfies the function; None if there is none."""
        found = self.cudd.pick(cast("Sifted", function).function)
        return None if found is None else {v: bool(found.get(_name(v), False)) for v in variables}

    def collect(self) -> None:
        """CUDD collects by itself."""

    def poll(self) -> None:
        """Check the budget."""
        self.budget.check()

    @contextmanager
    def limits(self) -> Iterator[None]:
        """CUDD's way to say that the memory is used up is a complaint about a node that is not there."""
        try:
            yield
        except ValueError as error:
            if "NULL" not in str(error):
                raise
            raise BudgetExceeded("memory", self.budget.phase, "the table of CUDD is full") from None


def _name(variable: int) -> str:
    return f"v{variable}"
