"""A component on its own as a PRISM program: constants, the global variables that are its own, its modules, its labels.

Every command and every variable stands in a line of its own, so that what Storm says of a line or of a command can be
said of its position in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from quidpro.frontend.prism.merge_modules import Group
from quidpro.frontend.prism.outline import Declared, ModuleText, Outline, action_of, mentions
from quidpro.frontend.prism.tokens import Token, Tokens, written

SILENT = "quidpro_silent"
"""Stands for the action of commands that have none, with the name of their module."""
_MARK = "quidpro_mark"
"""Stands for a mark, with a number: not every mark is called like a label of the language."""

Line = tuple[str, int | None]
"""A line of a program, and the number of the command that it is."""


@dataclass(frozen=True)
class OpenComponent:
    """The text of a program, and what its parts are called in the file."""

    name: str
    lines: tuple[Line, ...]
    at: Token
    variables: tuple[Declared, ...]
    """In the order in which a state shows them."""
    commands: tuple[Tokens, ...]
    alphabet: frozenset[str]
    silent: Mapping[str, str]
    """What the actions that stand for none are called."""
    marks: Mapping[str, tuple[str, str]]
    """The marks of this component: what stands for each, and its condition."""

    @property
    def text(self) -> str:
        """The program."""
        return self.marked(self.marks)

    def marked(self, marks: Sequence[str] | Mapping[str, object]) -> str:
        """The program with some of its marks."""
        labels = [f'label "{self.marks[mark][0]}" = {self.marks[mark][1]};\n' for mark in marks]
        return "".join([*(line for line, _ in self.lines), *labels])

    def only(self, number: int) -> str:
        """The program with one of the commands."""
        return "".join(line for line, command in self.lines if command in (None, number))


def open_component(
    outline: Outline, group: Group, constants: Mapping[str, str], marks: Mapping[str, str]
) -> OpenComponent:
    """The program of modules whose text has no complaints against it, with conditions that are to be marks."""
    commands = tuple(command for module in group.modules for command in module.commands)
    silent = {silent_action(m): silent_name(m.name.text) for m in group.modules if any(map(_is_silent, m.commands))}
    alphabet = {action for module in group.modules for action in module.alphabet}
    return OpenComponent(
        group.name,
        tuple(_lines(outline, group, constants)),
        group.modules[0].name,
        tuple(_state_variables(outline, group).values()),
        commands,
        frozenset({*alphabet, *silent.values()}),
        silent,
        {mark: (f"{_MARK}_{number}", words) for number, (mark, words) in enumerate(marks.items())},
    )


def _lines(outline: Outline, group: Group, constants: Mapping[str, str]) -> Iterator[Line]:
    yield "mdp\n", None
    for line in constant_lines(outline, constants):
        yield f"{line}\n", None
    for name in _globals(outline, group):
        yield f"global {written(outline.globals[name].words)};\n", None
    number = 0
    for module in group.modules:
        yield f"module {module.name.text}\n", None
        for declared in module.variables:
            yield f"{written(declared.words)};\n", None
        for command in module.commands:
            yield f"{_command(command, module)};\n", number
            number += 1
        yield "endmodule\n", None


def constant_order(outline: Outline) -> list[str]:
    """The constants, each behind those that it uses: PRISM wants no order, Storm wants this one."""
    waiting = {name: set(mentions(c.value or (), outline.constants)) for name, c in outline.constants.items()}
    found: list[str] = []
    while waiting:
        ready = [name for name, used in waiting.items() if not used & waiting.keys()]
        for name in ready or list(waiting):  # those that are left use each other, and Storm will say so
            found.append(name)
            del waiting[name]
    return found


def _state_variables(outline: Outline, group: Group) -> dict[str, Declared]:
    """The variables that make up the state of a component: the global ones that it uses, then its own."""
    used = (outline.globals[name] for name in _used_globals(outline, group))
    own = (declared for module in group.modules for declared in module.variables)
    return {declared.name.text: declared for declared in (*used, *own)}


def _used_globals(outline: Outline, group: Group) -> dict[str, Token]:
    return mentions((token for module in group.modules for token in module.reads()), outline.globals)


def _globals(outline: Outline, group: Group) -> list[str]:
    """The global variables that a component may speak of: those that it uses, and those that no module writes."""
    used, writers = _used_globals(outline, group), outline.writers()
    return [name for name in outline.globals if name in used or not writers[name]]


def known_to(outline: Outline, group: Group) -> frozenset[str]:
    """The variables that a condition on the states of a component may speak of."""
    return frozenset({*_state_variables(outline, group), *_globals(outline, group)})


def silent_name(module: str) -> str:
    """The private action of a module's commands that have none; no name of the language has a dot."""
    return f"{module}.tau"


def silent_action(module: ModuleText) -> str:
    """What stands for it in the program."""
    return f"{SILENT}_{module.name.text}"


def _is_silent(command: Tokens) -> bool:
    return not action_of(command)


def constant_lines(outline: Outline, constants: Mapping[str, str]) -> Iterator[str]:
    """The constants with their values; those that have none are left out."""
    absent = valueless(outline, constants)
    for name in constant_order(outline):
        if name not in absent:
            constant = outline.constants[name]
            value = constants[name] if name in constants else written(constant.value or ())
            yield f"const {constant.type} {name} = {value};"


def valueless(outline: Outline, constants: Mapping[str, str]) -> frozenset[str]:
    """The constants without a value, and those that use one of them."""
    found: dict[str, object] = {}
    for name in constant_order(outline):
        value = outline.constants[name].value
        if name not in constants and (value is None or mentions(value, found)):
            found[name] = value
    return frozenset(found)


def unset(outline: Outline, constants: Mapping[str, str]) -> list[str]:
    """The constants without a value; one that only rewards use needs none, as they are left out."""
    values = {name: constant.value or () for name, constant in outline.constants.items() if name not in constants}
    _, rewards = outline.blocks.get("rewards", (None, ()))
    spared = _used(rewards, values) - _used(_words(outline), values)
    return [name for name, value in values.items() if not value and name not in spared]


def _used(words: Iterable[Token], values: Mapping[str, Tokens]) -> set[str]:
    """The constants that some words use, directly or in the values of others."""
    used = set(mentions(words, values))
    while more := {n for name in used for n in mentions(values[name], values)} - used:
        used |= more
    return used


def _words(outline: Outline) -> Iterator[Token]:
    """All words of a file but those of its constants and rewards."""
    for declared in outline.globals.values():
        yield from declared.words
    for module in outline.modules.values():
        yield from module.reads()
    for _, words in (*outline.labels.values(), *(b for head, b in outline.blocks.items() if head != "rewards")):
        yield from words
    for words in outline.formulas.values():
        yield from words


def _command(command: Tokens, module: ModuleText) -> str:
    return f"[{silent_action(module)}] {written(command[2:])}" if _is_silent(command) else written(command)
