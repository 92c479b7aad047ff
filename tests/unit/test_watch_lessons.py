"""What rounds say they taught is so: each sentence's evidence against the automata, on random systems."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import Event
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import ERROR, LTS
from quidpro.report.automata.easel import Easel
from quidpro.report.explicit.lessons import block_split, constraints_of, demands_text, state_split
from quidpro.report.explicit.watch import round_view
from quidpro.verdict.explicit.evidence import BlockSplit, Conjecture, Constraint, Demand, StateSplit
from quidpro.verdict.rounds import Round
from tests.asking import Problem, solve
from tests.random_systems import random_system

pytestmark = pytest.mark.slow
SEEDS = [seed for seed in range(150) if not any(part.lts.has_error for part in random_system(seed).processes)]


def rounds_of(seed: int, method: str, **options: object) -> tuple[list[Round], list[LTS], list[LTS]]:
    """The rounds with something to show of one run on a random system, its first group, and its goals."""
    system = random_system(seed)
    names = [part.name for part in system.processes]
    split = ((names[0],), tuple(names[1:]))
    found: list[Round] = []

    def listen(event: Event) -> None:
        if isinstance(event, Round) and event.evidence is not None:
            found.append(event)

    settings = {"candidates": False, "reduce": False, "orientation": "given", **options}
    solve(Problem(system, "safety", "P", split=split, options=settings), method, Budget(20), listen)
    first = [system.processes[0].lts]
    return found, first, [part.lts for part in system.properties]


def walked(lts: LTS, word: Sequence[str]) -> int | None:
    """The state of a deterministic LTS after a word."""
    state = lts.initial
    for action in word:
        after = [target for label, target in lts.successors(state) if lts.action(label) == action]
        if not after:
            return None
        (state,) = after
    return state


def safe(first: list[LTS], goal: list[LTS], word: Sequence[str], alphabet: tuple[str, ...]) -> bool:
    """Whether no way of playing a word leads into ERROR, by sets of states of the product."""
    components = [*first, *goal]
    states = {tuple(lts.initial for lts in components)}
    for action in (None, *word):
        if action is not None:
            states = {after for state in states for after in _moves(components, state, action)}
        waiting = list(states)
        while waiting:
            state = waiting.pop()
            if ERROR in state:
                return False
            hidden = {a for lts in components for a in lts.alphabet} - set(alphabet)
            for silent in ("tau", *hidden):
                for after in _moves(components, state, silent):
                    if after not in states:
                        states.add(after)
                        waiting.append(after)
    return True


def _moves(components: list[LTS], state: tuple[int, ...], action: str) -> list[tuple[int, ...]]:
    if ERROR in state:
        return []
    if action == "tau":
        return [
            (*state[:i], target, *state[i + 1 :])
            for i, lts in enumerate(components)
            for label, target in lts.successors(state[i])
            if label == 0
        ]
    found: list[tuple[int, ...]] = [()]
    if not any(action in lts.labels for lts in components):
        return []
    for lts, own in zip(components, state, strict=True):
        targets = (
            [t for label, t in lts.successors(own) if lts.action(label) == action] if action in lts.labels else [own]
        )
        found = [(*before, target) for before in found for target in targets]
    return found


@pytest.mark.parametrize("learner", ["kv", "lstar"])
def test_a_split_state_stands_for_words_that_the_suffix_tells_apart(learner: str) -> None:
    seen = 0
    for seed in SEEDS:
        rounds, first, goal = rounds_of(seed, "lstar", learner=learner)
        shown = [event.evidence for event in rounds if event.level == 0]
        for position, one in enumerate(shown):
            assert isinstance(one, Conjecture)
            for split in one.lessons:
                assert isinstance(split, StateSplit)
                alphabet = one.assumption.alphabet
                assert walked(one.assumption, split.safe) == walked(one.assumption, split.unsafe) == split.state
                assert safe(first, goal, (*split.safe, *split.suffix), alphabet)
                assert not safe(first, goal, (*split.unsafe, *split.suffix), alphabet)
                following = shown[position + 1] if position + 1 < len(shown) else None
                if isinstance(following, Conjecture) and following.assumption.alphabet == alphabet:
                    after = following.assumption
                    assert walked(after, split.safe) != walked(after, split.unsafe)
                seen += 1
    assert seen > 20


def test_every_refuted_conjecture_of_a_learner_teaches_something() -> None:
    for seed in SEEDS:
        rounds, _, _ = rounds_of(seed, "lstar")
        for event in rounds:
            assert isinstance(event.evidence, Conjecture)
            assert bool(event.evidence.lessons) == (event.outcome in ("too weak", "too strong"))


def test_words_lead_to_their_states() -> None:
    for seed in SEEDS:
        for event in rounds_of(seed, "lstar")[0]:
            shown = event.evidence
            assert isinstance(shown, Conjecture)
            assert [walked(shown.assumption, word) for word in shown.words] == list(range(shown.assumption.states))


def test_a_tree_asks_what_is_so() -> None:
    asked = 0
    for seed in SEEDS:
        rounds, first, goal = rounds_of(seed, "lstar", learner="kv")
        for event in rounds:
            shown = event.evidence
            assert isinstance(shown, Conjecture)
            for leaf in shown.leaves if event.level == 0 else ():
                for suffix, accepted in leaf.path:
                    assert safe(first, goal, (*leaf.word, *suffix), shown.assumption.alphabet) == accepted
                    asked += 1
    assert asked > 50


def test_transitions_that_do_not_occur_cannot_be_taken() -> None:
    """Along random words that M1 and the assumption do together, every transition is one of those that occur."""
    checked = 0
    for seed in SEEDS:
        rounds, first, goal = rounds_of(seed, "lstar")
        for event in rounds:
            shown = event.evidence
            assert isinstance(shown, Conjecture)
            if event.level or shown.occurring[0] is None:
                continue
            taken = _taken(shown.assumption, Simulator([*first, *goal], shown.assumption.alphabet), seed)
            assert taken <= shown.occurring[0]
            checked += len(taken)
    assert checked > 50


def _taken(assumption: LTS, simulator: Simulator, seed: int) -> set[int]:
    rng, found = random.Random(seed), set[int]()
    for _ in range(20):
        state, handle = assumption.initial, simulator.start()
        for _ in range(8):
            begin, end = int(assumption.row[state]), int(assumption.row[state + 1])
            if begin == end or handle == BAD:
                break
            number = rng.randrange(begin, end)
            handle = int(simulator.extensions(handle)[int(assumption.label[number]) - 1])
            if not simulator.goes_on(handle):
                break
            found.add(number)
            state = int(assumption.target[number])
    return found


def test_a_split_block_can_do_what_it_says_only_in_part() -> None:
    seen = 0
    for seed in SEEDS:
        for event in rounds_of(seed, "agar")[0]:
            shown = event.evidence
            assert isinstance(shown, Conjecture)
            for split in shown.lessons:
                assert isinstance(split, BlockSplit)
                assert 0 < split.able < split.size
                assert (split.block, split.action) in {(p, a) for p, a, _ in shown.assumption.triples()}
                if split.target is not None:
                    assert (split.block, split.action, split.target) in set(shown.assumption.triples())
                assert shown.split == split.block
                assert shown.path[len(split.word)] == split.block
                if shown.assumption.states == 1:
                    assert not _can_do(_others(seed), (*split.word, split.action), shown.assumption.alphabet)
                seen += 1
    assert seen > 4


def _others(seed: int) -> list[LTS]:
    return [part.lts for part in random_system(seed).processes[1:]]


def _can_do(components: list[LTS], word: Sequence[str], alphabet: tuple[str, ...]) -> bool:
    simulator = Simulator(components, alphabet)
    handle = simulator.start()
    for action in word:
        handle = int(simulator.extensions(handle)[alphabet.index(action)])
    return simulator.goes_on(handle)


def test_abstractions_grow_by_what_is_split() -> None:
    for seed in SEEDS:
        shown = [event.evidence for event in rounds_of(seed, "agar")[0]]
        for before, after in pairwise(shown):
            assert isinstance(before, Conjecture)
            assert isinstance(after, Conjecture)
            if before.assumption.alphabet == after.assumption.alphabet:
                assert after.assumption.states > before.assumption.states
                assert before.numbered


def test_the_next_guesses_meet_all_demands() -> None:
    seen = 0
    for seed in SEEDS:
        rounds = [event.evidence for event in rounds_of(seed, "circular")[0]]
        shown = [one for one in rounds if isinstance(one, Conjecture) and one.together]
        for before, after in pairwise(shown):
            if [lts.alphabet for lts in before.together] != [lts.alphabet for lts in after.together]:
                continue
            for constraint in before.lessons:
                assert isinstance(constraint, Constraint)
                assert any(_met(demand, after.together) for demand in constraint.demands)
                seen += 1
            assert not all(
                any(_met(demand, before.together) for demand in one.demands)
                for one in before.lessons
                if isinstance(one, Constraint)
            )
    assert seen > 10


def _met(demand: Demand, guesses: tuple[LTS, ...]) -> bool:
    return (walked(guesses[demand.part], demand.word) is not None) == demand.allowed


@pytest.mark.parametrize("method", ["lstar", "agar", "circular"])
def test_rounds_have_views_in_words(method: str) -> None:
    for seed in (1, 5, 8):
        easel = Easel(Budget())
        for event in rounds_of(seed, method)[0]:
            view = round_view(event, "P", easel)
            assert isinstance(event.evidence, Conjecture)
            assert (view is None) == event.evidence.again
            if view is not None:
                assert view.lesson
                assert view.verdict
                assert view.premises
                assert len(view.conjectures) == len(event.evidence.together or event.evidence.assumptions)


def test_sentences() -> None:
    split = StateSplit(2, ("a", "b"), (), ("c",))
    assert state_split(split, "M1") == (
        "State 2 stands both for ⟨a, b⟩ and for the start. In the first case c does no harm; in the second it can lead "
        "M1 into an error. The next conjecture tells the two apart."
    )
    block = BlockSplit(0, 1, ("a",), "b", 3, 7, 2)
    assert block_split(block) == (
        "State 1 stands for 7 states of M2 as seen from outside. Only 2 of them can do b and come to state 3, and none "
        "of these is reached by a along this run. So they part: 2 and 5."
    )
    either = Constraint(1, ("a",), (Demand(0, ("a", "b"), False), Demand(1, ("c",), True)))
    assert demands_text(either) == "g1 must forbid ⟨a, b⟩ or g2 must allow c"
    trivial = Constraint(1, ("a",), (Demand(1, (), True),))
    assert constraints_of(Conjecture((), lessons=(trivial, either))) == [either]
