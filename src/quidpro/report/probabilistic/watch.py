"""A round of ``agar`` for probabilistic models to look at: the assumptions, the tree, the blocks that it splits."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.words import counted, printable
from quidpro.lpts.lpts import LPTS
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.automata.easel import Easel, Subject
from quidpro.report.probabilistic.automaton import automaton_of
from quidpro.report.probabilistic.rounds import meaning
from quidpro.verdict.probabilistic.evidence import BlockParts, OrderTried
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import ConjectureView, PremiseView, RoundView

_MAX_SPLITS = 3
_VERDICTS = {
    "refined": "Too weak: the tree is spurious",
    "violated": "Violated: the tree is real",
    "holds": "Holds: that is the proof",
    "given up": "Given up",
    "too weak": "Too weak: it must allow less",
    "too strong": "Too strong: it must allow more",
}


def round_view(event: Round, asked: str, easel: Easel) -> RoundView | None:
    """The round, with the tree as a picture."""
    tried = event.evidence
    assert isinstance(tried, OrderTried)
    order = ", ".join(tried.names)
    names = [f"A{number}" for number in range(1, len(tried.assumptions) + 1)]
    return RoundView(
        number=event.number,
        asked=asked,
        run=printable(f"in the order {order}") if order else "",
        level=event.level,
        outcome=event.outcome,
        title="; ".join(f"{name}: {_size(lpts)}" for name, lpts in zip(names, tried.assumptions, strict=True)),
        verdict=_VERDICTS.get(event.outcome, event.outcome.capitalize()),
        lesson=lesson(event, tried),
        conjectures=tuple(
            _conjecture(tried, number, lpts, event, easel) for number, lpts in enumerate(tried.assumptions)
        ),
        word_caption="" if tried.counterexample is None else "what the abstraction does, and it is too much",
        premises=_premises(tried),
        picture=_tree(tried.counterexample, easel),
        alphabet=tuple(sorted({printable(action) for lpts in tried.assumptions for action in lpts.alphabet})),
    )


def _size(lpts: LPTS) -> str:
    return f"{counted(lpts.states, 'state')}, {counted(lpts.transitions, 'transition')}"


def _conjecture(tried: OrderTried, number: int, lpts: LPTS, event: Round, easel: Easel) -> ConjectureView:
    split = frozenset(one.block for one in tried.splits if one.assumption == number)
    subject = Subject(
        automaton_of(lpts.named(f"A{number + 1}")),
        lpts.states,
        lpts.transitions,
        marked=split,
        about=tried.names[number + 1 :],
    )
    return easel.conjecture(f"{event.run} {tried.order} {tried.inherited} {number}", event.number, subject)


def _premises(tried: OrderTried) -> tuple[PremiseView, ...]:
    """With the names of the components; of one abstraction of the whole there is one."""
    if not tried.names:
        return tuple(replace(one, text="A1 ⪯ P") for one in tried.premises[:1])
    names = [printable(name) for name in tried.names]
    return tuple(replace(one, text=one.text.replace(f"L{one.number}", names[one.number - 1])) for one in tried.premises)


def _tree(tree: LPTS | None, easel: Easel) -> str:
    return "" if tree is None else automaton_svg(automaton_of(tree.named("tree"), stops=False), easel.budget).svg


def lesson(event: Round, tried: OrderTried) -> str:
    """What the tree says, and what is split by it."""
    texts = [meaning(event, tried), *(_split(one) for one in tried.splits[:_MAX_SPLITS])]
    more = len(tried.splits) - _MAX_SPLITS
    return " ".join([*texts, *([f"{counted(more, 'more block')} of the assumptions are split."] if more > 0 else [])])


def _split(parts: BlockParts) -> str:
    sizes = " + ".join(map(str, parts.sizes))
    whole = counted(sum(parts.sizes), "state")
    return f"State {parts.block} of A{parts.assumption + 1}, which stands for {whole}, is split into {sizes}."
