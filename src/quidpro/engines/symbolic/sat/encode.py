"""A flat model as a machine of bits.

A value is encoded by its index in the domain, in binary, a word by its own bits, as in decision diagrams
(``shared.bits``). What a step leaves open (a right-hand side that is a set, a variable without one) is decided by new
inputs, whatever value they have: where they stand for none that is allowed, the first one that is counts. So only TRANS
and INVAR are constraints. A variable that ``x := e`` decides is no part of the state: it is the function e.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.engines.symbolic.shared import words
from quidpro.engines.symbolic.shared.bits import code, value_of
from quidpro.engines.symbolic.shared.machine import speaks_of_steps
from quidpro.engines.symbolic.shared.meaning import Choice, Meaning, Truth, Words, as_choice, same
from quidpro.engines.symbolic.shared.translate import Translator
from quidpro.flat.build import negation
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel, Spec, Variable
from quidpro.flat.types import Domain, Enumeration, Value
from quidpro.flat.walk import to_next, variables
from quidpro.solvers.aig import TRUE, Aig, Lit, Lits, evaluate, sat, value
from quidpro.solvers.aig import clauses as cnf
from quidpro.solvers.circuit import Circuit, Run, Simulator, leaves
from quidpro.solvers.sat import Solver

Key = tuple[str, bool]
"""A variable, now or next."""
State = dict[str, Value]


@dataclass(frozen=True)
class Encoded:
    """The functions of a variable: its bits, least significant first, and for an enumeration what its values are."""

    bits: tuple[Lit, ...]
    guards: Mapping[Value, Lit]


class Encoder:
    """A model with the functions of its variables; :meth:`circuit` asks about one of its specifications."""

    def __init__(self, model: FlatModel, budget: Budget) -> None:
        self.model = model
        self.graph = Aig()
        self.manager = Lits(self.graph, budget)
        self.translator: Translator[Lit] = Translator(self)
        self._known: dict[Key, Encoded] = {}
        self._inputs: list[Lit] = []
        self._latches = [v for v in model.states if not self._is_function(v.name)]
        self._lay_out()
        self.bits = [(v.name, i) for v in self._latches for i in range(v.domain.bits)]
        """The variable and bit of every latch."""
        self._machine = self._build()

    def vector(self, name: str, *, following: bool = False) -> tuple[Lit, ...]:
        """The bits of a variable."""
        return self._known[name, following].bits

    def guards(self, name: str, *, following: bool = False) -> Mapping[Value, Lit]:
        """For every value of an enumerated variable, whether it has this value."""
        return self._known[name, following].guards

    def circuit(self, spec: Spec) -> Circuit:
        """The machine, with what violates an invariant as bad."""
        assert spec.invariant is not None
        return self.circuit_for(negation(spec.invariant))

    def circuit_for(self, violation: Expr) -> Circuit:
        """The machine, with what is to be bad; of a step it must be one that can be taken."""
        failing = self.translator.truth(violation)
        if speaks_of_steps(violation, self.model):
            failing = failing & Lit(self.graph, self._machine.constraint)
        return self.circuit_with(failing)

    def circuit_with(self, bad: Lit) -> Circuit:
        """The machine, with what is bad as a function."""
        machine = self._machine
        return Circuit(
            self.graph,
            machine.latches,
            machine.next,
            machine.reset,
            [x.lit for x in self._inputs],
            bad.lit,
            machine.constraint,
            machine.start,
            machine.facts,
        )

    def states(self, run: Run, circuit: Circuit, *, steps: bool = False) -> tuple[State, ...]:
        """A run in the values of all variables: of each state but the last with the inputs of the step from it.

        ``steps`` says that it is a step which is bad: the run then goes on by that.
        """
        values = Decoder(self, circuit)
        found = [values.state(*at, with_inputs=True) for at in zip(run.states, run.inputs, strict=True)]
        if steps:
            after = Simulator(circuit).step(run.states[-1], run.inputs[-1])
            return (*found, values.state(after, frozenset(), with_inputs=False))
        return (*found[:-1], values.state(run.states[-1], frozenset(), with_inputs=False))

    # Variables

    def _is_function(self, name: str) -> bool:
        assigned = self.model.assignments.get(name)
        return assigned is not None and assigned.current is not None and not assigned.current.rhs.type.many

    def _lay_out(self) -> None:
        """The functions of all variables, each after those that it reads."""
        for variable in self._latches:
            self._known[variable.name, False] = self._plain(variable.domain, fresh(self.manager, variable.domain))
        for variable in self.model.inputs:
            self._known[variable.name, False] = self._free(variable.domain)
        stack: list[tuple[Key, bool]] = [((v.name, step), False) for step in (True, False) for v in self.model.states]
        while stack:
            key, ready = stack.pop()
            if key in self._known:
                continue
            rhs = self._right_hand_side(*key)
            missing = [] if rhs is None else [k for v in variables(rhs) if (k := (v.name, v.next)) not in self._known]
            if ready or not missing:
                self._known[key] = self._encoded(key[0], rhs)
            else:
                stack += [(key, True), *((k, False) for k in missing)]

    def _right_hand_side(self, name: str, following: bool) -> Expr | None:
        """What decides a variable, now or next; None where nothing does."""
        variable, assigned = self.model.variables[name], self.model.assignments.get(name)
        if variable.kind == "frozen" and following:
            return variable.now()
        if assigned is None:
            return None
        if assigned.current is not None:
            return to_next(assigned.current.rhs) if following else assigned.current.rhs
        return assigned.next.rhs if assigned.next is not None else None

    def _encoded(self, name: str, rhs: Expr | None) -> Encoded:
        domain = self.model.variables[name].domain
        if rhs is None:
            return self._free(domain)
        meaning, _ = self.translator.entry(rhs)
        return self._chosen(domain, meaning) if rhs.type.many else self._from(domain, meaning)

    def _plain(self, domain: Domain, bits: tuple[Lit, ...]) -> Encoded:
        if not isinstance(domain, Enumeration):
            return Encoded(bits, {})
        return Encoded(bits, {v: self.manager.minterm(bits, code(domain, v)) for v in domain})

    def _from(self, domain: Domain, meaning: Meaning[Lit]) -> Encoded:
        """What has a meaning that is a single value of the domain."""
        if isinstance(meaning, Words):
            return Encoded(meaning.vector, {})
        if isinstance(meaning, Truth) and domain.bits == 1:
            return Encoded((meaning.holds,), {False: ~meaning.holds, True: meaning.holds})
        guards = {v: g for v, g in as_choice(meaning).guards.items() if v in domain}
        any_of = self.manager.disjunction
        bits = (any_of(g for v, g in guards.items() if code(domain, v) >> i & 1) for i in range(domain.bits))
        return Encoded(tuple(bits), {v: guards.get(v, self.manager.false) for v in domain})

    def _free(self, domain: Domain) -> Encoded:
        """Any value, decided by inputs."""
        if domain.size == 1 << domain.bits:
            return self._plain(domain, self._decide(domain))
        return self._chosen(domain, Choice(dict.fromkeys(domain, self.manager.true)))

    def _decide(self, domain: Domain) -> tuple[Lit, ...]:
        new = fresh(self.manager, domain)
        self._inputs += new
        return new

    def _chosen(self, domain: Domain, offered: Meaning[Lit]) -> Encoded:
        """One value of a set, whichever the inputs decide."""
        if isinstance(offered, Words):
            return self._from(domain, self._chosen_word(offered))
        guards = as_choice(offered).guards
        if len(guards) == domain.size == 1 << domain.bits and all(g.lit == TRUE for g in guards.values()):
            return self._free(domain)
        wanted = self._plain(domain, self._decide(domain)).guards
        taken = {v: g & wanted[v] for v, g in guards.items() if v in wanted}
        otherwise = ~self.manager.disjunction(taken.values())
        found: dict[Value, Lit] = {}
        for v, guard in guards.items():
            found[v] = taken.get(v, self.manager.false) | (otherwise & guard)
            otherwise = otherwise & ~guard
        return self._from(domain, Choice(found))

    def _chosen_word(self, offered: Words[Lit]) -> Words[Lit]:
        """The first of the words whose own input is set; else the first that is offered at all."""
        found = offered.options[-1][1]
        for guard, vector in reversed(offered.options[:-1]):
            found = words.select(guard, vector, found)
        for guard, vector in reversed(offered.options):
            wanted = self.manager.input()
            self._inputs.append(wanted)
            found = words.select(guard & wanted, vector, found)
        return Words(((self.manager.true, found),))

    # The machine

    def _build(self) -> Circuit:
        model, manager = self.model, self.manager
        truth = self.translator.truth
        facts = [self._domain(v) for v in self._latches] + [truth(c.expr) for c in model.invar]
        steps = [truth(c.expr) for c in model.trans] + [truth(to_next(c.expr)) for c in model.invar]
        reset: list[int | None] = []
        start = [truth(c.expr) for c in model.init]
        for variable in self._latches:
            fixed, more = self._initial(variable)
            reset += fixed
            start += more
        latches = [x.lit for v in self._latches for x in self.vector(v.name)]
        following = [x.lit for v in self._latches for x in self.vector(v.name, following=True)]
        return Circuit(
            self.graph,
            latches,
            following,
            reset,
            [],
            TRUE,
            manager.conjunction(steps).lit,
            manager.conjunction([*facts, *start]).lit,
            manager.conjunction(facts).lit,
        )

    def _domain(self, variable: Variable) -> Lit:
        """Whether the bits of a variable stand for one of its values."""
        if variable.domain.size == 1 << variable.domain.bits:
            return self.manager.true
        return self.manager.disjunction(self.guards(variable.name).values())

    def _initial(self, variable: Variable) -> tuple[list[int | None], list[Lit]]:
        """The bits that a variable has at first, where they are constants, and what is said of it otherwise."""
        assigned = self.model.assignments.get(variable.name)
        side = None if assigned is None else assigned.current or assigned.init
        nothing: list[int | None] = [None] * variable.domain.bits
        if side is None:
            return nothing, []
        meaning, _ = self.translator.entry(side.rhs)
        if not side.rhs.type.many:
            bits = [x.lit for x in self._from(variable.domain, meaning).bits]
            if all(x <= TRUE for x in bits):
                return [*bits], []
        mine, _ = self.translator.entry(variable.now())
        return nothing, [same(self.manager, mine, meaning)]


def starts(circuit: Circuit, budget: Budget) -> bool:
    """Whether a machine has an initial state."""
    if circuit.start == TRUE:
        return True
    solver = Solver(budget, cnf(circuit.graph, circuit.graph.cone([circuit.start])))
    first = (sat(x ^ (not reset)) for x, reset in zip(circuit.latches, circuit.reset, strict=True) if reset is not None)
    try:
        return solver.solve([sat(circuit.start), *first])
    finally:
        solver.close()


def fresh(manager: Lits, domain: Domain) -> tuple[Lit, ...]:
    """New inputs for the bits of a value."""
    return manager.inputs(domain.bits)


class Decoder:
    """Valuations of a machine as values of the variables of its model."""

    def __init__(self, encoder: Encoder, circuit: Circuit) -> None:
        self._encoder = encoder
        self._circuit = circuit
        self._vectors = {name: encoder.vector(name) for name in encoder.model.variables}
        self._cone = circuit.graph.cone(x.lit for bits in self._vectors.values() for x in bits)

    def state(self, state: frozenset[int], inputs: frozenset[int], *, with_inputs: bool) -> State:
        """The values of the variables."""
        circuit, model = self._circuit, self._encoder.model
        values = evaluate(circuit.graph, self._cone, leaves(circuit, state, inputs))
        found = {}
        for name, bits in self._vectors.items():
            number = sum(1 << i for i, bit in enumerate(bits) if value(values, bit.lit))
            if with_inputs or model.variables[name].kind != "input":
                found[name] = value_of(model.variables[name].domain, number)
        return found
