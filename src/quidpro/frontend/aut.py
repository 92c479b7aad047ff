"""Aldebaran's AUT format: a line ``des (initial, transitions, states)``, then lines ``(from, "label", to)``.

A label stands between the first and the last comma of its line, so quotes, commas and parentheses inside it
need no escape. ``tau`` and ``i`` are silent. The error state is the target -1, as LTSA writes it. Actions are
numbered in alphabetical order, since the format has no alphabet of its own; :func:`aut_losses` says what else
it cannot hold.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import printable
from quidpro.frontend.files import MAX_STATES
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME

SILENT = frozenset({TAU_NAME, "i"})
MAX_DIAGNOSTICS = 10

_BLANK = r"[^\S\n]*"
_NUMBER = r"(-?[0-9]{1,18})"
_HEADER = re.compile(
    rf"\s*(?P<all>des{_BLANK}\({_BLANK}{_NUMBER}{_BLANK},{_BLANK}{_NUMBER}{_BLANK},{_BLANK}{_NUMBER}{_BLANK}\))"
    rf"{_BLANK}(?:\n|$)"
)
_TRANSITION = re.compile(
    rf"^{_BLANK}\({_BLANK}{_NUMBER}{_BLANK},(.*),{_BLANK}{_NUMBER}{_BLANK}\){_BLANK}$", re.MULTILINE
)
_FILLED_LINE = re.compile(r"^[^\n]*\S[^\n]*$", re.MULTILINE)


@dataclass(frozen=True)
class _Header:
    initial: int
    transitions: int
    states: int
    start: int
    length: int
    body: int


def read_aut(source: Source) -> LTS:
    """The LTS of an AUT text, named after the file; every error of the text is reported at once."""
    header = _read_header(source)
    numbers: dict[str, int] = {}
    sources, labels, targets = array("q"), array("q"), array("q")
    for match in _TRANSITION.finditer(source.text, header.body):
        sources.append(int(match[1]))
        labels.append(numbers.setdefault(match[2], len(numbers)))
        targets.append(int(match[3]))
    names = [_unquote(spelling) for spelling in numbers]
    if not _plausible(source, header, sources, targets, names):
        problems = sorted(_problems(source, header), key=lambda problem: problem.offset)
        raise InputError(_shorten(source, problems))
    actions = sorted(set(names) - SILENT)
    final = dict.fromkeys(SILENT, TAU) | {action: i + 1 for i, action in enumerate(actions)}
    renumber = np.array([final[name] for name in names], dtype=np.int32)
    return LTS.from_arrays(
        actions,
        header.states,
        sources,
        renumber[np.asarray(labels)] if labels else (),
        targets,
        initial=header.initial,
        name=PurePath(source.name).stem,
    )


def write_aut(lts: LTS) -> str:
    """The AUT text of an LTS; ask :func:`aut_losses` whether anything of it is lost."""
    labels = [TAU_NAME, *(f'"{printable(action)}"' for action in lts.alphabet)]
    lines = [f"des ({lts.initial}, {lts.transitions}, {lts.states})"]
    columns = zip(lts.source.tolist(), lts.label.tolist(), lts.target.tolist(), strict=True)
    lines.extend(f"({p}, {labels[label]}, {q})" for p, label, q in columns)
    return "\n".join(lines) + "\n"


def aut_losses(lts: LTS) -> list[str]:
    """What of this LTS its AUT text does not say, in words; empty when reading it back gives an equal LTS."""
    used = {lts.action(label) for label in np.unique(lts.label).tolist()}
    unused = [action for action in lts.alphabet if action not in used]
    silenced = [action for action in lts.alphabet if action in SILENT]
    odd = [action for action in lts.alphabet if not action.isprintable()]
    losses = []
    if unused:
        losses.append(f"actions of the alphabet that never happen are left out: {_list(unused)}")
    if lts.end >= 0:
        losses.append(f"END (state {lts.end}) becomes an ordinary state without transitions")
    if silenced:
        losses.append(f"visible actions will be read back as silent: {_list(silenced)}")
    if odd:
        losses.append(f"what cannot be shown in a label is spelled as here: {_list(list(map(printable, odd)))}")
    if list(lts.alphabet) != sorted(lts.alphabet):
        losses.append("the order of the alphabet: actions will be read back in alphabetical order")
    if lts.state_names is not None:
        losses.append("the names of the states are left out")
    return losses


def _read_header(source: Source) -> _Header:
    match = _HEADER.match(source.text)
    if match is None:
        start = len(source.text) - len(source.text.lstrip())
        hint = 'the first line is "des (initial state, number of transitions, number of states)"'
        raise InputError([Diagnostic("this is not an AUT header", source, start, hint=hint)])
    initial, transitions, states = (int(match[i]) for i in (2, 3, 4))
    header = _Header(initial, transitions, states, match.start("all"), len(match["all"]), match.end())
    problems = [_header_problem(source, header, message) for message in _header_complaints(header)]
    if problems:
        raise InputError(problems)
    return header


def _header_complaints(header: _Header) -> Iterator[str]:
    if header.states < 1:
        yield f"an LTS has at least one state, the header says {header.states}"
    elif header.states > MAX_STATES:
        yield f"{header.states} states are more than the {MAX_STATES} that can be read"
    elif not 0 <= header.initial < header.states:
        yield f"the initial state {header.initial} is not one of the {header.states} states"
    if header.transitions < 0:
        yield f"the number of transitions cannot be {header.transitions}"


def _header_problem(source: Source, header: _Header, message: str) -> Diagnostic:
    return Diagnostic(message, source, header.start, header.length)


def _unquote(label: str) -> str:
    label = label.strip()
    return label[1:-1] if len(label) >= 2 and label[0] == label[-1] == '"' else label


def _plausible(source: Source, header: _Header, sources: array[int], targets: array[int], names: list[str]) -> bool:
    """Whether every line is a transition between states that exist: then there are no errors to search."""
    lines = sum(map(bool, map(str.strip, source.text[header.body :].split("\n"))))
    if not lines == len(sources) == header.transitions or not all(names):
        return False
    return not lines or (
        min(sources) >= 0 and max(sources) < header.states and min(targets) >= ERROR and max(targets) < header.states
    )


def _problems(source: Source, header: _Header) -> Iterator[Diagnostic]:
    """Lines that are not transitions, states that do not exist, and a count that differs from the header's."""
    found = 0
    for line in _FILLED_LINE.finditer(source.text, header.body):
        found += 1
        match = _TRANSITION.fullmatch(source.text, line.start(), line.end())
        if match is None:
            hint = 'a transition is "(from, label, to)"'
            yield Diagnostic("this is not a transition", source, line.start(), len(line[0]), hint)
            continue
        if not 0 <= int(match[1]) < header.states:
            yield _no_such_state(source, header, match, 1)
        if not ERROR <= int(match[3]) < header.states:
            yield _no_such_state(source, header, match, 3)
        if not _unquote(match[2]):
            yield Diagnostic("this transition has no label", source, match.start(2))
    if found != header.transitions:
        message = f"the header announces {header.transitions} transitions, the file has {found}"
        yield _header_problem(source, header, message)


def _no_such_state(source: Source, header: _Header, match: re.Match[str], group: int) -> Diagnostic:
    message = f"there is no state {match[group]}: the header says {header.states} states, numbered from 0"
    return Diagnostic(message, source, match.start(group), len(match[group]))


def _shorten(source: Source, problems: list[Diagnostic]) -> list[Diagnostic]:
    rest = len(problems) - MAX_DIAGNOSTICS
    if rest <= 0:
        return problems
    return [*problems[:MAX_DIAGNOSTICS], Diagnostic(f"and {rest} more errors in {source.name}")]


def _list(words: list[str], limit: int = 8) -> str:
    return ", ".join(words[:limit]) + (f" and {len(words) - limit} more" if len(words) > limit else "")
