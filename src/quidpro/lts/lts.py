"""The labelled transition system of CGP03, section 2: immutable, in integer arrays, rows in CSR form.

A label is an index: 0 is tau, ``i`` is ``alphabet[i - 1]``. A target is a state or :data:`ERROR`, the error state π,
which has no row and is not counted, as in LTSA. ``end`` is the state in which the process has terminated successfully
(FSP's END), or -1. Rows are sorted by label and target and hold no transition twice, so that two LTSs with the
same numbering of states are equal exactly when their arrays are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.core.arrays import ReadOnly, for_kernel, read_only
from quidpro.core.displayed import Displayed
from quidpro.core.errors import UsageError
from quidpro.core.words import counted, sized
from quidpro.lts.operators import Operators
from quidpro.lts.rows import checked_alphabet, checked_triples, order_of_rows, sorted_rows

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]

TAU = 0
ERROR = -1
TAU_NAME = "tau"
_PI = ("ERROR", ERROR)
"""How the error state is written in a triple."""


@dataclass(frozen=True, eq=False)
class LTS(Operators, ReadOnly, Displayed, world="explicit"):
    """A labelled transition system; build one with :meth:`of` or :meth:`from_arrays`."""

    alphabet: tuple[str, ...]
    row: Longs
    label: Ints
    target: Ints
    initial: int = 0
    end: int = -1
    name: str = ""
    state_names: tuple[str, ...] | None = None
    origin: Ints | None = field(default=None, repr=False)
    """For each transition the offset in the source text of the action that made it, or -1."""

    @classmethod
    def from_arrays(
        cls,
        alphabet: Sequence[str],
        states: int,
        source: npt.ArrayLike,
        label: npt.ArrayLike,
        target: npt.ArrayLike,
        *,
        initial: int = 0,
        end: int = -1,
        name: str = "",
        state_names: Sequence[str] | None = None,
        origin: npt.ArrayLike | None = None,
    ) -> LTS:
        """An LTS from transitions in any order, doubles allowed."""
        src = np.asarray(source, dtype=np.int64)
        lab = np.asarray(label, dtype=np.int32)
        tgt = np.asarray(target, dtype=np.int32)
        if origin is None:
            src, lab, tgt = sorted_rows((src, lab, tgt))
            lab, tgt = (own.copy() if own is argument else own for own, argument in ((lab, label), (tgt, target)))
        else:
            order = order_of_rows((src, lab, tgt))
            src, lab, tgt = src[order], lab[order], tgt[order]
            origin = np.asarray(origin, dtype=np.int32)[order]
        row = np.zeros(states + 1, dtype=np.int64)
        np.cumsum(np.bincount(src, minlength=states), out=row[1:])
        return cls(
            alphabet=tuple(alphabet),
            row=row,
            label=lab,
            target=tgt,
            initial=initial,
            end=end,
            name=name,
            state_names=None if state_names is None else tuple(state_names),
            origin=origin,
        )

    @classmethod
    def of(
        cls,
        transitions: Iterable[tuple[Any, str, Any]],
        *,
        initial: Any = None,
        alphabet: Iterable[str] = (),
        end: Any = None,
        name: str = "",
    ) -> LTS:
        """An LTS from ``(source, action, target)`` triples over any hashable states.

        The action ``"tau"`` is silent, the target ``"ERROR"`` (or ``-1``) is the error state. States are numbered in
        the order of their first appearance, the initial one first; it is the first source unless ``initial`` is given.
        ``alphabet`` adds actions that never happen.
        """
        triples = checked_triples(transitions)
        added = checked_alphabet(alphabet)
        numbers: dict[Any, int] = {}
        if initial is None:
            initial = triples[0][0] if triples else 0
        numbers[initial] = 0
        actions = sorted(({a for _, a, _ in triples} | added) - {TAU_NAME})
        labels = {TAU_NAME: TAU, **{a: i + 1 for i, a in enumerate(actions)}}

        def number(state: Any) -> int:
            return ERROR if state in _PI else numbers.setdefault(state, len(numbers))

        if any(state in _PI for state in (initial, end, *(p for p, _, _ in triples))):
            raise UsageError("the error state is a target only: it has no transitions, and is no initial or end state")
        rows = [(number(p), labels[a], number(q)) for p, a, q in triples]
        if end is not None:
            number(end)
        columns = zip(*rows, strict=True) if rows else ((), (), ())
        names = tuple(str(state) for state in numbers)
        plain = all(isinstance(state, int) for state in numbers)
        return cls.from_arrays(
            actions,
            len(numbers),
            *columns,
            end=-1 if end is None else numbers[end],
            name=name,
            state_names=None if plain else names,
        )

    @property
    def states(self) -> int:
        """Number of states, π not counted."""
        return len(self.row) - 1

    @property
    def transitions(self) -> int:
        """Number of transitions, those into π counted."""
        return len(self.label)

    @cached_property
    def source(self) -> Ints:
        """The source state of each transition, as a column beside ``label`` and ``target``."""
        return read_only(np.repeat(np.arange(self.states, dtype=np.int32), np.diff(self.row)))

    @cached_property
    def labels(self) -> Mapping[str, int]:
        """From an action's name to its label."""
        return {action: i + 1 for i, action in enumerate(self.alphabet)}

    @property
    def rows(self) -> tuple[Longs, Ints, Ints]:
        """``row``, ``label`` and ``target`` for kernels."""
        return for_kernel(self.row), for_kernel(self.label), for_kernel(self.target)

    @property
    def has_error(self) -> bool:
        """Whether some transition leads into π."""
        return bool((self.target == ERROR).any())

    def action(self, label: int) -> str:
        """The name of a label."""
        return TAU_NAME if label == TAU else self.alphabet[label - 1]

    def state_name(self, state: int) -> str:
        """The name of a state: from the source text when known, else its number."""
        if state == ERROR:
            return "ERROR"
        return str(state) if self.state_names is None else self.state_names[state]

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        """The ``(label, target)`` pairs out of a state."""
        for i in range(int(self.row[state]), int(self.row[state + 1])):
            yield int(self.label[i]), int(self.target[i])

    def triples(self) -> Iterator[tuple[int, str, int]]:
        """All transitions as ``(source, action, target)``."""
        for p, a, q in zip(self.source.tolist(), self.label.tolist(), self.target.tolist(), strict=True):
            yield p, self.action(a), q

    def named(self, name: str) -> LTS:
        """The same LTS under another name."""
        return replace(self, name=name)

    def __eq__(self, other: object) -> bool:
        """Same alphabet, numbering and transitions; names and origins do not count."""
        if not isinstance(other, LTS):
            return NotImplemented
        return (
            self.alphabet == other.alphabet
            and (self.initial, self.end) == (other.initial, other.end)
            and np.array_equal(self.row, other.row)
            and np.array_equal(self.label, other.label)
            and np.array_equal(self.target, other.target)
        )

    def __hash__(self) -> int:
        return hash((self.alphabet, self.initial, self.end, self.label.tobytes(), self.target.tobytes()))

    def __repr__(self) -> str:
        return sized("LTS", self.name, counted(self.states, "state"), counted(self.transitions, "transition"))

    def to_svg(self) -> str:
        """The picture alone, for documents."""
        from quidpro.report.explicit.pictures import to_svg

        return to_svg(self)
