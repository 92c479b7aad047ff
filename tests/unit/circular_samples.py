"""Rule CIRC-AG a second time, in the plainest way: its premises by definition, all small automata, small systems.

Nothing here uses the engines: an automaton is a table, a component a set of states that is closed under silent steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from quidpro.learning.dfa import Dfa
from quidpro.learning.smallest.encodings import Constraint, Member
from quidpro.lts import LTS, Component, System
from quidpro.lts.lts import ERROR
from quidpro.lts.ops import complete_property

IN = LTS.of([(0, "in", 2), (2, "send", 3), (3, "ack", 0), (0, "ack", 1), (1, "in", 2)], name="In")
OUT = LTS.of([(0, "send", 1), (1, "out", 2), (2, "ack", 0), (2, "send", 3), (3, "ack", 2)], name="Out")
ORDER = LTS.of([(0, "send", 1), (1, "ack", 0)], name="Order")

Table = tuple[tuple[int, ...], ...]
"""For each state and letter the next state, or -1."""


@dataclass(frozen=True)
class Language:
    """A prefix-closed language: a start and a step; None is outside."""

    alphabet: tuple[str, ...]
    start: Any
    step: Callable[[Any, str], Any]

    def after(self, state: Any, letter: str) -> Any:
        """Letters of others leave the state as it is."""
        return self.step(state, letter) if letter in self.alphabet else state

    def has(self, word: Sequence[str]) -> bool:
        state = self.start
        for letter in word:
            state = None if state is None else self.after(state, letter)
        return state is not None


def of_lts(lts: LTS) -> Language:
    """The traces of a component, ERROR and silent steps included."""
    steps: dict[tuple[int, str], set[int]] = {}
    for source, action, target in lts.triples():
        steps.setdefault((source, action), set()).add(target)

    def closed(states: set[int]) -> frozenset[int] | None:
        found, todo = set(states), list(states)
        while todo:
            for target in steps.get((todo.pop(), "tau"), set()) - found:
                found.add(target)
                todo.append(target)
        return frozenset(found) or None

    @cache
    def step(states: frozenset[int], letter: str) -> frozenset[int] | None:
        return closed({target for state in states for target in steps.get((state, letter), ())})

    return Language(lts.alphabet, closed({lts.initial}), step)


def of_property(p_err: LTS) -> Language:
    """The words that do not lead a deterministic property into ERROR."""
    steps = {(source, action): target for source, action, target in p_err.triples() if target != ERROR}
    return Language(p_err.alphabet, p_err.initial, lambda state, letter: steps.get((state, letter)))


def of_table(table: Table, alphabet: Sequence[str]) -> Language:
    letters = {letter: i for i, letter in enumerate(alphabet)}

    def step(state: int, letter: str) -> int | None:
        target = table[state][letters[letter]]
        return None if target < 0 else target

    return Language(tuple(alphabet), 0, step)


def inductive(m: Language, a: Sequence[Language], p: Language) -> bool:
    """Definition 3.1, for several assumptions: a trace of M whose proper prefixes are in A is in P."""
    letters = sorted({letter for language in (m, p, *a) for letter in language.alphabet})
    start = (m.start, p.start, *(language.start for language in a))
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for letter in letters:
            now = tuple(language.after(state, letter) for language, state in zip((m, p, *a), here, strict=True))
            if now[0] is None:
                continue
            if now[1] is None:
                return False
            if None not in now and now not in seen:
                seen.add(now)
                todo.append(now)
    return True


def satisfies(together: Sequence[Language], p: Language) -> bool:
    """Whether every word of all languages together is in P: each prefix is, the last letter included."""
    letters = sorted({letter for language in (p, *together) for letter in language.alphabet})
    start = (p.start, *(language.start for language in together))
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for letter in letters:
            now = tuple(language.after(state, letter) for language, state in zip((p, *together), here, strict=True))
            if None in now[1:]:
                continue
            if now[0] is None:
                return False
            if now not in seen:
                seen.add(now)
                todo.append(now)
    return True


def premises(
    parts: Sequence[Language],
    assumptions: Sequence[Language],
    p: Language,
    uses: Sequence[Sequence[int]] | None = None,
) -> bool:
    """All premises of the rule, the cheapest first; with a skeleton each uses only some of the others."""
    return satisfies(assumptions, p) and all(
        inductive(
            part, [g for j, g in enumerate(assumptions) if j != i and (uses is None or j in uses[i])], assumptions[i]
        )
        for i, part in enumerate(parts)
    )


@cache
def tables(states: int, letters: int) -> tuple[Table, ...]:
    """Every deterministic automaton with so many states, all of them reachable, once."""
    rows = list(product(range(-1, states), repeat=letters))
    return tuple(table for table in product(rows, repeat=states) if _in_order(table))


def _in_order(table: Table) -> bool:
    """Whether a breadth-first walk meets the states in the order of their numbers, and all of them."""
    met = 1
    for state, row in enumerate(table):
        if state >= met:
            return False
        for target in row:
            if target > met:
                return False
            met = max(met, target + 1)
    return met == len(table)


def tuples(total: int, alphabets: Sequence[Sequence[str]]) -> Iterator[tuple[Table, ...]]:
    """Every choice of automata, one over each alphabet, with so many states in all."""
    for sizes in product(range(1, total), repeat=len(alphabets)):
        if sum(sizes) == total:
            yield from product(*(tables(n, len(a)) for n, a in zip(sizes, alphabets, strict=True)))


def table_of(dfa: Dfa) -> Table:
    return tuple(tuple(row) for row in dfa.next.tolist())


def table_lts(table: Table, alphabet: Sequence[str], name: str) -> LTS:
    steps = [
        (state, alphabet[i], target) for state, row in enumerate(table) for i, target in enumerate(row) if target >= 0
    ]
    return LTS.of(steps, initial=0, alphabet=alphabet, name=name)


def keeps(languages: Sequence[Language], constraint: Constraint) -> bool:
    """Definition 4.2."""
    return any(languages[member.part].has(member.word) == member.positive for member in constraint)


def random_member(rng: random.Random, alphabets: Sequence[Sequence[str]]) -> Member:
    part = rng.randrange(len(alphabets))
    return Member(tuple(rng.choices(alphabets[part], k=rng.randint(1, 4))), part, rng.random() < 0.5)


def in_out() -> System:
    return two(IN, OUT, ORDER, "InOut")


def two(first: LTS, second: LTS, p: LTS, name: str = "two") -> System:
    parts = [Component(lts.name, lts) for lts in (first, second)]
    return System(name, (*parts, Component(p.name, complete_property(p), is_property=True)))


def random_pair(seed: int) -> System:
    """Two components over at most three letters, with silent steps and choice, and a property.

    Half of the properties are made up; the others allow what the system does and little more, so that they hold
    because of both components.
    """
    rng = random.Random(seed)
    letters = "abc"[: rng.choice([2, 2, 3])]
    own = [sorted(rng.sample(letters, rng.randint(len(letters) - 1, len(letters)))) for _ in range(2)]
    known = sorted({*own[0], *own[1]})
    spoken = sorted(rng.sample(known, rng.randint(1, len(known))))
    first, second = (_random_lts(rng, actions, f"M{i + 1}") for i, actions in enumerate(own))
    steps = [(s, a, rng.randrange(3)) for s in range(3) for a in spoken if rng.random() < 0.75]
    if rng.random() < 0.5:
        steps = _behaviour([of_lts(first), of_lts(second)], spoken)
        more = rng.sample(sorted({s for s, _, _ in steps} | {0}), 1)
        steps += [(s, a, s) for s in more for a in spoken if not any((s, a) == step[:2] for step in steps)]
    return two(first, second, LTS.of(steps, initial=0, alphabet=spoken, name="P"), f"random-{seed}")


def random_triple(seed: int) -> System:
    """Three components that share letters, and a property that the whole keeps."""
    rng = random.Random(seed)
    own = [sorted(rng.sample("abc", rng.choice([1, 2, 2]))) for _ in range(3)]
    parts = [_random_lts(rng, actions, f"M{i + 1}") for i, actions in enumerate(own)]
    known = sorted({action for actions in own for action in actions})
    spoken = sorted(rng.sample(known, rng.randint(1, min(2, len(known)))))
    steps = _behaviour([of_lts(part) for part in parts], spoken)
    p = LTS.of(steps, initial=0, alphabet=spoken, name="P")
    watched = Component("P", complete_property(p), is_property=True)
    return System(f"triple-{seed}", (*(Component(part.name, part) for part in parts), watched))


def random_twins(seed: int) -> System:
    """Two copies of a component, each with a letter of its own, a third that may tell them apart, and a property."""
    rng = random.Random(seed)
    template = _random_lts(rng, ["s", "x"], "M")
    parts = [_relabelled(template, i) for i in (1, 2)]
    if rng.random() < 0.5:
        parts.append(_random_lts(rng, ["x1", "x2"], "M3"))
    spoken = sorted(rng.choice([["x1", "x2"], ["s", "x1", "x2"], ["x1"]]))
    p = LTS.of(_behaviour([of_lts(part) for part in parts], spoken), initial=0, alphabet=spoken, name="P")
    watched = Component("P", complete_property(p), is_property=True)
    return System(f"twins-{seed}", (*(Component(part.name, part) for part in parts), watched))


def _relabelled(lts: LTS, i: int) -> LTS:
    """A copy whose letter x is its own."""
    steps = [(source, f"x{i}" if action == "x" else action, target) for source, action, target in lts.triples()]
    return LTS.of(steps, initial=lts.initial, alphabet=["s", f"x{i}"], name=f"M{i}")


def _random_lts(rng: random.Random, actions: list[str], name: str) -> LTS:
    """A cycle, and some steps besides."""
    states = rng.randint(2, 4)
    steps: list[tuple[int, str, int]] = [(s, rng.choice(actions), (s + 1) % states) for s in range(states)]
    for _ in range(rng.randint(0, 2)):
        action = "tau" if rng.random() < 0.2 else rng.choice(actions)
        steps.append((rng.randrange(states), action, rng.randrange(states)))
    return LTS.of(steps, initial=0, alphabet=actions, name=name)


def _behaviour(parts: Sequence[Language], spoken: Sequence[str]) -> list[tuple[int, str, int]]:
    """What components do together, seen through some letters, as a deterministic automaton."""
    start = tuple(part.start for part in parts)
    steps, queue = [], [start]
    for here in queue:
        for letter in sorted({letter for part in parts for letter in part.alphabet}):
            now = tuple(part.after(state, letter) for part, state in zip(parts, here, strict=True))
            if None not in now:
                steps.append((here, letter if letter in spoken else "tau", now))
                queue += [now] if now not in queue else []
    seen = of_lts(LTS.of(steps, initial=start, alphabet=spoken))
    sets = [seen.start]
    found = []
    for at, here in enumerate(sets):
        for letter in spoken:
            now = seen.after(here, letter)
            if now is not None:
                sets += [now] if now not in sets else []
                found.append((at, letter, sets.index(now)))
    return found


def languages(system: System) -> tuple[list[Language], Language]:
    """The components and the property of a system."""
    (p,) = system.properties
    return [of_lts(c.lts) for c in system.processes], of_property(p.lts)


def interfaces(system: System) -> list[tuple[str, ...]]:
    """αg_i = αM_i ∩ (αM_j ∪ αP), for two components."""
    (first, second), (p,) = ([set(c.lts.alphabet) for c in some] for some in (system.processes, system.properties))
    return [tuple(sorted(first & (second | p))), tuple(sorted(second & (first | p)))]
