"""From the draft of a process to its LTS: sequences filled in, aliases resolved, the alphabet sorted.

``P; Q`` continues as Q where P is in END. Each use of P is a copy of its states, and a P that is only END
leaves no trace, as in LTSA.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from quidpro.frontend.fsp.process import MAX_STATES, Draft, Insert, Request
from quidpro.frontend.text.problems import ModelError
from quidpro.lts.lts import ERROR, LTS, Ints

Resolve = Callable[[Request], LTS]


def link(draft: Draft, resolve: Resolve) -> tuple[LTS, bool]:
    """The LTS of a draft, unreachable states included, and whether the process is ERROR from the start."""
    linker = _Linker(draft)
    for insert in draft.inserts:
        linker.insert(insert, [resolve(request) for request in insert.requests])
    return linker.finish()


class _Linker:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.names = list(draft.names)
        self.aliases = dict(draft.aliases)
        self.alphabet = set(draft.labels)
        self.inserted: list[tuple[LTS, int]] = []

    def insert(self, insert: Insert, machines: Sequence[LTS]) -> None:
        """Let the placeholder begin the first process, and each process go on as the next where it ends."""
        for request, machine in zip(insert.requests, machines, strict=True):
            if machine.end < 0:
                raise _not_sequential(request)
        running = [m for m in machines if (m.states, m.end) != (1, 0)]
        bases = [self._append(machine) for machine in running]
        starts = [base + machine.initial for base, machine in zip(bases, running, strict=True)]
        starts.append(insert.then)
        self.aliases[insert.state] = starts[0]
        for machine, base, after in zip(running, bases, starts[1:], strict=True):
            self.aliases[base + machine.end] = after
            self.inserted.append((machine, base))
            self.alphabet.update(machine.alphabet)

    def _append(self, machine: LTS) -> int:
        base = len(self.names)
        if base + machine.states > MAX_STATES:
            raise ModelError(
                f"process '{self.draft.name}' has more than {MAX_STATES:,} states",
                self.draft.offset,
                len(self.draft.name),
                "use fewer or smaller processes in sequence",
            )
        self.names.extend(machine.state_name(state) for state in range(machine.states))
        return base

    def finish(self) -> tuple[LTS, bool]:
        """Put the columns together and rename the states that are only names of others."""
        alphabet = sorted(self.alphabet)
        number = {action: i + 1 for i, action in enumerate(alphabet)}
        final = self._final()
        columns = [self._own(number), *(self._copy(number, m, base) for m, base in self.inserted)]
        source, label, target, origin = (np.concatenate(column) for column in zip(*columns, strict=True))
        initial = int(final[0])
        end = self.draft.end if self.draft.end < 0 else int(final[self.draft.end])
        lts = LTS.from_arrays(
            alphabet,
            len(self.names),
            source,
            label,
            np.where(target >= 0, final[target], ERROR),
            initial=max(initial, 0),
            end=end,
            name=self.draft.name,
            state_names=self.names,
            origin=origin,
        )
        return lts, initial == ERROR

    def _own(self, number: dict[str, int]) -> tuple[Ints, Ints, Ints, Ints]:
        draft = self.draft
        relabelled = np.array([number[action] for action in draft.labels], dtype=np.int32)
        label = np.array(draft.label, dtype=np.int32)
        return (
            np.array(draft.source, dtype=np.int32),
            relabelled[label] if len(label) else label,
            np.array(draft.target, dtype=np.int32),
            np.array(draft.origin, dtype=np.int32),
        )

    def _copy(self, number: dict[str, int], machine: LTS, base: int) -> tuple[Ints, Ints, Ints, Ints]:
        relabelled = np.array([0, *(number[action] for action in machine.alphabet)], dtype=np.int32)
        origin = np.full(machine.transitions, -1, dtype=np.int32) if machine.origin is None else machine.origin
        target = np.where(machine.target >= 0, machine.target + base, ERROR)
        return machine.source + base, relabelled[machine.label], target.astype(np.int32), origin

    def _final(self) -> Ints:
        """For each state the one it really is."""
        final = np.arange(len(self.names), dtype=np.int32)
        known: dict[int, int] = {ERROR: ERROR}
        for state in self.aliases:
            path = []
            while state not in known and state in self.aliases:
                known[state] = _BUSY
                path.append(state)
                state = self.aliases[state]
            real = known.get(state, state)
            if real == _BUSY:
                raise self._circular(path)
            known.update(dict.fromkeys(path, real))
            final[path] = real
        return final

    def _circular(self, path: Sequence[int]) -> ModelError:
        culprit = next(state for state in path if state in self.draft.alias_offsets)
        return ModelError(
            f"'{self.names[culprit]}' comes back to itself without an action",
            self.draft.alias_offsets[culprit],
            hint="put an action before the reference, as in (a -> P)",
        )


_BUSY = -2


def _not_sequential(request: Request) -> ModelError:
    return ModelError(
        f"'{request.name}' cannot stand before ';' because it never reaches END",
        request.offset,
        len(request.name),
        "let it finish with END instead of STOP or a loop",
    )
