"""From a primitive process to its states: every local process for all its indices, reachable or not.

LTSA takes the alphabet from all of them, so all are built. Construction is a worklist, so a chain may be as
long as it likes. A local process that is only another name (``P = Q``, ``P = if c then Q else R``) becomes an
alias. Sequential composition leaves a placeholder (:class:`Insert`) for the linker to fill.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from quidpro.core.budget import Budget
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.bodies import Arm, Body, Goto, Menu, Plain, Run, Switch, compile_body, local_names
from quidpro.frontend.fsp.labels import compile_parts
from quidpro.frontend.fsp.values import Frame, Scope, Value, is_true
from quidpro.frontend.text.problems import ModelError
from quidpro.lts.lts import ERROR

MAX_STATES = 2_000_000
MAX_TRANSITIONS = 20_000_000
_POLL_EVERY = 4096
_MAX_NAME = 60


class TooBigError(ModelError):
    """A process outgrew its limit: building on would not help to find more faults."""


@dataclass(frozen=True)
class Request:
    """A global process wanted by a sequence: its name, its actual parameters (None where none are given)."""

    name: str
    actuals: tuple[Value, ...] | None
    offset: int


@dataclass(frozen=True)
class Insert:
    """A placeholder state: the processes that run from it, and the state after them."""

    state: int
    requests: tuple[Request, ...]
    then: int


@dataclass
class Draft:
    """The states of a process before sequences are filled in and aliases resolved; 0 is the initial one."""

    name: str
    offset: int
    names: list[str] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    source: array[int] = field(default_factory=lambda: array("i"))
    label: array[int] = field(default_factory=lambda: array("i"))
    target: array[int] = field(default_factory=lambda: array("i"))
    origin: array[int] = field(default_factory=lambda: array("i"))
    aliases: dict[int, int] = field(default_factory=dict)
    alias_offsets: dict[int, int] = field(default_factory=dict)
    inserts: list[Insert] = field(default_factory=list)
    end: int = -1

    def requests(self) -> list[Request]:
        """The global processes that the sequences want."""
        return [request for insert in self.inserts for request in insert.requests]


def draft_process(process: ast.ProcessDef, scope: Scope, budget: Budget) -> Draft:
    """Build the states of a process under the parameters in scope, or raise all that is wrong with it."""
    builder = _Builder(process, scope, budget)
    before = scope.problems.count
    builder.define()
    scope.problems.give_up(before, process.offset)
    builder.build_states()
    scope.problems.give_up(before, process.offset)
    return builder.draft


class _Builder:
    def __init__(self, process: ast.ProcessDef, scope: Scope, budget: Budget) -> None:
        self.process = process
        self.scope = scope
        self.budget = budget
        self.problems = scope.problems
        self.draft = Draft(process.name, process.offset)
        self.explicit: dict[str, int] = {}
        self.defined: list[tuple[int, Body, Frame]] = []
        self.pending: list[tuple[int, Menu, Frame]] = []
        self.polls = 0

    def define(self) -> None:
        """Number the local processes under all values of their indices, and compile their bodies."""
        local = local_names(self.process, self.scope)
        for definition in self.process.locals:
            with self.problems.catch():
                indices, inside = compile_parts(definition.indices, self.scope, definition.offset)
                body = compile_body(definition.body, inside, local)
                for text, frame in indices.expand(()):
                    self._poll()
                    name = f"{definition.name}.{text}" if definition.indices else definition.name
                    self.defined.append((self._explicit(name, definition), body, frame))

    def _explicit(self, name: str, definition: ast.LocalDef) -> int:
        if name in ("STOP", "END", "ERROR"):
            raise ModelError(f"'{name}' cannot be defined: it is part of the language", definition.offset, len(name))
        if name in self.explicit:
            raise ModelError(f"local process '{name}' is defined twice", definition.offset, len(definition.name))
        self.explicit[name] = state = self._state(name)
        return state

    def _state(self, name: str) -> int:
        names = self.draft.names
        if len(names) >= MAX_STATES:
            raise self._too_big(f"{MAX_STATES:,} states")
        names.append(name)
        return len(names) - 1

    def _too_big(self, what: str) -> ModelError:
        return TooBigError(
            f"process '{self.process.name}' has more than {what}",
            self.process.offset,
            len(self.process.name),
            "use smaller ranges, or split it into processes in parallel",
        )

    def build_states(self) -> None:
        """Build the transitions of all states."""
        with self.problems.catch():
            for state, body, frame in self.defined:
                self._start(state, body, frame)
                while self.pending:
                    self._poll()
                    self._choice(*self.pending.pop())
        self.draft.end = self.explicit.get("END", -1)

    def _choice(self, state: int, menu: Menu, frame: Frame) -> None:
        frames = [frame] if menu.each is None else [bound for _, bound in menu.each.expand(frame)]
        for bound in frames:
            for arm in menu.arms:
                self._arm(state, arm, bound)

    def _poll(self) -> None:
        self.polls += 1
        if self.polls % _POLL_EVERY:
            return
        self.budget.check()
        if len(self.draft.source) > MAX_TRANSITIONS:
            raise self._too_big(f"{MAX_TRANSITIONS:,} transitions")

    def _start(self, state: int, body: Body, frame: Frame) -> None:
        """A defined state either has a choice of its own or is another name for some state."""
        try:
            plain = _decide(body, frame)
            if isinstance(plain, Menu):
                self.pending.append((state, plain, frame))
            else:
                self.draft.aliases[state] = self._target(plain, frame, self.draft.names[state])
                self.draft.alias_offsets[state] = plain.offset
        except TooBigError:
            raise
        except ModelError as fault:
            self.problems.add(fault)

    def _arm(self, state: int, arm: Arm, frame: Frame) -> None:
        try:
            if arm.guard is not None and not arm.guard(frame):
                return
            labels, name = self.draft.labels, self.draft.names[state]
            for action, bound in arm.label.expand(frame):
                self._poll()
                number = labels.get(action)
                if number is None:
                    labels[action] = number = len(labels)
                target = self._target(arm.body, bound, name, action)
                self.draft.source.append(state)
                self.draft.label.append(number)
                self.draft.target.append(target)
                self.draft.origin.append(arm.offset)
        except TooBigError:
            raise
        except ModelError as fault:
            self.problems.add(fault)

    def _target(self, body: Body, frame: Frame, origin: str, action: str = "") -> int:
        """The state in which a body begins; ``origin`` and ``action`` name it when it is new."""
        plain = _decide(body, frame)
        if isinstance(plain, Goto):
            return self.explicit.get(plain.key(frame), ERROR)
        if isinstance(plain, Menu):
            state = self._state(_step_name(origin, action))
            self.pending.append((state, plain, frame))
            return state
        if isinstance(plain, Run):
            return self._insert(plain, frame, origin, action)
        return ERROR if plain.kind == "ERROR" else self._terminal(plain.kind)

    def _terminal(self, kind: str) -> int:
        if kind not in self.explicit:
            self.explicit[kind] = self._state(kind)
        return self.explicit[kind]

    def _insert(self, body: Run, frame: Frame, origin: str, action: str) -> int:
        requests = tuple(
            Request(call.name, tuple(a(frame) for a in call.arguments) or None, call.offset) for call in body.calls
        )
        then = self._target(body.then, frame, origin, action)
        state = self._state(_step_name(origin, action))
        self.draft.inserts.append(Insert(state, requests, then))
        return state


def _decide(body: Body, frame: Frame) -> Plain:
    """What is left of a body when its ``if`` is decided."""
    while isinstance(body, Switch):
        body = body.then if is_true(body.condition(frame), body.offset) else body.otherwise
    return body


def _step_name(origin: str, action: str) -> str:
    """The name of the state after an action, as ``P.a.b``; the middle of a long one is left out."""
    name = f"{origin}.{action}"
    if len(name) <= _MAX_NAME:
        return name
    return f"{name[: _MAX_NAME // 2]}…{name[-_MAX_NAME // 3 :]}"
