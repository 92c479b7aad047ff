"""Collecting what is wrong with a model, so that one compilation reports everything it can see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Severity, Source
from quidpro.frontend.text.cursor import cap

_MAX_NAME = 80
_MAX_MESSAGE = 300


class ModelError(Exception):
    """Something wrong at one position of the text; it becomes a diagnostic where work can go on without it."""

    def __init__(self, message: str, offset: int, length: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.length = length
        self.hint = hint


class ReportedError(ModelError):
    """What is wrong has been reported already; only the work that depends on it must be given up."""

    def __init__(self, offset: int) -> None:
        super().__init__("", offset)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name, or nothing."""
    if len(name) > _MAX_NAME:
        return ""
    close = get_close_matches(name, [k for k in known if len(k) <= _MAX_NAME], n=1)
    return f"did you mean '{close[0]}'?" if close else ""


def merge_repeats(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Equal messages merged into the first, with their number."""
    equal: dict[str, list[Diagnostic]] = {}
    for diagnostic in found:
        equal.setdefault(diagnostic.message, []).append(diagnostic)
    return tuple(
        first if not others else replace(first, message=f"{first.message} ({1 + len(others)} times)")
        for first, *others in equal.values()
    )


class Problems:
    """The diagnostics found so far in one source text; each offset is blamed once for one thing."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.count = 0
        """How often an error was met, those met before included."""
        self._errors: dict[tuple[int, str], Diagnostic] = {}
        self._warnings: dict[tuple[int, str], Diagnostic] = {}
        self._doubts: dict[int, Diagnostic] = {}
        self._settled: set[int] = set()

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd but accepted."""
        return (*self._warnings.values(), *self._doubts.values())

    def add(self, fault: ModelError) -> None:
        """Remember an error."""
        self.count += 1
        if isinstance(fault, ReportedError):
            return
        self._errors.setdefault((fault.offset, fault.message), self._diagnostic(fault, "error"))

    def warn(self, message: str, offset: int, length: int = 1, hint: str = "") -> None:
        """Remember something odd that does not stop the compilation."""
        fault = ModelError(message, offset, length, hint)
        self._warnings.setdefault((offset, message), self._diagnostic(fault, "warning"))

    def doubt(self, offset: int, odd: Callable[[], ModelError]) -> None:
        """Remember something odd at an offset, unless all is well there for other values of the variables.

        After an error nothing odd is reported, since parts may be missing.
        """
        if not self._errors and offset not in self._doubts and offset not in self._settled:
            self._doubts[offset] = self._diagnostic(odd(), "warning")

    def settle(self, offset: int) -> None:
        """All is well at an offset: what was odd for other values was intended."""
        self._settled.add(offset)
        self._doubts.pop(offset, None)

    def is_settled(self, offset: int) -> bool:
        """Whether all is known to be well at an offset."""
        return offset in self._settled

    @contextmanager
    def catch(self) -> Iterator[None]:
        """Turn a fault inside the block into a diagnostic and go on after the block."""
        try:
            yield
        except ModelError as fault:
            self.add(fault)

    def give_up(self, before: int, offset: int) -> None:
        """Leave work that errors have made pointless: there were fewer of them ``before`` it began."""
        if self.count > before:
            raise ReportedError(offset)

    def forget(self) -> None:
        """Drop the errors of work that was broken off."""
        self._errors.clear()

    def check(self) -> None:
        """Raise everything found as one InputError, in the order of the text, and forget it."""
        if not self._errors:
            return
        found = list(self._errors.values())
        self._errors = {}
        raise InputError(cap(found))

    def _diagnostic(self, fault: ModelError, severity: Severity) -> Diagnostic:
        message, hint = _clip(fault.message), _clip(fault.hint)
        return Diagnostic(message, self.source, fault.offset, fault.length, hint, severity)


def _clip(text: str) -> str:
    """A text that fits the screen, even if it quotes a name of a million letters."""
    half = _MAX_MESSAGE // 2
    return text if len(text) <= _MAX_MESSAGE else f"{text[:half]}…{text[-half:]}"
