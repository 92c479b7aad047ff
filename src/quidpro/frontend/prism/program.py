"""A module on its own as a PRISM program: constants, the global variables that are its own, the module, its labels.

Every command and every variable stands in a line of its own, so that what Storm says of a line or of a command can be
said of the place in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.prism.outline import Declared, ModuleText, Outline, action_of, mentions
from quidpro.frontend.prism.tokens import Token, Tokens, disjuncts, written

SILENT = "quidpro_silent"
"""Stands for the action of commands that have none."""


@dataclass(frozen=True)
class OpenModule:
    """The text of a program, and what its parts are called in the file."""

    name: str
    before: str
    lines: tuple[str, ...]
    """The commands."""
    after: str
    at: Token
    variables: tuple[Declared, ...]
    """In the order in which a state is told."""
    commands: tuple[Tokens, ...]
    alphabet: frozenset[str]
    marks: tuple[str, ...]
    """The labels that speak of this module."""

    @property
    def text(self) -> str:
        """The program."""
        return self.before + "".join(self.lines) + self.after

    def only(self, number: int) -> str:
        """The program with one of the commands."""
        return self.before + self.lines[number] + self.after


def opened(outline: Outline, module: ModuleText, constants: Mapping[str, str]) -> OpenModule:
    """The program of a module whose text has no complaints against it."""
    used = mentions(module.reads(), outline.globals)
    variables = _variables(outline, module)
    labels = _labels(outline, variables)
    before = [
        "mdp",
        *(_constant(outline, name, constants) for name in outline.constants),
        *(f"global {written(outline.globals[name].words)};" for name in used),
        f"module {module.name.text}",
        *(f"{written(declared.words)};" for declared in module.variables),
    ]
    after = ["endmodule", *(f'label "{name}" = {words};' for name, words in labels.items())]
    silent = frozenset({silent_name(module.name.text)} if any(not action_of(c) for c in module.commands) else ())
    return OpenModule(
        module.name.text,
        _lines(before),
        tuple(f"{_command(command)};\n" for command in module.commands),
        _lines(after),
        module.name,
        tuple(variables.values()),
        module.commands,
        module.alphabet | silent,
        tuple(labels),
    )


def _variables(outline: Outline, module: ModuleText) -> dict[str, Declared]:
    """The variables of a module: the global ones that it uses, then its own."""
    used = (outline.globals[name] for name in mentions(module.reads(), outline.globals))
    return {declared.name.text: declared for declared in (*used, *module.variables)}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def silent_name(module: str) -> str:
    """The private action of a module's commands that have none; no name of the language has a dot."""
    return f"{module}.tau"


def _constant(outline: Outline, name: str, constants: Mapping[str, str]) -> str:
    constant = outline.constants[name]
    value = constants[name] if name in constants else written(constant.value or ())
    return f"const {constant.type} {name} = {value};"


def _command(command: Tokens) -> str:
    return written(command) if action_of(command) else f"[{SILENT}] {written(command[2:])}"


def _labels(outline: Outline, variables: Mapping[str, Declared]) -> dict[str, str]:
    """The labels of the program as far as they speak of these variables.

    A label of which one part is enough is a mark of every module that has a part: marks of a system are those of its
    modules together.
    """
    known = dict.fromkeys((*outline.owner(), *outline.globals))
    found: dict[str, str] = {}
    for name, (_, words) in outline.labels.items():
        parts = [part for part in disjuncts(words) if _owned(part, known, variables)]
        if parts and not unmarkable(outline, name):
            found[name] = " | ".join(f"({written(part)})" for part in parts)
    return found


def _owned(words: Tokens, known: Mapping[str, None], variables: Mapping[str, Declared]) -> bool:
    spoken = mentions(words, known)
    return bool(spoken) and all(name in variables for name in spoken)


def unmarkable(outline: Outline, label: str) -> str:
    """Why a label is no mark of modules, in words; empty when it is one: every part must belong to some module."""
    _, words = outline.labels[label]
    if any(token.kind == "string" for token in words):
        return "it speaks of another label"
    having = {module.name.text: set(_variables(outline, module)) for module in outline.modules.values()}
    known = dict.fromkeys((*outline.owner(), *outline.globals))
    for part in disjuncts(words):
        spoken = set(mentions(part, known))
        if not spoken:
            return "it speaks of no variable"
        if not any(spoken <= names for names in having.values()):
            some = [module for module, names in having.items() if spoken & names]
            return f"it speaks of {' and '.join(some) or 'no module'} in one breath"
    return ""


def label_warnings(source: Source, outline: Outline) -> list[Diagnostic]:
    """The labels that cannot be used, each with the reason."""
    found = []
    for name, (at, _) in outline.labels.items():
        why = unmarkable(outline, name)
        if why:
            hint = "a label is a mark of a module's states, or of some modules' states if one of them is enough"
            message = f'the label "{name}" is left out: {why}'
            found.append(Diagnostic(message, source, at.offset, len(at.text), hint, "warning"))
    return found
