"""What Storm does for us, in its own process: reads a text, and builds the states of open components, exactly.

Nothing here is called in the process that the user sees; see :mod:`quidpro.core.isolated`.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from quidpro.core.isolated import Tell
from quidpro.core.parts import require
from quidpro.core.words import one_line
from quidpro.frontend.prism.program import OpenComponent
from quidpro.lpts.lpts import LPTS

MAX_VALUES = 10_000_000
"""A variable with more values than this is taken for a mistake."""

_MAX_COMPLAINT_LENGTH = 200
Row = tuple[int, str, tuple[tuple[int, Fraction], ...]]
_ENTRY = re.compile(r"\((\d+), ([^)]+)\)")


@dataclass(frozen=True)
class Problem:
    """Something is wrong, says Storm or a look at what it built: what, and which command, variable or mark it is."""

    message: str
    command: int | None = None
    variable: str | None = None
    mark: str | None = None
    out_of_bounds: bool = False
    """Whether an update leads out of the bounds of a variable, which partners may prevent."""


@dataclass(frozen=True)
class StateVariable:
    """A variable of Storm's in the names of states: what it is called there, and names for its values, if any."""

    name: str
    variable: str
    values: tuple[str, ...] = ()

    def text(self, value: object) -> str:
        """``s=2``."""
        if self.values:
            return f"{self.name}={self.values[int(str(value))]}"
        return f"{self.name}={str(value).lower() if isinstance(value, bool) else value}"


def build(tell: Tell, text: str, components: Sequence[OpenComponent]) -> list[LPTS | Problem] | str:
    """The LPTS of each component, or what is wrong with it; what Storm's parser has to say against the whole text."""
    tell("the file")
    storm()
    try:
        program_of(text)
    except Exception as error:
        return _in_words(error)
    found: list[LPTS | Problem] = []
    for component in components:
        tell(component.name)
        found.append(_build(component))
    return found


def _build(component: OpenComponent) -> LPTS | Problem:
    program = None
    try:
        program = program_of(component.text).substitute_constants()
        wide = next(_wide(program), None)
        if wide is not None:
            return wide
        variables = [StateVariable(variable.name.text, variable.name.text) for variable in component.variables]
        marks = {mark: label for mark, (label, _) in component.marks.items()}
        return _lpts(program, component.name, component.silent, component.alphabet, variables, marks)
    except Exception as error:
        return _about(_in_words(error), component, program)


def storm() -> Any:
    """Storm's module; MissingPart where it cannot be loaded, which has nothing to do with the text."""
    return require("stormpy")


def program_of(text: str) -> Any:
    """The program of a text, as Storm reads it."""
    # A file without a name: nothing is left of it when this process is killed, or dies of the text.
    with tempfile.TemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.seek(0)
        return storm().parse_prism_program(f"/dev/fd/{file.fileno()}", simplify=False)


def _wide(program: Any) -> Iterator[Problem]:
    """Variables whose range no exploration comes to the end of."""
    own = (variable for module in program.modules for variable in module.integer_variables)
    for variable in (*program.global_integer_variables, *own):
        low, high = (e.evaluate_as_int() for e in (variable.lower_bound_expression, variable.upper_bound_expression))
        if high - low >= MAX_VALUES:
            values = f"{variable.name} has {high - low + 1:,} values, and states are explored one by one"
            yield Problem(f"{values} (at most {MAX_VALUES:,})", variable=variable.name)


def _lpts(
    description: Any,
    name: str,
    actions: Mapping[str, str],
    alphabet: Iterable[str],
    variables: Sequence[StateVariable],
    marks: Mapping[str, str],
) -> LPTS:
    """The LPTS of a program or JANI model; ``actions`` has other names for some, ``marks`` the labels of all."""
    model = _explore(description)
    return LPTS.from_rows(
        model.nr_states,
        _rows(model, actions),
        alphabet=alphabet,
        initial=next(iter(model.initial_states)),
        name=name,
        state_names=_state_names(model, variables),
        marks={mark: frozenset(model.labeling.get_states(label)) for mark, label in marks.items()},
    )


def _explore(description: Any) -> Any:
    """The sparse model, with exact probabilities."""
    stormpy = storm()
    options = stormpy.BuilderOptions()
    options.set_build_choice_labels(True)
    options.set_build_state_valuations(True)
    options.set_build_all_labels(True)
    options.set_exploration_checks(True)
    return stormpy.build_model[stormpy.Rational](description, options=options)


def _rows(model: Any, names: Mapping[str, str]) -> Iterator[Row]:
    """The transitions; the self-loop that Storm adds to a state without any has no action, and is left out.

    A choice is read from the line that Storm prints of it: to ask for every entry of it takes several times as long.
    """
    matrix, actions = model.transition_matrix, _actions(model)
    for state, choices in enumerate(pairwise(model.nondeterministic_choice_indices)):
        for choice in range(*choices):
            if choice in actions:
                yield state, names.get(actions[choice], actions[choice]), _distribution(matrix.print_row(choice))


def _actions(model: Any) -> dict[int, str]:
    """The action of each choice that has one."""
    labeling = model.choice_labeling
    return {choice: label for label in labeling.get_labels() for choice in labeling.get_choices(label)}


