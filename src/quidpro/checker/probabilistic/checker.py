"""``certify`` for the probabilistic world: is this certificate right about these components and this specification?

Rules ``asym`` and ``asym-n`` (pAGAR, section 5): with groups of components M1 … Mn and assumptions A1 … A(n-1),

    1: M1 ∥ A1 ⪯ P     2: M2 ∥ A2 ⪯ A1     …     n: Mn ⪯ A(n-1)      ⊢   M1 ∥ … ∥ Mn ⪯ P

Each premise is shown by its simulation relation. Actions that P does not know it ignores, and so does an assumption
with actions of the components behind it: it stands for the LPTS that stays where it is by each of them. The conclusion
follows by induction from the last premise: if M(k+1) ∥ … ∥ Mn ⪯ Ak and Ak has no action that those lack, then
Mk ∥ M(k+1) ∥ … ⪯ Mk ∥ Ak (Lemma 2: simulation is compositional) ⪯ A(k-1) (it is transitive). Marks that the
specification does not speak of do not count; for the others a state of a composition has those of its parts, so that
agreeing on them is compositional too.

For a formula, premise 1 is that M1 ∥ A1 satisfies it, shown by bounds of its probabilities; simulation preserves
safe-pCTL. Rule ``monolithic`` has one group of all components, and no assumption. Rule ``execution`` refutes: the tree
is one that the components have, and the specification does not simulate it, or it violates the formula. Rule
``scheduler`` refutes a formula where there is no such tree: a scheduler of the whole system exceeds its bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from quidpro.checker.conclusion import Rejected, concluded
from quidpro.checker.probabilistic.formula import check_bounds, check_scheduler
from quidpro.checker.probabilistic.parts import Joint, Part, is_number
from quidpro.checker.probabilistic.simulation import check_simulation
from quidpro.checker.probabilistic.tree import check_not_simulated, check_violated, replay
from quidpro.core.budget import Budget
from quidpro.logic.pctl import Formula
from quidpro.lpts.lpts import LPTS
from quidpro.verdict.documents import FORMAT, VERSION
from quidpro.verdict.probabilistic.certificate import lpts_digest
from quidpro.verdict.probabilistic.evidence import WORLD
from quidpro.verdict.verdict import DIFFERS, Certification

_PROOFS = ("asym", "asym-n", "monolithic")


def certify_lpts(
    certificate: Mapping[str, Any], components: Sequence[LPTS], spec: LPTS | Formula, budget: Budget | None = None
) -> Certification:
    """Check a certificate against the components and the specification, a third LPTS or a formula, that it is about."""
    budget = budget or Budget()
    return concluded(lambda: _check(certificate, components, spec, budget))


def _check(certificate: Mapping[str, Any], components: Sequence[LPTS], spec: LPTS | Formula, budget: Budget) -> None:
    budget.phase = "checking the certificate"
    _check_head(certificate, components, spec)
    relevant = spec.marks if isinstance(spec, Formula) else frozenset(spec.marks)
    parts = [Part.of(component, relevant) for component in components]
    rule, verdict = certificate.get("rule"), certificate.get("verdict")
    if rule in _PROOFS and verdict == "holds":
        _Proof(certificate, parts, spec, relevant, budget).check()
    elif rule == "execution" and verdict == "violated":
        tree = replay(certificate.get("tree"), parts, budget)
        if isinstance(spec, Formula):
            check_violated(tree, spec, budget)
        else:
            check_not_simulated(tree, Part.of(spec, relevant), budget)
    elif rule == "scheduler" and verdict == "violated" and isinstance(spec, Formula):
        check_scheduler(Joint(parts), spec, certificate.get("values"), budget)
    else:
        known = ", ".join((*_PROOFS, "execution", "scheduler"))
        raise Rejected(f"there is no rule {rule!r} for {verdict!r} of this specification; known are {known}")


def _check_head(certificate: Mapping[str, Any], components: Sequence[LPTS], spec: LPTS | Formula) -> None:
    """The certificate is about these components and this specification."""
    if not isinstance(certificate, Mapping):
        raise Rejected("this is no certificate")
    if (certificate.get("format"), certificate.get("version")) != (FORMAT, VERSION):
        raise Rejected(f"this is not version {VERSION} of {FORMAT}")
    if certificate.get("world") != WORLD:
        raise Rejected("the certificate is not about a probabilistic system")
    listed = certificate.get("components")
    if not isinstance(listed, list) or len(listed) != len(components):
        raise Rejected(f"the certificate is not about {len(components)} components")
    for one, component in zip(listed, components, strict=True):
        if not isinstance(one, dict) or one.get("digest") != lpts_digest(component):
            raise Rejected(f"{component.name or '?'} is not the component that was checked: {DIFFERS}")
    about = certificate.get("specification")
    if not isinstance(about, dict):
        raise Rejected("the certificate names no specification")
    if isinstance(spec, Formula):
        if about.get("formula") != str(spec):
            raise Rejected(f"the certificate is not about the formula {spec}")
    elif about.get("digest") != lpts_digest(spec):
        raise Rejected(f"{spec.name or '?'} is not the specification that was checked: {DIFFERS}")


class _Proof:
    """The premises of a proof that a system satisfies its specification."""

    def __init__(
        self,
        certificate: Mapping[str, Any],
        parts: list[Part],
        spec: LPTS | Formula,
        relevant: frozenset[str],
        budget: Budget,
    ) -> None:
        self.spec, self.budget = spec, budget
        self.rule = certificate["rule"]
        self.goal = None if isinstance(spec, Formula) else Part.of(spec, relevant)
        self.groups = [[parts[i] for i in group] for group in _groups(certificate.get("groups"), len(parts))]
        assumptions = certificate.get("assumptions")
        if not isinstance(assumptions, list) or len(assumptions) != len(self.groups) - 1:
            raise Rejected(f"{len(self.groups)} groups need {len(self.groups) - 1} assumptions")
        self.assumptions = [Part.read(one, relevant, f"assumption {i}") for i, one in enumerate(assumptions, 1)]
        shown = certificate.get("premises")
        if not isinstance(shown, list) or len(shown) != len(self.groups):
            raise Rejected(f"there are {len(self.groups)} premises to show")
        self.premises: list[Any] = shown

    def check(self) -> None:
        """All premises, and that the assumptions have no actions of their own."""
        least, most = {"monolithic": (1, 1), "asym": (2, 2)}.get(self.rule, (2, len(self.groups)))
        if not least <= len(self.groups) <= most:
            raise Rejected(f"rule {self.rule} does not go with {len(self.groups)} groups")
        joints = [Joint(self.groups[-1])]
        for number in reversed(range(len(self.assumptions))):
            assumption, behind = self.assumptions[number], joints[0].alphabet
            foreign = assumption.alphabet - behind
            if foreign:
                what = f"assumption {number + 1} speaks of {min(foreign)}, which premise {number + 2} does not do"
                raise Rejected(what)
            self.assumptions[number] = assumption.completed(behind)
            joints.insert(0, Joint([*self.groups[number], self.assumptions[number]]))
        for number, joint in enumerate(joints):
            self._premise(number, joint)

    def _premise(self, number: int, joint: Joint) -> None:
        what, shown = f"premise {number + 1}", self.premises[number]
        if not isinstance(shown, dict):
            raise Rejected(f"{what} is not shown")
        if number == 0 and isinstance(self.spec, Formula):
            check_bounds(joint, self.spec, shown.get("values"), what, self.budget)
            return
        goal = self.assumptions[number - 1] if number else self.goal
        assert goal is not None
        rows = shown.get("relation")
        check_simulation(joint, goal, rows, completed=number == 0, what=what, budget=self.budget)


def _groups(groups: Any, count: int) -> list[list[int]]:
    """The groups, in which every component stands once."""
    if not isinstance(groups, list) or not all(isinstance(group, list) and group for group in groups):
        raise Rejected("the certificate has no groups of components")
    members = [i for group in groups for i in group]
    if not all(is_number(i, count) for i in members) or Counter(members) != Counter(range(count)):
        raise Rejected("every component must stand in exactly one group")
    return groups
