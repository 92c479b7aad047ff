"""The equivalence queries of SCV (section 4.2), by reachability in the product of a module and the conjecture."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.core.events import Listener, ignore
from quidpro.engines.symbolic.scv.dfa import Encoded, StateBits, SymbolicDFA, encode
from quidpro.engines.symbolic.scv.module import Module, Word
from quidpro.engines.symbolic.shared.reach import Search
from quidpro.engines.symbolic.shared.relation import Relation
from quidpro.solvers.bdd import Bdd


@dataclass(frozen=True, eq=False)
class Answer:
    """A word that shows that the query fails; without one, the states of the product, over X_C too."""

    word: Word | None
    reached: Bdd
    rings: int
    bits: StateBits


def subsetQ(dfa: SymbolicDFA, module: Module, wrong: Bdd, bits: StateBits, events: Listener = ignore) -> Answer:  # noqa: N802
    """Does M1 satisfy φ with every word that C allows? The word read so far ends with the letter of the state."""
    if dfa.rejecting == 0:
        return Answer(None, module.manager.false, 0, bits)
    encoded = encode(dfa, bits)
    return _query(module, encoded, wrong & module.alphabet & ~encoded.rejects, events)


def supersetQ(dfa: SymbolicDFA, module: Module, bits: StateBits, events: Listener = ignore) -> Answer:  # noqa: N802
    """Does C allow every word that M2 can do? Nobody needs to look if it allows everything."""
    if dfa.rejecting is None:
        return Answer(None, module.manager.true, 0, bits.enough_for(dfa.states))
    if dfa.rejecting == 0:
        return Answer(() if module.init.satisfiable() else None, module.manager.false, 0, bits)
    encoded = encode(dfa, bits)
    return _query(module, encoded, encoded.rejects, events)


def _query(module: Module, encoded: Encoded, bad: Bdd, events: Listener) -> Answer:
    manager, own, relation = module.manager, encoded.bits, module.relation
    product = Relation(
        manager,
        [*(cluster.function for cluster in relation.clusters), encoded.relation],
        (*relation.current, *own.current),
        (*relation.following, *own.following),
        relation.inputs,
    )
    search = Search(product, module.init & encoded.initial, events)
    distance = search.first(bad)
    word = None if distance is None else _word(module, product, search.found.rings[: distance + 1], bad)
    return Answer(word, search.found.states, len(search.found.rings), own)


def _word(module: Module, product: Relation, rings: list[Bdd], bad: Bdd) -> Word:
    """The letters along a shortest path to a bad state, found backwards."""
    manager, seen = module.manager, (*product.current, *product.inputs)
    states, letters = rings[-1] & bad, []
    for distance in range(len(rings) - 1, -1, -1):
        chosen = manager.pick(states, seen)
        assert chosen is not None
        letters.append(manager.minterm({bit: chosen[bit] for bit in module.letters}))
        if distance:
            target = manager.minterm({bit: chosen[bit] for bit in product.current})
            states = rings[distance - 1] & product.preimage_with_inputs(target)
    return tuple(reversed(letters))
