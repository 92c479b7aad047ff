"""A cheap candidate before anything is learned: the assumption without memory.

It forbids some letters for ever and allows all others. Which ones comes out of one search through M1: before a step
is taken, every letter with which some state that was found goes wrong now, or whatever comes next, is forbidden. So M1
is safe under it by construction, and the states that were found are the invariant that shows it.

This is not in the paper. Its learner finds such an assumption at once only if the first state of M1 can show all the
letters that matter; what M1 cannot show there counts as harmless, so that else a state is learned for every way to
come to a place where it is not.
"""

from __future__ import annotations

from quidpro.core.events import Listener, ignore
from quidpro.engines.symbolic.scv.dfa import StateBits, SymbolicDFA
from quidpro.engines.symbolic.scv.module import Module
from quidpro.engines.symbolic.scv.queries import Answer
from quidpro.engines.symbolic.shared.reach import Search
from quidpro.solvers.bdd import Bdd


def memoryless(
    module: Module, wrong: Bdd, doomed: Bdd, bits: StateBits, events: Listener = ignore
) -> tuple[SymbolicDFA, Answer] | None:
    """The assumption, and what M1 does under it; None when M1 goes wrong before anything can be forbidden."""
    if (module.init & doomed).satisfiable():
        return None
    harmful = (wrong | module.before(doomed)) & module.alphabet
    forbidden = module.manager.false
    search = Search(module.relation, module.init, events)
    while True:
        forbidden = forbidden | module.seen(search.found.rings[-1] & harmful) if search.found.rings else forbidden
        if not search.advance(~forbidden):
            break
    dfa = _forbidding(forbidden, module.alphabet)
    own = bits.enough_for(dfa.states)
    return dfa, Answer(None, search.found.states & own.code(0), len(search.found.rings), own)


def _forbidding(letters: Bdd, alphabet: Bdd) -> SymbolicDFA:
    if not letters.satisfiable():
        return SymbolicDFA(({0: alphabet},), None)
    allowed = alphabet & ~letters
    first = {0: allowed, 1: letters} if allowed.satisfiable() else {1: letters}
    return SymbolicDFA((first, {1: alphabet}), 1)
