"""What a round of SCV has to show, as plain data; made only where someone looks."""

from __future__ import annotations

from quidpro.core.errors import TooManyStates
from quidpro.engines.symbolic.scv.algorithm import Conjectured
from quidpro.engines.symbolic.scv.chain import Chain
from quidpro.engines.symbolic.scv.module import Word
from quidpro.engines.symbolic.shared.evidence import GraphBuilder, letter_text
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.solvers.bdd import Bdd
from quidpro.verdict.symbolic.evidence import LetterSplit, SymbolicAssumption, SymbolicConjecture, by_a_part
from quidpro.verdict.symbolic.predicates import describe
from quidpro.verdict.watch import PremiseView

_MAX_NODES = 2_000
_MAX_STATES = 60
"""Larger tables are not shown."""


def explained(machine: Machine, event: Conjectured, assumption: SymbolicAssumption, chain: Chain) -> SymbolicConjecture:
    """The conjecture, the way of the counterexample through it, the table, and what was learned."""
    table, groups = event.table, len(chain.dealt.groups)
    rows = () if table is None or len(table.R) > _MAX_STATES else tuple(table.G1)
    words = () if table is None else tuple(_texts(machine, word) for word in table.words)
    return SymbolicConjecture(
        (assumption,),
        None if event.word is None else _texts(machine, event.word),
        tuple(event.dfa.path(event.word)) if event.word is not None else (),
        words,
        tuple(_experiment(machine, one, chain, event.level) for one in table.E) if table is not None and rows else (),
        rows,
        _split(machine, event),
        groups=groups,
        premises=_premises(event, groups),
    )


def _texts(machine: Machine, word: Word) -> tuple[str, ...]:
    return tuple(letter_text(machine, letter) for letter in word)


def _text(machine: Machine, predicate: Bdd) -> str:
    """A predicate in words; an ellipsis for one that is too large. Codes that are no values do not count."""
    builder = GraphBuilder(machine.bits, _MAX_NODES)
    try:
        reference = builder.add(predicate)
    except TooManyStates:
        return "…"
    return describe(builder.graph(), reference, machine.model) or "FALSE"


_MAX_GOAL_STATES = 16
"""For so many states of an automaton that a group runs beside, an experiment is told state by state."""


def _experiment(machine: Machine, predicate: Bdd, chain: Chain, level: int) -> str:
    """The states that an experiment asks about; below the first level also those of the assumption above."""
    bits = chain.bits(level - 1) if level else None
    if bits is None or not bits.pairs:
        return _text(machine, predicate)
    manager, cube = machine.manager, machine.manager.cube(bits.current)
    if 1 << len(bits.pairs) > _MAX_GOAL_STATES:
        return _text(machine, manager.exists(predicate, cube))
    parts = (manager.and_exists(predicate, bits.code(state), cube) for state in range(1 << len(bits.pairs)))
    texts = [f"A{level} in {state}: {_text(machine, part)}" for state, part in enumerate(parts) if part.satisfiable()]
    return ", ".join(texts) or "FALSE"


def _premises(event: Conjectured, groups: int) -> tuple[PremiseView, ...]:
    weak = event.outcome == "too weak"
    second = "not asked" if weak else "holds" if event.outcome == "holds" else "fails"
    if event.outcome in ("violated", by_a_part(event.level)):
        return ()
    own, goal = ("A", "P") if groups == 2 else (f"A{event.level + 1}", f"A{event.level}" if event.level else "P")
    others = " ∥ ".join(f"M{number}" for number in range(event.level + 2, groups + 1))
    return (
        PremiseView(1, f"⟨{own}⟩ M{event.level + 1} ⟨{goal}⟩", "fails" if weak else "holds"),
        PremiseView(2, f"⟨true⟩ {others} ⟨{own}⟩", second),
    )


def _split(machine: Machine, event: Conjectured) -> LetterSplit | None:
    """The state that the word splits, as the learner will find it."""
    table, word, dfa = event.table, event.word, event.dfa
    if table is None or not word or event.outcome not in ("too weak", "too strong"):
        return None
    path = dfa.path(word)
    if (path[-1] != dfa.rejecting) == table.safe(word):
        return None
    at, rest = table.turn(word, path), table.suffixes(word)
    source, state, experiment = path[at], path[at + 1], rest[at + 1]
    left, right = (*table.words[source], word[at]), table.words[state]
    if dfa.rejecting in (source, state):
        return None
    first_safe = not table.member(table.R[state], experiment)
    safe, unsafe = (left, right) if first_safe else (right, left)
    kinds = table.kinds(source, dfa.edges[source][state], experiment)
    both = all(kind.satisfiable() for kind in kinds)
    letters = tuple(_text(machine, kind) for kind in kinds) if both else ("", "")
    return LetterSplit(
        state, _texts(machine, safe), _texts(machine, unsafe), _texts(machine, word[at + 1 :]), source, *letters
    )
