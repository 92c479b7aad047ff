"""Counterexamples as paths: back through the rings of a search, or along the reason why a CTL formula fails.

A CTL formula is followed inwards, as far as one path can show it: a false ``AG f`` gives a path to a state where f is
false, a false ``AF f`` a fair lasso on which f is never true, a conjunction its false part. Where the reason is that
*no* path does something (a false ``EF f``), the path ends. A lasso visits every justice condition and answers
compassion, round by round, until a round can come back to its first state (Clarke, Grumberg, McMillan and Zhao 1995).

Layers and paths are over pairs of state and input, so that every state but the last comes with the inputs of the step
that leaves it, as :func:`quidpro.flat.explicit.replay` wants it.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.whole.ctl import Ctl
from quidpro.engines.symbolic.whole.fairness import backwards
from quidpro.flat.formula import Atom, Formula, Temporal
from quidpro.flat.model import Span
from quidpro.flat.types import Value
from quidpro.solvers.bdd import Bdd

State = dict[str, Value]


def pick_state(machine: Machine, among: Bdd, *, inputs: bool = False) -> State:
    """Some state of a set (of states, or of pairs of state and input)."""
    literals = machine.manager.pick(among, range(machine.manager.variables))
    assert literals is not None
    kept = machine.model.variables if inputs else [v.name for v in machine.model.states]
    return machine.bits.decode(literals, kept)


def state_set(machine: Machine, state: State) -> Bdd:
    """The set of one state, whatever its inputs."""
    return machine.bits.state({v.name: state[v.name] for v in machine.model.states})


def path_to(machine: Machine, rings: Sequence[Bdd], bad: Bdd) -> list[State]:
    """A path from an initial state to a bad state of the last ring."""
    return path_back(machine, rings[:-1], pick_state(machine, rings[-1] & bad))


def path_back(machine: Machine, rings: Sequence[Bdd], last: State) -> list[State]:
    """A path through the rings, one state in each, to a state that has a predecessor in the last of them."""
    path = [last]
    for ring in reversed(rings):
        before = machine.relation.preimage_with_inputs(state_set(machine, path[-1])) & ring
        path.append(pick_state(machine, before, inputs=True))
    return path[::-1]


def last_step(machine: Machine, state: State, among: Bdd) -> list[State]:
    """A step from a state among given steps."""
    steps = machine.relation.restrict(state_set(machine, state) & among)
    literals = machine.manager.pick(steps, range(machine.manager.variables))
    assert literals is not None
    states, decode = [v.name for v in machine.model.states], machine.bits.decode
    return [decode(literals, machine.model.variables), decode(literals, states, following=True)]


Path = tuple[list[State], int | None]
"""States, and the index of the one that the last state repeats when the path is a lasso."""

_DUAL = {"AX": "EX", "AF": "EG", "AG": "EF", "AU": "EU"}


def counterexample(ctl: Ctl, formula: Formula, violating: Bdd, span: Span) -> Path:
    """A path from an initial state that shows why a formula fails there."""
    return Witness(ctl, span).path(formula, violating, wanted=False)


class Witness:
    """Follows a formula along a path."""

    def __init__(self, ctl: Ctl, span: Span) -> None:
        self.ctl = ctl
        self.span = span
        self.machine = ctl.machine

    def path(self, formula: Formula, among: Bdd, *, wanted: bool) -> Path:
        """A path from one of the states, all of which give the formula the wanted value, that shows why."""
        if isinstance(formula, Atom):
            return [pick_state(self.machine, among)], None
        op, args = formula.op, formula.args
        match op:
            case "not":
                return self.path(args[0], among, wanted=not wanted)
            case "and" | "or" | "implies":
                return self._connective(formula, among, wanted)
        if formula.bounds is None and op.startswith("E") and wanted:
            return self._temporal(op, [(arg, True) for arg in args], among)
        if formula.bounds is None and op in _DUAL and not wanted:
            return self._refute(formula, among)
        return [pick_state(self.machine, among)], None

    def _value(self, formula: Formula, wanted: bool) -> Bdd:
        states = self.ctl.states(formula, self.span)
        return states if wanted else self.ctl.complement(states)

    def _connective(self, formula: Temporal, among: Bdd, wanted: bool) -> Path:
        """The part that decides; when all parts do, the one that is followed is the first with something to show."""
        sides = [(arg, wanted) for arg in formula.args]
        if formula.op == "implies":
            sides[0] = (formula.args[0], not wanted)
        for arg, value in sorted(sides, key=lambda side: isinstance(side[0], Atom)):
            chosen = among & self._value(arg, value)
            if chosen.satisfiable():
                return self.path(arg, chosen, wanted=value)
        raise AssertionError(formula)

    def _refute(self, formula: Temporal, among: Bdd) -> Path:
        """Why a formula does not hold on all paths: one path on which it fails."""
        if formula.op != "AU":
            return self._temporal(_DUAL[formula.op], [(formula.args[0], False)], among)
        left, right = (self._value(arg, False) for arg in formula.args)
        leaving = self.ctl.eu(right, left & right)
        if (leaving & among).satisfiable():
            return self._descend(right, left & right & self.ctl.fairness.fair, among)
        return self._lasso(right, among)

    def _temporal(self, op: str, sides: Sequence[tuple[Formula, bool]], among: Bdd) -> Path:
        values = [self._value(arg, wanted) for arg, wanted in sides]
        if op == "EG":
            return self._lasso(values[0], among)
        goal = values[-1] & self.ctl.fairness.fair
        if op == "EX":
            path = self._walk([goal, self._before(goal)], among, 1)
        else:
            through = values[0] if op == "EU" else self.ctl.everything
            path, _ = self._descend(through, goal, among)
        rest, loop = self.path(sides[-1][0], state_set(self.machine, path[-1]), wanted=sides[-1][1])
        return path[:-1] + rest, None if loop is None else loop + len(path) - 1

    def _before(self, pairs: Bdd) -> Bdd:
        """The pairs of reachable state and input with a step into the states of pairs."""
        relation = self.machine.relation
        states = self.machine.manager.exists(pairs, relation.input_cube)
        return relation.preimage_with_inputs(states) & self.ctl.everything

    def _layers(self, through: Bdd, goal: Bdd, among: Bdd) -> list[Bdd]:
        """Layers by their distance from a goal, until one meets the states to start from."""
        layers, seen = [goal], self.machine.manager.false
        while not (layers[-1] & among).satisfiable():
            layers.append(through & self._before(layers[-1]) & ~seen)
            seen = seen | layers[-1]
            assert layers[-1].satisfiable()
        return layers

    def _descend(self, through: Bdd, goal: Bdd, among: Bdd) -> Path:
        """A shortest path from some state, through a set, to a goal."""
        layers = self._layers(through, goal, among)
        return self._walk(layers, among, len(layers) - 1), None

    def _walk(self, layers: Sequence[Bdd], among: Bdd, start: int) -> list[State]:
        """One pair of each layer, from an outer one to the goal."""
        path = [pick_state(self.machine, layers[start] & among, inputs=True)]
        for layer in reversed(layers[:start]):
            path.append(pick_state(self.machine, self._after(path[-1]) & layer, inputs=True))
        return path

    def _after(self, pair: State) -> Bdd:
        return self.machine.relation.image(self.machine.bits.state(pair))

    def _lasso(self, among: Bdd, start: Bdd) -> Path:
        """A fair path from one of the start states that stays among states for ever."""
        core = self.ctl.fairness.core(among)
        core = core & self._before(core)
        prefix, _ = self._descend(among & self.ctl.everything, core, start)
        while True:
            anchor = len(prefix) - 1
            self._round(core, prefix)
            if self._close(core, prefix, anchor):
                return prefix, anchor
            if len(prefix) - 1 == anchor:  # what follows cannot come back here, so that every round gets further
                prefix.append(pick_state(self.machine, self._after(prefix[-1]) & core, inputs=True))

    def _round(self, core: Bdd, path: list[State]) -> None:
        """Visit every justice condition, and every answer of compassion that can be reached."""
        fairness = self.ctl.fairness
        for condition in fairness.justice:
            self._extend(core, path, core & condition)
        for _, then in fairness.compassion:
            if (backwards(core, core & then, self._before) & self.machine.bits.state(path[-1])).satisfiable():
                self._extend(core, path, core & then)

    def _extend(self, core: Bdd, path: list[State], goal: Bdd) -> None:
        """Prolong a path inside the core to a goal; the pair it stands on stays as it is."""
        here = self.machine.bits.state(path[-1])
        layers = self._layers(core, goal, here)
        path += self._walk(layers, here, len(layers) - 1)[1:]

    def _close(self, core: Bdd, path: list[State], anchor: int) -> bool:
        """Come back to the anchor in one step or more, if that is possible."""
        here = self.machine.bits.state(path[-1])
        layers, seen = [core & self.machine.bits.state(path[anchor])], self.machine.manager.false
        while True:
            layers.append(core & self._before(layers[-1]) & ~seen)
            seen = seen | layers[-1]
            if (layers[-1] & here).satisfiable():
                path += self._walk(layers, here, len(layers) - 1)[1:]
                return True
            if not layers[-1].satisfiable():
                return False
