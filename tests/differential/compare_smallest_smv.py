"""One random SMV model that holds, with something to remember: its smallest assumption against trying all automata."""

from __future__ import annotations

import random
from itertools import product

from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv
from tests.naive_smallest_smv import not_smallest

BITS = (False, True)


class Guarded:
    """A process ``s`` that shows ``o`` and reads ``i``, and an observer ``t`` of it that shows ``i``.

    The observer minds some of what never happens.
    """

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.process, self.observer = range(rng.randint(2, 4)), range(rng.randint(2, 4))
        one_of = [1, 1, 1, 2]
        self.next_s = {key: rng.sample(self.process, rng.choice(one_of)) for key in product(self.process, BITS)}
        self.next_o = {key: rng.sample(BITS, rng.choice(one_of)) for key in product(self.process, BITS)}
        self.next_t = {key: rng.choice(self.observer) for key in product(self.observer, BITS)}
        self.next_i = {key: rng.sample(BITS, rng.choice(one_of)) for key in product(self.observer, BITS)}
        never = sorted(set(product(self.observer, BITS)) - {(t, o) for _, o, t, _ in self._reachable()})
        self.minds = [pair for pair in never if rng.random() < 0.8]

    def _reachable(self) -> set[tuple[int, bool, int, bool]]:
        found = {(0, False, 0, False)}
        for s, o, t, i in (todo := list(found)):
            steps = product(self.next_s[s, i], self.next_o[s, i], (self.next_t[t, o],), self.next_i[t, o])
            for after in steps:
                if after not in found:
                    found.add(after)
                    todo.append(after)
        return found

    @property
    def text(self) -> str:
        """The model; M1 has t, i and err."""
        wrong = " | ".join(f"(t = {t} & o = {_value(o)})" for t, o in self.minds) or "FALSE"
        return (
            f"MODULE main VAR s : 0..{len(self.process) - 1}; o : boolean; t : 0..{len(self.observer) - 1};"
            " i : boolean; err : boolean;\n"
            "ASSIGN init(s) := 0; init(o) := FALSE; init(t) := 0; init(i) := FALSE; init(err) := FALSE;\n"
            f"next(s) := {_cases('s', 'i', self.next_s)}\nnext(o) := {_cases('s', 'i', self.next_o)}\n"
            f"next(t) := {_cases('t', 'o', {key: [target] for key, target in self.next_t.items()})}\n"
            f"next(i) := {_cases('t', 'o', self.next_i)}\nnext(err) := err | {wrong};\nINVARSPEC NAME p := !err\n"
        )


def _cases(state: str, bit: str, table: dict[tuple[int, bool], list[int] | list[bool]]) -> str:
    rows = [
        f"{state} = {key} & {bit} = {_value(value)} : {{{', '.join(map(_value, targets))}}};"
        for (key, value), targets in table.items()
    ]
    return f"case {' '.join(rows)} esac;"


def _value(value: int | bool) -> str:
    return str(value).upper()


def smallest_smv_differences(seed: int) -> list[str]:
    """What is wrong with the smallest assumption, of all of M1 and of M1 localised; empty when nothing is."""
    model = load_smv(Source("random.smv", Guarded(seed).text)).flat()
    found = []
    for localise in (False, True):
        options = {"candidates": seed % 2 == 0, "localise": localise, "smallest": True}
        first = frozenset({"t", "i", "err"})
        (verdict,) = solve_smv(model, model.specs, "symbolic", first=first, orientations=(0,), **options)
        wrong = "" if verdict.outcome == "holds" and verdict.certified else f"says {verdict.outcome} {verdict.reason}"
        wrong = wrong or not_smallest(verdict, model, model.specs[0].invariant, None if localise else first)
        if wrong:
            found.append(f"seed {seed}, symbolic {options}: {wrong}")
    return found