def _distribution(printed: str) -> tuple[tuple[int, Fraction], ...]:
    """The outcomes of a choice that is printed as ``(4, 1/3), (7, 2/3), ``."""
    entries = ((int(state), _exact(probability)) for state, probability in _ENTRY.findall(printed))
    return tuple((state, probability) for state, probability in entries if probability)


@lru_cache(maxsize=1 << 16)
def _exact(text: str) -> Fraction:
    return Fraction(text)


def _state_names(model: Any, variables: Sequence[StateVariable]) -> tuple[str, ...] | None:
    """``s=2, b=true`` of each state; None when there are no variables to show."""
    found = {variable.name: variable for variable in model.state_valuations.get_all_variables()}
    known = [(part, found[part.variable]) for part in variables if part.variable in found]
    if not known:
        return None
    columns = (map(part.text, model.state_valuations.get_values_states(variable)) for part, variable in known)
    return tuple(map(", ".join, zip(*columns, strict=True)))


def _in_words(error: Exception) -> str:
    """What Storm says, without the name of its exception and without the name of our file."""
    text = re.sub(r"^\w+Exception: |^boost::\w+: ", "", str(error).strip())
    text = re.sub(r"Error for\s+(?:\w+\.)?(\w+) \(/dev/fd/\d+, line (\d+)\): ", r"line \2: \1: ", text)
    return re.sub(r"Error in /dev/fd/\d+, ", "", text)


def _about(message: str, component: OpenComponent, program: Any) -> Problem:
    """The complaint with the command, variable or mark that it speaks of."""
    if program is None:
        command = _bad_command(component)
        mark = None if command is not None else _bad_mark(component)
        text = _explain(message, component) if mark is None else "this is no condition on states: it has no truth value"
        return Problem(text, command, mark=mark)
    commands = [str(command).strip() for module in program.modules for command in module.commands]
    mentioned = (i for i, command in enumerate(commands) if command in message or _is_update_of(command, message))
    leads_out = re.search(_OUT_OF_BOUNDS, message) is not None
    return Problem(_explain(message, component), next(mentioned, None), out_of_bounds=leads_out)


def _bad_command(component: OpenComponent) -> int | None:
    """The command with which a program cannot even be simplified."""
    return next((i for i in range(len(component.commands)) if not _is_program(component.only(i))), None)


def _bad_mark(component: OpenComponent) -> str | None:
    """The mark with which a program cannot be simplified."""
    if not _is_program(component.marked(())):
        return None
    return next((mark for mark in component.marks if not _is_program(component.marked([mark]))), None)


def _is_program(text: str) -> bool:
    try:
        program_of(text).substitute_constants()
    except Exception:
        return False
    return True


def _is_update_of(command: str, message: str) -> bool:
    found = re.search(r"update '?(.*?)(?: evaluates| leads)", message)
    return found is not None and found[1].strip().rstrip("'") in command


def _explain(message: str, component: OpenComponent) -> str:
    """Storm's complaints that a user will meet, in the words of this project."""
    for pattern, words in _COMPLAINTS:
        found = re.search(pattern, message, re.DOTALL)
        if found is not None:
            return words.format(*found.groups(), module=component.name)
    return f"Storm refuses module {component.name}: {one_line(message.splitlines()[0], _MAX_COMPLAINT_LENGTH)}"


_OUT_OF_BOUNDS = r"out-of-bounds value \((\S+)\) for the variable '(\w+)'"
_COMPLAINTS = (
    (r"Probabilities do not sum to one .*actually sum to (\S+?)\)", "the probabilities sum to {0}, not to 1"),
    (r"negative probabilities in '(.*?)'", "the probability {0} is negative"),
    (r"update '?(.*?) : .*evaluates to negative value (\S+?)\.$", "the probability {0} is negative: {1}"),
    (
        _OUT_OF_BOUNDS,
        "module {module} leads {1} out of its bounds, to {0}; a guard must prevent that",
    ),
    (r"not have a single initial state", "the initial value of a variable is out of its bounds"),
    (r"Lower bound must not be above upper bound", "a variable has a lower bound above its upper bound"),
    (r"[Ee]xponent of power", "a power with a broken exponent is no rational number, and probabilities are exact here"),
    (r"any_cast", "module {module} has a value that is no rational number, and probabilities are exact here"),
    (r"interval updates", "intervals of probabilities are not read"),
)


@dataclass(frozen=True)
class OpenAutomata:
    """The JSON text of a model with the automata of one component, and what is to be made of its parts."""

    name: str
    text: str
    actions: Mapping[str, str]
    """What the actions of the text are called in the system."""
    variables: tuple[StateVariable, ...]
    marks: tuple[str, ...]


def build_automata(tell: Tell, components: Sequence[OpenAutomata]) -> list[LPTS | str]:
    """The LPTS of each component, or what is wrong with it."""
    storm()
    found: list[LPTS | str] = []
    for component in components:
        tell(component.name)
        try:
            description, _ = storm().parse_jani_model_from_string(component.text)
            description = description.substitute_constants()
            description.substitute_functions()
            actions, marks = component.actions, {mark: mark for mark in component.marks}
            found.append(_lpts(description, component.name, actions, actions.values(), component.variables, marks))
        except Exception as error:
            found.append(_in_words(error))
    return found
