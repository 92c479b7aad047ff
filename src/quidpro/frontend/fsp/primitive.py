"""What stands around the body of a primitive process, in LTSA's order.

Alphabet extension, relabelling, hiding, property, reachability, ``minimal``, ``deterministic``.
"""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.labels import compile_set
from quidpro.frontend.fsp.renaming import covered, images, relation_of
from quidpro.frontend.fsp.values import Scope
from quidpro.frontend.text.problems import ModelError, Problems
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ops import complete_property, extend, hide, is_deterministic, reachable, relabel

_LOST = "determinising this loses an ERROR that is reached by hidden actions alone, as in LTSA"


def labels_of(labels: ast.LabelSet, scope: Scope) -> frozenset[str]:
    """The members of a set that depends on no variable."""
    return frozenset(map(str, compile_set(labels, scope).members(())))


def apply_hiding(lts: LTS, hiding: ast.Hiding | None, scope: Scope) -> LTS:
    """``\\{…}`` or ``@{…}``."""
    return lts if hiding is None else hide(lts, hidden_actions(lts.alphabet, hiding, scope))


def hidden_actions(alphabet: tuple[str, ...], hiding: ast.Hiding, scope: Scope) -> frozenset[str]:
    """The actions of an alphabet that a hiding clause makes silent."""
    named = covered(hiding.set, alphabet, scope, "exposes" if hiding.expose else "hides")
    return frozenset(alphabet) - named if hiding.expose else named


def finish_process(lts: LTS, is_error: bool, process: ast.ProcessDef, scope: Scope, budget: Budget) -> LTS:
    """Apply the clauses of a definition to the LTS of its body."""
    if process.extension is not None:
        lts = extend(lts, labels_of(process.extension, scope))
    if process.relabels:
        lts = relabel(lts, images(lts.alphabet, relation_of(process.relabels, lts.alphabet, scope)))
    lts = apply_hiding(lts, process.hiding, scope)
    if process.flags.property:
        lts = _as_property(lts, process)
    if is_error:
        lts = LTS.from_arrays(lts.alphabet, 1, [0], [TAU], [ERROR], name=lts.name)
    return _reduced(reachable(lts), process, scope.problems, budget)


def _as_property(lts: LTS, process: ast.ProcessDef) -> LTS:
    if not is_deterministic(lts):
        raise ModelError(
            f"property '{process.name}' must be deterministic and without hidden actions",
            process.offset,
            len(process.name),
            "give every state one transition an action; `property ||C = P.` determinises P by itself",
        )
    return complete_property(lts)


def _reduced(lts: LTS, process: ast.ProcessDef, problems: Problems, budget: Budget) -> LTS:
    if process.flags.minimal:
        lts = minimised(lts, False, budget)
    if process.flags.deterministic:
        lts = determinised(lts, process.offset, problems, budget)
    return lts


def minimised(lts: LTS, composite: bool, budget: Budget) -> LTS:
    """LTSA's minimisation of a process or a composite."""
    from quidpro.lts.reduce import minimise_ltsa

    return minimise_ltsa(lts, composite, budget)


def determinised(lts: LTS, offset: int, problems: Problems, budget: Budget) -> LTS:
    """LTSA's ``deterministic``: a deterministic LTS as it is, else the minimal one with the same traces.

    An ERROR that is reached silently from the start is lost, as in LTSA, and a warning at ``offset`` says so.
    """
    from quidpro.lts.determinise import silently_wrong
    from quidpro.lts.reduce import determinise

    if is_deterministic(lts):
        return lts
    if silently_wrong(lts)[lts.initial]:
        problems.warn(_LOST, offset, hint="look for that ERROR in what is determinised")
    return minimised(determinise(lts, budget), False, budget)
