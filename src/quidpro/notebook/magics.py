"""Cells of model text: ``%%fsp``, ``%%smv``, ``%%prism``. The text is read as a file with such a suffix would be.

What is wrong with it is shown at its place, with the line and a caret; there is no traceback through quidpro.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from quidpro.api.check import check
from quidpro.api.models import load
from quidpro.core.budget import Budget
from quidpro.core.errors import QuidproError, UsageError
from quidpro.frontend.files import edited, reject
from quidpro.run.registry import world_named

SUFFIXES = {"fsp": ".lts", "smv": ".smv", "prism": ".prism"}
"""The cells that there are, and what a file of such a text is called."""
_FORMULAS = ("pctl", "invar", "ltl", "ctl")
_SECONDS = 2.0
"""So long all parts of a model are looked at for what is wrong with them."""


class CellError(QuidproError):
    """Something is wrong with a cell; a notebook shows the words alone."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in place of a traceback."""
        return [str(self)]


class _Line(argparse.ArgumentParser):
    """The options of a cell; a wrong one is a UsageError."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n{self.format_usage().strip()}")


def _parser(cell: str) -> _Line:
    line = _Line(prog=f"%%{cell}", add_help=False, allow_abbrev=False, exit_on_error=False)
    line.add_argument("name", nargs="?", default="", help="the variable that the model is stored in")
    line.add_argument("--const", action="append", default=[], metavar="NAME=VALUE")
    line.add_argument("--check", action="store_true")
    line.add_argument("--system", default=None)
    line.add_argument("--property", action="append", default=[])
    line.add_argument("--method", default="auto")
    line.add_argument("--split", default=None)
    line.add_argument("--spec", default=None)
    for formulas in _FORMULAS:
        line.add_argument(f"--{formulas}", action="append", default=[])
    line.add_argument("--timeout", type=float, default=None)
    return line


def load_ipython_extension(shell: Any) -> None:
    """What ``%load_ext quidpro`` calls."""
    for cell, suffix in SUFFIXES.items():
        shell.register_magic_function(_magic(shell, cell, suffix), "cell", cell)


def unload_ipython_extension(shell: Any) -> None:
    """What ``%unload_ext quidpro`` calls."""
    for cell in SUFFIXES:
        shell.magics_manager.magics["cell"].pop(cell, None)


def _magic(shell: Any, cell: str, suffix: str) -> Callable[[str, str], Any]:
    run = partial(_run, shell, _parser(cell), suffix)
    run.__doc__ = f"A model as a cell.\n\n{_parser(cell).format_help()}"
    return run


def _run(shell: Any, parser: _Line, suffix: str, line: str, text: str) -> Any:
    """The model of a cell or, if it is to be checked, the answers."""
    try:
        asked = parser.parse_args(_words(line))
        model = _read(asked, suffix, text)
        if asked.name:
            shell.user_ns[asked.name] = model
        return _checked(model, asked) if asked.check else model
    except (QuidproError, argparse.ArgumentError) as error:
        raise CellError(str(error)) from None


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise UsageError(f"the line of the cell cannot be read: {error}") from error


def _read(asked: argparse.Namespace, suffix: str, text: str) -> Any:
    if asked.name and not asked.name.isidentifier():
        raise UsageError(f"{asked.name!r} cannot be a variable")
    path = Path(f"{asked.name or 'cell'}{suffix}")
    with edited(path, text):
        model = load(path, constants=dict(map(_constant, asked.const)))
    outline = world_named(model.world).renderer.outline(model, Budget(_SECONDS))
    reject(problem for problem in outline.problems if problem.severity == "error")
    return model


def _constant(text: str) -> tuple[str, int | str]:
    name, sign, value = (part.strip() for part in text.partition("="))
    if not sign:
        raise UsageError(f"--const takes NAME=VALUE, not {text!r}")
    return name, int(value) if value.lstrip("-").isdecimal() else value


def _checked(model: Any, asked: argparse.Namespace) -> Any:
    return check(
        model,
        system=asked.system,
        property=asked.property,
        method=asked.method,
        split=asked.split,
        spec=asked.spec,
        pctl=asked.pctl,
        invar=asked.invar,
        ltl=asked.ltl,
        ctl=asked.ctl,
        timeout=asked.timeout,
    )
