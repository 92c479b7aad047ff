"""Models from standard input: ``-`` in place of a file, with ``--from`` to say in which language they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from quidpro.core.errors import UsageError

Language = Literal["fsp", "aut", "json", "pnml", "smv", "aiger", "btor2", "prism", "jani", "lpts"]
STANDARD_INPUT = ("-", "/dev/stdin")
_PARAMETER = Parameter(
    "language",
    Parameter.KEYWORD_ONLY,
    default=None,
    annotation=Annotated[
        Language | None,
        typer.Option(
            "--from",
            metavar="LANGUAGE",
            help="Where FILE is -, the language of standard input: fsp, aut, json, pnml, smv, aiger, btor2, prism, "
            "jani or lpts.",
        ),
    ],
)


def takes_standard_input(command: Callable[..., int]) -> Callable[..., int]:
    """A command with a model file that may be ``-``."""

    @wraps(command)
    def run(**values: Any) -> int:
        with _named(values.pop("file"), values.pop("language")) as file:
            return command(file=file, **values)

    known = signature(command, eval_str=True).parameters.values()
    run.__signature__ = Signature(  # type: ignore[attr-defined]
        [*(one.replace(kind=Parameter.KEYWORD_ONLY) for one in known), _PARAMETER]
    )
    return run


@contextmanager
def _named(file: Path, language: str | None) -> Iterator[Path]:
    """The path that a model is read by: a file's own, or one that stands for standard input."""
    if str(file) not in STANDARD_INPUT:
        if language is not None:
            raise UsageError(f"--from goes with - for standard input; the language of {file} is told by its suffix")
        yield file
        return
    if language is None:
        raise UsageError("in which language is the model on standard input? Say so with --from, for example --from fsp")
    from quidpro.frontend.files import LANGUAGES, MAX_BYTES, decode, edited, refusal

    path = Path(f"stdin{LANGUAGES[language]}")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise refusal(f"standard input has more than {MAX_BYTES >> 20} MB, which is the limit")
    with edited(path, decode(path, data)):
        yield path
