"""What stands around the body of a process, in LTSA's order; and the composition of a group with one END.

Around a primitive process: alphabet extension, relabelling, hiding, property, reachability, ``minimal``,
``deterministic``. In a group the processes without END may be anywhere when the others have ended, so a product can
terminate in many states. LTSA makes them one: what follows in a sequence then follows all of them, and none of them is
a deadlock.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.core.budget import Budget
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.labels import labels_of
from quidpro.frontend.fsp.renaming import covered_actions, images, relation_of
from quidpro.frontend.fsp.values import Scope
from quidpro.frontend.text.problems import ModelError, Problems
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ops import complete_property, extend, hide, is_deterministic, reachable, relabel
from quidpro.lts.product import Product, compose
from quidpro.lts.system import Priority

_LOST = "determinising this loses an ERROR that is reached by hidden actions alone, as in LTSA"


def hidden_actions(alphabet: tuple[str, ...], hiding: ast.Hiding, scope: Scope) -> frozenset[str]:
    """The actions of an alphabet that a hiding clause makes silent."""
    named = covered_actions(hiding.set, alphabet, scope, "exposes" if hiding.expose else "hides")
    return frozenset(alphabet) - named if hiding.expose else named


def finish_process(lts: LTS, is_error: bool, process: ast.ProcessDef, scope: Scope, budget: Budget) -> LTS:
    """Apply the clauses of a definition to the LTS of its body."""
    if process.extension is not None:
        lts = extend(lts, labels_of(process.extension, scope))
    if process.relabels:
        lts = relabel(lts, images(lts.alphabet, relation_of(process.relabels, lts.alphabet, scope)))
    if process.hiding is not None:
        lts = hide(lts, hidden_actions(lts.alphabet, process.hiding, scope))
    if process.flags.property:
        lts = _as_property(lts, process)
    if is_error:
        lts = LTS.from_arrays(lts.alphabet, 1, [0], [TAU], [ERROR], name=lts.name)
    return _reduce(reachable(lts), process, scope.problems, budget)


def _as_property(lts: LTS, process: ast.ProcessDef) -> LTS:
    if not is_deterministic(lts):
        raise ModelError(
            f"property '{process.name}' must be deterministic and without hidden actions",
            process.offset,
            len(process.name),
            "give every state one transition an action; `property ||C = P.` determinises P by itself",
        )
    return complete_property(lts)


def _reduce(lts: LTS, process: ast.ProcessDef, problems: Problems, budget: Budget) -> LTS:
    if process.flags.minimal:
        lts = minimise_as_ltsa(lts, False, budget)
    if process.flags.deterministic:
        lts = determinise_as_ltsa(lts, process.offset, problems, budget)
    return lts


def minimise_as_ltsa(lts: LTS, composite: bool, budget: Budget) -> LTS:
    """LTSA's minimisation of a process or a composite."""
    from quidpro.lts.reduce import minimise_ltsa

    return minimise_ltsa(lts, composite, budget)


def determinise_as_ltsa(lts: LTS, offset: int, problems: Problems, budget: Budget) -> LTS:
    """LTSA's ``deterministic``: a deterministic LTS as it is, else the minimal one with the same traces.

    An ERROR that is reached silently from the start is lost, as in LTSA, and a warning at ``offset`` says so.
    """
    from quidpro.lts.determinise import silently_wrong
    from quidpro.lts.reduce import determinise

    if is_deterministic(lts):
        return lts
    if silently_wrong(lts)[lts.initial]:
        problems.warn(_LOST, offset, hint="look for that ERROR in what is determinised")
    return minimise_as_ltsa(determinise(lts, budget), False, budget)


_ENDED = "\N{END OF TEXT}"
"""An action that no text can spell: those that can end repeat it together once they have ended."""


def compose_parts(parts: Sequence[LTS], priority: Priority | None, budget: Budget) -> LTS:
    """The parts composed, all their terminated states merged."""
    if not _may_end_in_many_ways(parts):
        return compose(parts, priority, budget)
    return _merge_ends(compose([_mark_end(part) for part in parts], priority, budget))


def _may_end_in_many_ways(parts: Sequence[LTS]) -> bool:
    return any(part.end < 0 for part in parts) and Product(parts).may_end


def _mark_end(lts: LTS) -> LTS:
    """An LTS that repeats the mark in its END."""
    if lts.end < 0:
        return lts
    return LTS.from_arrays(
        (*lts.alphabet, _ENDED),
        lts.states,
        np.append(lts.source, lts.end),
        np.append(lts.label, len(lts.alphabet) + 1),
        np.append(lts.target, lts.end),
        initial=lts.initial,
        end=lts.end,
        name=lts.name,
    )


def _merge_ends(lts: LTS) -> LTS:
    """The LTS without the mark; the states that had nothing else become one, which is END."""
    mark = lts.labels[_ENDED]
    marked = lts.label == mark
    ended = np.setdiff1d(lts.source[marked], lts.source[~marked])
    final = np.arange(lts.states + 1, dtype=np.int32)
    final[-1] = ERROR
    final[ended] = ended[:1]
    label = lts.label[~marked]
    return reachable(
        LTS.from_arrays(
            [action for action in lts.alphabet if action != _ENDED],
            lts.states,
            lts.source[~marked],
            label - (label > mark),
            final[lts.target[~marked]],
            initial=int(final[lts.initial]),
            end=int(ended[0]) if len(ended) else -1,
            name=lts.name,
        )
    )
