"""``certify`` for the symbolic world: is this certificate right about this model?

Rule ``inductive``: the property and the invariants hold initially, and steps from where all of them hold keep each.

Rule ``k-inductive``: there is one group of variables, and of the model only the clauses about these are considered. The
property holds in the first k states of every run, and after any k states of a path in which it holds, all of them
different. The states of a shortest run to a violation are different, so that there is none. Where there are invariants,
they hold initially and steps of the whole model from where all hold keep each; then only states are considered of which
they hold, whatever the variables outside the group are: those of the model are, and so is a shortest run of these.

Rule ``asym``: every variable is private to M1, private to M2, or shared; a clause of the model belongs to each side
all of whose variables it speaks of, and every clause must belong to one. So the runs of the model are the pairs of
runs of the sides that agree on the shared variables. In every state the assumption reads the shared variables and goes
on to another of its states. Premise 2: whatever M2 does, the assumption can go on, and not to its rejecting state.
Premise 1: whenever it can go on so, the state of M1 satisfies the property. Both by induction, with an invariant of
the side for every state of the assumption. That the assumption is deterministic is not needed, and not asked.

Rule ``asym-n``: every group sees some variables, and a clause belongs to each group that sees all it speaks of. The
i-th premise: whenever the assumption of the i-th group can go on, so can that of the group before it, or for the first
group the property is satisfied. The last group makes no assumption. So along a run of the model all of them go on, from
the last assumption to the first. By induction, with an invariant of the group for every pair of states of the two.

Rule ``circ-ag``: groups as before, and an assumption of each without memory, which is a predicate over what the group
sees. Each group keeps its own in its initial states, and after every step from a state in which all are kept; so all
are kept for ever. Together they imply the property. By induction, with one invariant of each group.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quidpro.checker.conclusion import Rejected, concluded
from quidpro.checker.symbolic.induction import MAX_STEPS, Side, prove
from quidpro.checker.symbolic.lasso import judge
from quidpro.core.budget import Budget
from quidpro.flat.clauses import clauses
from quidpro.flat.evaluate import Program
from quidpro.flat.explicit import replay
from quidpro.flat.expr import Expr
from quidpro.flat.formula import Atom, Temporal
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.types import Enumeration
from quidpro.flat.walk import has_next, names
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicCertificate, SymbolicTrace
from quidpro.verdict.symbolic.predicates import FIRST, Node
from quidpro.verdict.verdict import Certification


def certify_symbolic(certificate: SymbolicCertificate, model: FlatModel, budget: Budget) -> Certification:
    """Check a certificate against the model it speaks of."""
    return concluded(lambda: _check(certificate, model, budget))


def replay_symbolic(trace: SymbolicTrace, model: FlatModel, spec: Spec) -> str | None:
    """Why a trace is not a run of the model to a violation of an invariant, or a lasso with one; None when it is."""
    mismatch = replay(model, trace.states)
    if mismatch is not None:
        return f"state {mismatch.state}: {mismatch.reason}"
    if spec.invariant is None:
        return None
    if trace.loop is not None:
        return judge(trace, model, replace(spec, formula=Temporal("G", (Atom(spec.invariant),))))
    program = Program([spec.invariant])
    if has_next(spec.invariant) or any(model.variables[n].kind == "input" for n in names(spec.invariant)):
        (value,) = program.run(trace.states[-2], trace.states[-1])
    else:
        (value,) = program.run(trace.states[-1])
    return None if value is False else "its last state satisfies the property"


def _check(certificate: SymbolicCertificate, model: FlatModel, budget: Budget) -> None:
    budget.phase = "checking the certificate"
    if hashlib.sha256(model.source.encoded).hexdigest() != certificate.model:
        raise Rejected("the model is not the one that was proved: its text differs")
    property = _property(certificate, model)
    _check_graph(certificate, model)
    if certificate.rule not in _RULES:
        raise Rejected(f"there is no rule {certificate.rule!r} for SMV models; known are {', '.join(sorted(_RULES))}")
    for side in _RULES[certificate.rule](certificate, model, property):
        prove(side, certificate, model, budget)


def _property(certificate: SymbolicCertificate, model: FlatModel) -> Expr:
    """What is proved: it stands in the file or, as the certificate says, beside it, and was read from its text."""
    claimed = (certificate.property, certificate.text, certificate.asked)
    for spec in model.specs:
        if (spec.name, spec.text, spec.asked) == claimed and spec.invariant is not None:
            if has_next(spec.invariant) or any(model.variables[n].kind == "input" for n in names(spec.invariant)):
                raise Rejected(f"{spec.text} speaks of inputs or of the next state")
            return spec.invariant
    raise Rejected(f"{model.name} has no invariant {certificate.property}: {certificate.text}")


def _check_graph(certificate: SymbolicCertificate, model: FlatModel) -> None:
    """Nodes come after their parts, and test variables of the model for values that they have."""
    assumptions = [*([certificate.assumption] if certificate.assumption else []), *certificate.assumptions]
    graphs = [certificate.graph, *(assumption.graph for assumption in assumptions)]
    for graph in graphs:
        for number, node in enumerate(graph.nodes):
            if not (0 <= node.then < number + FIRST and 0 <= node.otherwise < number + FIRST):
                raise Rejected(f"node {number} of a predicate refers to one that does not stand before it")
            if not _sensible(node, model):
                raise Rejected(f"node {number} of a predicate is no test of a variable of the model")
    references = [*certificate.invariants, *(i for part in certificate.conjuncts for i in part)]
    if any(not 0 <= i < FIRST + len(certificate.graph.nodes) for i in references):
        raise Rejected("an invariant refers to no node")
    if certificate.conjuncts and (
        certificate.rule != "asym" or len(certificate.conjuncts) != len(certificate.invariants)
    ):
        raise Rejected("parts of invariants are for rule asym, and there must be some for each of them")


def _sensible(node: Node, model: FlatModel) -> bool:
    variable = model.variables.get(node.variable)
    if variable is None:
        return False
    if isinstance(variable.domain, Enumeration):
        return node.bit is None and all(value in variable.domain for value in node.values)
    return node.bit is not None and 0 <= node.bit < variable.domain.width


def _inductive(certificate: SymbolicCertificate, model: FlatModel, property: Expr) -> list[Side]:
    if certificate.assumption is not None:
        raise Rejected("rule inductive needs no assumption")
    return [Side("the model", tuple(clauses(model)), certificate.invariants, property, whole=True)]


def _asym(certificate: SymbolicCertificate, model: FlatModel, property: Expr) -> list[Side]:
    assumption = certificate.assumption
    if assumption is None or len(certificate.invariants) != 2 * assumption.states:
        raise Rejected("rule asym needs an assumption, and for each of its states two invariants")
    _check_variables(certificate, model)
    _check_assumption(assumption, certificate.shared)
    shared = set(certificate.shared)
    seen = [shared | set(certificate.first), shared | set(certificate.second)]
    if not names(property) <= seen[0]:
        raise Rejected("the property speaks of private variables of M2")
    everything = clauses(model)
    torn = next((c for c in everything if not any(c.names <= side for side in seen)), None)
    if torn is not None:
        raise Rejected(f"the clause at {torn.span} speaks of private variables of both sides")
    mine, theirs = (tuple(c for c in everything if c.names <= side) for side in seen)
    halves = (slice(None, assumption.states), slice(assumption.states, None))
    first, second = (certificate.invariants[half] for half in halves)
    more = [certificate.conjuncts[half] for half in halves]
    return [
        Side("M1", mine, first, property, assumed=assumption, conjuncts=more[0]),
        Side("M2", theirs, second, goal=assumption, conjuncts=more[1]),
    ]


def _chain(certificate: SymbolicCertificate, model: FlatModel, property: Expr) -> list[Side]:
    groups, assumptions = [set(group) for group in certificate.groups], certificate.assumptions
    if len(groups) < 2 or len(assumptions) != len(groups) - 1:
        raise Rejected("rule asym-n needs two or more groups, and an assumption of each but the last")
    if not names(property) <= groups[0]:
        raise Rejected("the property speaks of variables that M1 does not see")
    _check_groups(groups, model)
    for i, assumption in enumerate(assumptions):
        _check_assumption(assumption, groups[i] & groups[i + 1])
    goals, assumed = (None, *assumptions), (*assumptions, None)
    sizes = [_states(goal) * _states(own) for goal, own in zip(goals, assumed, strict=True)]
    if len(certificate.invariants) != sum(sizes):
        raise Rejected("rule asym-n needs an invariant for each pair of states of neighbouring assumptions")
    ends = [sum(sizes[: i + 1]) for i in range(len(groups))]
    return [
        Side(
            f"M{i + 1}",
            tuple(c for c in clauses(model) if c.names <= groups[i]),
            certificate.invariants[ends[i] - sizes[i] : ends[i]],
            None if i else property,
            goals[i],
            assumed[i],
        )
        for i in range(len(groups))
    ]


def _states(assumption: SymbolicAssumption | None) -> int:
    return 1 if assumption is None else assumption.states


def _circle(certificate: SymbolicCertificate, model: FlatModel, property: Expr) -> list[Side]:
    groups, assumptions = [set(group) for group in certificate.groups], certificate.assumptions
    if len(groups) < 2 or not len(assumptions) == len(certificate.invariants) == len(groups):
        raise Rejected("rule circ-ag needs two or more groups, and an assumption and an invariant of each")
    _check_groups(groups, model)
    for group, assumption in zip(groups, assumptions, strict=True):
        _check_assumption(assumption, group)
        if assumption.states != (1 if assumption.rejecting is None else 2):
            raise Rejected("rule circ-ag takes assumptions without memory")
    parts = zip(groups, assumptions, certificate.invariants, strict=True)
    sides = [
        Side(f"M{i}", tuple(c for c in clauses(model) if c.names <= group), (held,), goal=own, circular=True)
        for i, (group, own, held) in enumerate(parts, 1)
    ]
    return [*sides, Side("the assumptions", (), (), property, circular=True)]


def _check_groups(groups: Sequence[set[str]], model: FlatModel) -> None:
    """Groups see the model and nothing else, and every clause is seen by one."""
    if set().union(*groups) != set(model.variables):
        raise Rejected("the groups do not see the variables of the model, and no others")
    torn = next((c for c in clauses(model) if not any(c.names <= group for group in groups)), None)
    if torn is not None:
        raise Rejected(f"the clause at {torn.span} speaks of variables that no group sees all of")


def _check_variables(certificate: SymbolicCertificate, model: FlatModel) -> None:
    dealt = [*certificate.first, *certificate.second, *certificate.shared]
    if len(dealt) != len(set(dealt)) or set(dealt) != set(model.variables):
        raise Rejected("the variables of the model are not each on one side or shared")


def _check_assumption(assumption: SymbolicAssumption, shared: Iterable[str]) -> None:
    letters = set(shared)
    if any(node.variable not in letters for node in assumption.graph.nodes):
        raise Rejected("the assumption speaks of variables that are not shared")
    nodes = FIRST + len(assumption.graph.nodes)
    for edge in assumption.edges:
        inside = 0 <= edge.source < assumption.states and 0 <= edge.target < assumption.states
        if not inside or not 0 <= edge.predicate < nodes:
            raise Rejected("an edge of the assumption leads nowhere")
    if assumption.rejecting == 0:
        raise Rejected("the assumption rejects everything")


def _k_inductive(certificate: SymbolicCertificate, model: FlatModel, property: Expr) -> list[Side]:
    if certificate.assumption is not None or not 1 <= certificate.steps <= MAX_STEPS:
        raise Rejected(f"rule k-inductive needs 1 to {MAX_STEPS} steps, and no assumption")
    if len(certificate.groups) != 1 or not names(property) <= set(certificate.groups[0]) <= set(model.variables):
        raise Rejected("rule k-inductive needs one group of variables of the model, those of the property among them")
    (group,) = map(set, certificate.groups)
    about = tuple(c for c in clauses(model) if c.names <= group)
    states = tuple(v.name for v in model.states if v.name in group)
    known = certificate.invariants
    over_steps = Side("the model", about, known, property, steps=certificate.steps, states=states)
    return [*([Side("the model", tuple(clauses(model)), known, whole=True)] if known else []), over_steps]


_RULES = {"inductive": _inductive, "k-inductive": _k_inductive, "asym": _asym, "asym-n": _chain, "circ-ag": _circle}
