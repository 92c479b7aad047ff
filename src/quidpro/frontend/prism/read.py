"""PRISM files: Storm's parser says whether it is one, the text is taken apart, each module is built on its own."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.load import read_source
from quidpro.frontend.prism.apart import Crashed, apart
from quidpro.frontend.prism.checks import Checks
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.outline import KINDS, Outline, outlined
from quidpro.frontend.prism.program import OpenModule, label_warnings, opened, silent_name, unmarkable
from quidpro.frontend.prism.storm import Problem, built, refuse_absent
from quidpro.frontend.prism.tokens import written
from quidpro.frontend.prism.values import checked_values, number
from quidpro.frontend.refusal import refuse
from quidpro.lpts.lpts import LPTS

_PLACELESS = ("std::exception", "Unable to parse expression")
_WHERE_NAMES_STAND = ("expression", "update list")


def read_prism(path: str | Path, constants: Mapping[str, str] | None = None, budget: Budget = UNLIMITED) -> PrismModel:
    """The modules of a PRISM file as LPTSs; ``constants`` give constants of the file a value, or another one."""
    return prism_model(read_source(Path(path)), constants or {}, budget)


def prism_model(source: Source, constants: Mapping[str, str], budget: Budget = UNLIMITED) -> PrismModel:
    """The same for a text that was read before."""
    refuse_absent()
    outline = _outline(source)
    values = checked_values(source, {name: c.type for name, c in outline.constants.items()}, constants)
    checks = Checks(source, outline)
    complaints, modules = _prepared(outline, checks, values)
    found = _built(source, modules, checks, budget)
    refuse(complaints)
    refuse([_located(module, wrong, checks) for module, wrong in found if isinstance(wrong, Problem)])
    return PrismModel(
        source,
        Path(source.name).stem,
        {module.name: lpts for module, lpts in found if isinstance(lpts, LPTS)},
        {name: unmarkable(outline, name) for name in outline.labels},
        {name: constant.type for name, constant in outline.constants.items()},
        _numbers(outline, values),
        frozenset(silent_name(name) for name in outline.modules),
        tuple(label_warnings(source, outline)),
    )


def _prepared(outline: Outline, checks: Checks, values: Mapping[str, str]) -> tuple[list[Diagnostic], list[OpenModule]]:
    """What is wrong with the text as a whole, or the modules on their own."""
    try:
        complaints = list(checks.all(values))
        modules = outline.modules.values() if not complaints else ()
        return complaints, [opened(outline, module, values) for module in modules]
    except (IndexError, ValueError, KeyError):
        # Not the shape of a PRISM text; Storm will say where, before this is seen.
        return [checks.at(None, "this text cannot be taken apart into modules")], []


def _numbers(outline: Outline, values: Mapping[str, str]) -> dict[str, Fraction]:
    texts = {name: values.get(name, written(c.value or ())) for name, c in outline.constants.items()}
    return {name: value for name, text in texts.items() if (value := number(text)) is not None}


def _outline(source: Source) -> Outline:
    """The parts of a text, as far as it has the shape of a PRISM text; where it has not, Storm will say so.

    A file that says it holds another kind of model is refused before Storm complains about the rest of it.
    """
    try:
        outline = outlined(source.text)
    except (IndexError, ValueError, KeyError):
        return Outline()
    if outline.kind is not None and KINDS[outline.kind.text] != "MDP":
        refuse(list(Checks(source, outline).kind()))
    return outline


def _built(
    source: Source, modules: list[OpenModule], checks: Checks, budget: Budget
) -> list[tuple[OpenModule, LPTS | Problem]]:
    """What Storm makes of each module; it is asked about the whole text first."""
    budget.phase = "building the modules"
    try:
        found = apart(built, _modern(source.text, checks.outline), modules, budget=budget)
    except Crashed as crash:
        raise InputError([_crash(crash, modules, checks)]) from crash
    if isinstance(found, str):
        raise InputError([_refusal(found, source, checks)])
    return list(zip(modules, found, strict=True))


def _modern(text: str, outline: Outline) -> str:
    """The text with ``mdp`` for the old word for it, which Storm does not know; everything keeps its place."""
    old = outline.kind
    if old is None or old.text == "mdp":
        return text
    return text[: old.offset] + "mdp".ljust(len(old.text)) + text[old.offset + len(old.text) :]


def _refusal(message: str, source: Source, checks: Checks) -> Diagnostic:
    """Storm's complaint; where it only says that it expected an expression, or nothing, a name may be undeclared."""
    placed = _placed(message, source)
    if message.startswith(_PLACELESS):
        return checks.undeclared() or placed
    if not placed.message.endswith(_WHERE_NAMES_STAND):
        return placed
    undeclared = checks.undeclared(placed.offset)
    between = "" if undeclared is None else source.text[placed.offset : undeclared.offset]
    return placed if undeclared is None or between.strip(" (!-") else undeclared


def _placed(message: str, source: Source) -> Diagnostic:
    """Storm's complaint at the place that it names: ``at 4:18:`` or ``line 4:``."""
    found = re.match(r"Parsing error at (\d+):(\d+):\s*(.*?)(?:, here:.*)?$", message, re.DOTALL)
    if found is not None:
        expected = found[3].replace("<", "").replace(">", "")
        return Diagnostic(f"syntax error: {expected}", source, _offset(source, int(found[1]), int(found[2])))
    found = re.match(r"line (\d+): (.*)", message, re.DOTALL)
    if found is not None:
        return Diagnostic(found[2].strip(), source, _offset(source, int(found[1]), 1))
    return Diagnostic(message.splitlines()[0] if message else "Storm cannot read this", source)


def _offset(source: Source, line: int, column: int) -> int:
    lines = source.text.split("\n")
    line = min(line, len(lines))
    start = sum(len(text) + 1 for text in lines[: line - 1])
    here = lines[line - 1]
    place = min(column - 1, len(here))
    blank = len(here[place:]) - len(here[place:].lstrip())
    return min(start + place + (blank if here[place:].strip() else 0), max(len(source.text) - 1, 0))


def _crash(crash: Crashed, modules: list[OpenModule], checks: Checks) -> Diagnostic:
    at = next((module.at for module in modules if module.name == crash.doing), None)
    what = f"module {crash.doing}" if at is not None else "this file"
    if crash.signal == signal.SIGFPE:
        return checks.at(at, f"{what} divides by zero")
    ended = f" by signal {crash.signal}" if crash.signal else ""
    return checks.at(at, f"Storm could not read {what}: its process was ended{ended}")


def _located(module: OpenModule, problem: Problem, checks: Checks) -> Diagnostic:
    """The complaint at the command or the variable that it is about, else at the module."""
    if problem.command is not None:
        return checks.at(module.commands[problem.command][0], problem.message)
    for declared in module.variables:
        if declared.name.text == problem.variable:
            return checks.at(declared.name, problem.message, "give it the bounds that it needs")
    return checks.at(module.at, problem.message)
