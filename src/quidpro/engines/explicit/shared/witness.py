"""From a word over an interface to a run: the components are played along the word until something goes wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.engines.explicit.shared.exposed import MARK
from quidpro.engines.explicit.shared.traces import product_of, trace_along
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.product import Move, Product
from quidpro.lts.search import search, steps
from quidpro.lts.system import System
from quidpro.verdict.types import Trace

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
    return _run(components, [word_lts(word, alphabet) for word, alphabet in guides], budget)


def follow(
    components: Sequence[LTS], word: Sequence[str], alphabet: Collection[str], budget: Budget
) -> tuple[str, ...]:
    """All actions of a shortest run of the components along a word that they can take."""
    if not word:
        return ()
    moves = _run(components, [word_lts(word, alphabet, into_error=True)], budget)
    assert moves is not None, f"the word {' '.join(word)} can be taken"
    return tuple(move.action for move in moves if move.action != "tau")


def _run(components: Sequence[LTS], guides: list[LTS], budget: Budget) -> list[Move] | None:
    product = Product([*components, *guides])
    found = search(product, budget, ignore, errors=True)
    if found.hit is None:
        return None
    last = len(components)
    return [
        replace(move, moves={c: i for c, i in move.moves.items() if c < last}, target=move.target[:last])
        for move in steps(product, found.path, found.hit)
    ]


def whole_trace(system: System, word: Sequence[str], alphabet: Collection[str], budget: Budget) -> Trace:
    """The trace of the original system along a word that violates the property."""
    real = [action for action in word if not action.startswith(MARK)]
    interface = [action for action in alphabet if not action.startswith(MARK)]
    moves = play([c.lts for c in system.components], real, interface, budget)
    assert moves is not None, f"the word {' '.join(real)} was to violate {system.name}, and does not"
    return trace_along(system, product_of(system), moves)
