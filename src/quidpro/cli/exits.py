"""Exit codes, and how every way of ending is turned into one of them and a message for a person.

A program that asked for an answer and gets none is told so in the format that it asked for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from quidpro.cli.output import emit
from quidpro.core.errors import BudgetExceeded, InputError, QuidproError, Unwritten
from quidpro.core.source import Diagnostic
from quidpro.core.words import as_json, printable


def no_verdict(options: Mapping[str, Any]) -> Document | None:
    """The document of a ``check`` without an answer, by its options; people read stderr."""

    def document(ending: Ending) -> str:
        from quidpro.report.junit import refused_check, refused_junit
        from quidpro.verdict.documents import indented

        if options["format"] == "junit":
            return refused_junit(str(options["file"]), ending.text)
        fields = refused_check(options["method"], ending.reasons)
        return as_json(fields) if options["format"] == "jsonl" else indented(fields)

    return document if options["format"] in ("json", "jsonl", "junit") else None


def no_certification(options: Mapping[str, Any]) -> Document | None:
    """The same for ``certify``."""

    def document(ending: Ending) -> str:
        from quidpro.report.junit import refused_certificate
        from quidpro.verdict.documents import indented

        return indented(refused_certificate(ending.reasons))

    return document if options["format"] == "json" else None


class Exit(IntEnum):
    """The stable exit codes of the command."""

    HOLDS = 0
    VIOLATED = 1
    BAD_INPUT = 2
    UNDECIDED = 3


EXIT_OF = {"holds": Exit.HOLDS, "violated": Exit.VIOLATED, "unknown": Exit.UNDECIDED}
"""The exit code of an outcome."""

_BUG = "This is a bug of quidpro; with QUIDPRO_DEBUG=1 it shows where."
_OUT_OF_MEMORY = "out of memory; --memory MB ends the work in time, and reports what is known"


@dataclass(frozen=True)
class Ending:
    """How a command ends that has no answer: its exit code, and why."""

    code: Exit
    text: str
    """For a person; empty where it cannot be read."""
    reasons: tuple[Diagnostic, ...] = ()


Document = Callable[[Ending], str]
"""Builds what a program gets instead of an answer."""


def complain(message: str) -> None:
    """A message of one line on stderr."""
    print(printable(message), file=sys.stderr)


def warn(warnings: Iterable[Diagnostic]) -> None:
    """Warnings on stderr; the result does not depend on whether they can be written."""
    with suppress(Unwritten):
        for warning in warnings:
            print(warning.render(), file=sys.stderr)


def guarded(action: Callable[[], int], document: Document | None = None) -> int:
    """Run a command to its exit code; a user never meets a traceback unless QUIDPRO_DEBUG is set."""
    try:
        return action()
    except (Exception, KeyboardInterrupt) as error:
        _trace()
        ending = _ending(error)
    if ending.text:
        _report_ending(ending, document)
    return ending.code


def _report_ending(ending: Ending, document: Document | None) -> None:
    """For a person on stderr, for a program on stdout; a failure to write them is ignored."""
    with suppress(Unwritten):
        print(ending.text, file=sys.stderr)
    if document is not None:
        with suppress(Unwritten):
            emit(document(ending))


def _trace() -> None:
    if os.environ.get("QUIDPRO_DEBUG"):
        from traceback import print_exc

        with suppress(Unwritten):
            print_exc()


def _ending(error: BaseException) -> Ending:
    if isinstance(error, InputError):
        return Ending(Exit.BAD_INPUT, str(error), error.diagnostics)
    if isinstance(error, Unwritten) and error.unread:
        return Ending(Exit.UNDECIDED, "")
    if isinstance(error, BudgetExceeded):
        return _plain_ending(Exit.UNDECIDED, "undecided", str(error))
    if isinstance(error, QuidproError):
        return _plain_ending(Exit.BAD_INPUT, "error", str(error))
    if isinstance(error, KeyboardInterrupt):
        return _plain_ending(Exit.UNDECIDED, "undecided", "interrupted")
    if isinstance(error, MemoryError):
        return _plain_ending(Exit.UNDECIDED, "undecided", _OUT_OF_MEMORY)
    if isinstance(error, OSError):
        what = error.filename or "the operating system refuses"
        return _plain_ending(Exit.BAD_INPUT, "error", f"{what}: {error.strerror or error}")
    return _plain_ending(Exit.UNDECIDED, "internal error", f"{type(error).__name__}: {error}", _BUG)


def _plain_ending(code: Exit, head: str, message: str, hint: str = "") -> Ending:
    """An ending that points at no source text."""
    text = "\n".join(printable(line) for line in (f"{head}: {message}", hint) if line)
    return Ending(code, text, (Diagnostic(message, hint=hint),))
