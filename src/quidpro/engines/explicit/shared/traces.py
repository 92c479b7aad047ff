"""Traces for verdicts: from a path of the product, or from a word over an interface, along which components are played.

Most violations are not far away, so a rule may glance at the whole product before it sets to work. Reasoning by parts
shows its strength where the property holds; a violation that is a few steps away is found sooner, and with a shortest
trace, by exploring the product for a moment. The glance never proves anything: what it does not refute is left to the
rule. It goes with the cheap candidates, and is switched off with them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Event, Explored, Listener, ignore
from quidpro.lts.lts import ERROR, LTS, TAU_NAME
from quidpro.lts.product import Move, Product
from quidpro.lts.search import Found, search, steps
from quidpro.lts.system import System
from quidpro.verdict.engine import Attempt
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Stats, Step, Trace
from quidpro.verdict.explicit.problem import Problem

FIRST_LOOK_STATES = 30_000
"""A first look explores at most this many states of the product."""
SEEN = "the violation was seen at a first glance at the product; --no-candidates leaves it to the method"


def first_look(
    problem: Problem, attempt: Attempt, stats: Stats, budget: Budget, events: Listener
) -> ExplicitVerdict | None:
    """The verdict by a shortest run into π among the first states of the product, if any; not looked for twice."""
    if attempt.looked:
        return None
    product = product_of(problem.model)
    try:
        found = search(product, budget, counting(stats, events), max_states=FIRST_LOOK_STATES)
    except TooManyStates:
        return None
    if found.hit is None:
        return None
    trace = trace_of(problem.model, product, found)
    by = culprit(problem.model, trace)
    return problem.verdict(attempt.engine, stats, outcome="violated", trace=trace, violated_by=by, notes=(SEEN,))


def counting(stats: Stats, events: Listener) -> Listener:
    """Keep the counts of the first search even when a budget ends the work."""

    def listen(event: Event) -> None:
        if isinstance(event, Explored):
            stats.states_explored = event.states
            stats.transitions_explored = event.transitions
        events(event)

    return listen


Guide = tuple[Sequence[str], Collection[str]]
"""A word and the alphabet over which it is to be followed."""


def word_lts(word: Sequence[str], alphabet: Collection[str], *, into_error: bool = False) -> LTS:
    """The trace LTS of a word: it allows the actions of the alphabet in this order only."""
    names = sorted(set(alphabet))
    labels = {action: i + 1 for i, action in enumerate(names)}
    count = len(word)
    targets = list(range(1, count + 1))
    if into_error and count:
        targets[-1] = ERROR
    return LTS.from_arrays(names, count + 1, range(count), [labels[action] for action in word], targets, name="word")


def play(
    components: Sequence[LTS], word: Sequence[str], alphabet: Collection[str], budget: Budget
) -> list[Move] | None:
    """A shortest run of the components along the word into π, without the word's own moves; None if there is none."""
    return play_guided(components, [(word, alphabet)], budget)


def play_guided(components: Sequence[LTS], guides: Sequence[Guide], budget: Budget) -> list[Move] | None:
    """The same along several words at once."""
    return run_into_error(components, [word_lts(word, alphabet) for word, alphabet in guides], budget)


def follow(
    components: Sequence[LTS], word: Sequence[str], alphabet: Collection[str], budget: Budget
) -> tuple[str, ...]:
    """All actions of a shortest run of the components along a word that they can take."""
    if not word:
        return ()
    moves = run_into_error(components, [word_lts(word, alphabet, into_error=True)], budget)
    assert moves is not None, f"the word {' '.join(word)} can be taken"
    return visible(moves)


def visible(moves: Sequence[Move]) -> tuple[str, ...]:
    """The actions of moves, but for silent ones."""
    return tuple(move.action for move in moves if move.action != TAU_NAME)


def run_into_error(components: Sequence[LTS], guides: Sequence[LTS], budget: Budget) -> list[Move] | None:
    """A shortest run of components beside guides into π, without the guides' moves; None if there is none."""
    product = Product([*components, *guides])
    return moves_of_first(len(components), product, search(product, budget, ignore, errors=True))


def moves_of_first(count: int, product: Product, found: Found) -> list[Move] | None:
    """What the first components of a product do on the run that a search found, if it found one."""
    if found.hit is None:
        return None
    return [
        Move(move.action, {c: i for c, i in move.moves.items() if c < count}, move.target[:count])
        for move in steps(product, found.path, found.hit)
    ]


def product_of(system: System) -> Product:
    """The lazy product of all components of a system, under its priority."""
    return Product([c.lts for c in system.components], system.priority)


def trace_of(system: System, product: Product, found: Found) -> Trace:
    """The shortest run that a search found, as a trace of the system."""
    assert found.hit is not None
    return trace_along(system, product, steps(product, found.path, found.hit))


def trace_along(system: System, product: Product, moves: Sequence[Move], cycle: tuple[str, ...] | None = None) -> Trace:
    """A trace that takes these moves from the initial state."""
    return Trace(
        components=tuple(c.name for c in system.components),
        states=(product.initial, *(move.target for move in moves)),
        steps=tuple(Step(move.action, move.moves) for move in moves),
        cycle=cycle,
    )


def lasso_along(
    system: System, product: Product, stem: Sequence[Move], loop: Sequence[Move] | None, cycle: tuple[str, ...] | None
) -> Trace:
    """A trace that takes the stem and then, again and again, the loop; ``cycle`` is what recurs."""
    trace = trace_along(system, product, stem, cycle)
    if loop is None:
        return trace
    states = (trace.states[-1], *(move.target for move in loop))
    return replace(trace, loop=Trace(trace.components, states, tuple(Step(m.action, m.moves) for m in loop)))


def culprit(system: System, trace: Trace) -> str:
    """The component that is in its error state at the end of a trace; a property before a process."""
    last = trace.states[-1]
    wrong = [c for c, state in zip(system.components, last, strict=True) if state == ERROR]
    return next((c.name for c in wrong if c.is_property), wrong[0].name)
