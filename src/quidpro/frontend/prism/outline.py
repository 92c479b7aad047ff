"""A PRISM text taken apart: its constants, formulas, variables, modules with their commands, and labels.

The text has been accepted by Storm's parser before, so its shape can be relied on. Renamed modules are written out, and
formulas put in, by the rule of the PRISM manual: formulas first, then the renaming (Storm renames without looking into
formulas, which then speak of another module's variables).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from quidpro.frontend.prism.tokens import Token, Tokens, expanded, modern_calls, renamed, tokens_of

KINDS = {
    "mdp": "MDP", "nondeterministic": "MDP", "dtmc": "DTMC", "probabilistic": "DTMC", "ctmc": "CTMC",
    "stochastic": "CTMC", "pta": "PTA", "popta": "PTA", "ma": "Markov automaton", "pomdp": "POMDP", "smg": "SMG",
    "imdp": "interval MDP", "idtmc": "interval DTMC",
}  # fmt: skip
"""The words that say what kind of model a file holds."""
_BLOCKS = {"rewards": "endrewards", "init": "endinit", "system": "endsystem", "observables": "endobservables",
           "player": "endplayer"}  # fmt: skip
TYPES = {"int": "int", "double": "double", "bool": "bool", "prob": "double", "rate": "double"}
"""The types of constants; old files have two words for ``double``."""


@dataclass(frozen=True)
class Declared:
    """A variable: its name, and the words of its declaration up to the semicolon."""

    name: Token
    words: Tokens

    @property
    def type(self) -> str:
        """The word after the colon: ``[``, ``bool``, ``int``, ``clock``."""
        return self.words[2].text


@dataclass(frozen=True)
class Constant:
    """A constant: its name, its type, and the words of its value unless it is undefined."""

    name: Token
    type: str
    value: Tokens | None
    words: Tokens
    """The whole definition, its semicolon included."""


@dataclass(frozen=True)
class ModuleText:
    """A module, formulas put in and renaming done: its variables and commands, each up to its semicolon."""

    name: Token
    variables: tuple[Declared, ...]
    commands: tuple[Tokens, ...]

    @property
    def alphabet(self) -> frozenset[str]:
        """The actions of its commands."""
        return frozenset(action for command in self.commands if (action := action_of(command)))

    def reads(self) -> Iterator[Token]:
        """Every name that its commands and declarations use, the actions left out."""
        for declared in self.variables:
            yield from (token for token in declared.words[1:] if token.kind == "name")
        for command in self.commands:
            yield from (token for token in command[_after_action(command) :] if token.kind == "name")

    def writes(self) -> Iterator[Token]:
        """Every name that an update assigns to."""
        for command in self.commands:
            yield from (t for t, after in pairwise(command) if after.is_mark("'"))


@dataclass
class Outline:
    """The parts of a PRISM text, in its order."""

    kind: Token | None = None
    first: int = 0
    """Where the first word stands."""
    constants: dict[str, Constant] = field(default_factory=dict)
    formulas: dict[str, Tokens] = field(default_factory=dict)
    globals: dict[str, Declared] = field(default_factory=dict)
    modules: dict[str, ModuleText] = field(default_factory=dict)
    labels: dict[str, tuple[Token, Tokens]] = field(default_factory=dict)
    blocks: dict[str, tuple[Token, Tokens]] = field(default_factory=dict)
    """The other blocks, such as ``init`` and ``system``, by the word they begin with."""
    declarations: list[Tokens] = field(default_factory=list)
    """Of variables, as they stand in the text."""
    odd: list[Token] = field(default_factory=list)
    """Where something begins that is not understood: Storm also reads words that are run together."""

    def owner(self) -> dict[str, str]:
        """The module of each variable; global ones have none."""
        return {v.name.text: module.name.text for module in self.modules.values() for v in module.variables}

    def writers(self) -> dict[str, frozenset[str]]:
        """The modules that write each global variable."""
        found: dict[str, set[str]] = {name: set() for name in self.globals}
        for module in self.modules.values():
            for token in module.writes():
                if token.text in found:
                    found[token.text].add(module.name.text)
        return {name: frozenset(modules) for name, modules in found.items()}

    def names(self) -> frozenset[str]:
        """All that an expression may speak of."""
        return frozenset({*self.owner(), *self.globals, *self.constants, *self.formulas})


def parse_outline(text: str) -> Outline:
    """The parts of a text that Storm's parser has accepted."""
    outline = Outline()
    bodies: dict[str, Tokens] = {}
    copies: list[tuple[Token, str, dict[str, str]]] = []
    for statement in statements(tokens := modern_calls(tokens_of(text))):
        words = statement[:-1] if statement[-1].is_mark(";") else statement
        head = statement[0].text
        outline.odd += _unclosed(statement)
        if head in KINDS and len(words) == 1:
            outline.kind = outline.kind or words[0]
        elif head == "const":
            _add_constant(outline, words, statement)
        elif head == "formula":
            outline.formulas[words[1].text] = words[3:]
        elif head == "global":
            outline.globals[words[1].text] = Declared(words[1], words[1:])
            outline.declarations.append(words[2:])
        elif head == "label":
            outline.labels[words[1].text.strip('"')] = (words[1], words[3:])
        elif head == "module" and words[2].is_mark("="):
            copies.append((words[1], words[3].text, _renaming(words[5:])))
            bodies[words[1].text] = ()
        elif head == "module":
            bodies[words[1].text] = words[1:-1]
            declared = [part for part in _split(words[2:-1]) if not part[0].is_mark("[")]
            outline.declarations += [part[1:] for part in declared]
            outline.odd += [part[0] for part in declared if len(part) < 2 or not part[1].is_mark(":")]
        elif head in _BLOCKS:
            begin, before = outline.blocks.get(head, (words[0], ()))
            outline.blocks[head] = (begin, (*before, *words[1:-1]))
        elif words:
            outline.odd.append(words[0])
    outline.first = tokens[0].offset if tokens else 0
    _write_out(outline, bodies, copies)
    return outline


def _write_out(outline: Outline, bodies: dict[str, Tokens], copies: list[tuple[Token, str, dict[str, str]]]) -> None:
    """Formulas first, then the renamed copies, each of which may be a copy of an earlier one."""
    for name, body in bodies.items():
        bodies[name] = list(_with_formulas(body, outline.formulas))
    for copy, base, names in copies:
        bodies[copy.text] = [copy, *renamed(bodies[base][1:], names)]
    outline.globals = {
        name: Declared(declared.name, [declared.name, *expanded(declared.words[1:], outline.formulas)])
        for name, declared in outline.globals.items()
    }
    meant = {f'"{name}"': words for name, (_, words) in outline.labels.items()}
    outline.labels = {
        name: (at, expanded(words, {**outline.formulas, **_others(meant, name)}))
        for name, (at, words) in outline.labels.items()
    }
    # A label in a guard speaks of the states of the system, and so it is not renamed with the module.
    meant = {f'"{name}"': words for name, (_, words) in outline.labels.items()}
    outline.modules = {name: _module(expanded(body, meant)) for name, body in bodies.items()}


def _others(meant: Mapping[str, Tokens], label: str) -> dict[str, Tokens]:
    """What the other labels stand for; a label in itself stays."""
    return {name: words for name, words in meant.items() if name != f'"{label}"'}


def _with_formulas(body: Tokens, formulas: Mapping[str, Tokens]) -> Iterator[Token]:
    """The body of a module with formulas put in; an action, or a variable, may be called like one."""
    yield from body[:1]
    for statement in _split(body[1:]):
        kept = next((i for i, token in enumerate(statement) if token.is_mark("]")), 0) + 1
        kept = kept if statement[0].is_mark("[") else 1
        yield from statement[:kept]
        yield from expanded(statement[kept:], formulas)
        yield Token("mark", ";", statement[-1].offset)


def statements(tokens: Tokens) -> Iterator[Tokens]:
    """The parts of the file: a block up to the word that ends it, a model type alone, else up to the semicolon."""
    i = 0
    while i < len(tokens):
        head = tokens[i].text
        if head in KINDS:
            end = i
        elif head == "module" or head in _BLOCKS:
            last = _BLOCKS.get(head, "endmodule")
            end = next((j for j in range(i, len(tokens)) if tokens[j].text == last), len(tokens) - 1)
        else:
            end = next((j for j in range(i, len(tokens)) if tokens[j].is_mark(";")), len(tokens))
        yield tokens[i : end + 1]
        i = end + 1


def _unclosed(statement: Tokens) -> Tokens:
    """Of a block that its closing word alone does not end: the word that begins with it, or else the last one."""
    head = statement[0].text
    last = "endmodule" if head == "module" else _BLOCKS.get(head)
    if last is None or statement[-1].text == last:
        return ()
    return [next((token for token in statement if token.text.startswith(last)), statement[-1])]


def _add_constant(outline: Outline, words: Tokens, statement: Tokens) -> None:
    typed = words[1].text in TYPES
    name = words[2] if typed else words[1]
    value = words[(4 if typed else 3) :]
    kind = TYPES[words[1].text] if typed else "int"
    outline.constants[name.text] = Constant(name, kind, value or None, statement)


def _renaming(words: Tokens) -> dict[str, str]:
    """The pairs of ``[a=b, c=d] endmodule``, without the opening bracket."""
    names = [token.text for token in words if token.kind == "name" and token.text != "endmodule"]
    return dict(zip(names[::2], names[1::2], strict=True))


def _module(body: Tokens) -> ModuleText:
    statements = list(_split(body[1:]))
    commands = [s for s in statements if s[0].is_mark("[")]
    variables = [Declared(s[0], s) for s in statements if s[0].kind == "name" and s[1].is_mark(":")]
    return ModuleText(body[0], tuple(variables), tuple(commands))


def _split(words: Tokens) -> Iterator[Tokens]:
    statement: list[Token] = []
    for token in words:
        if not token.is_mark(";"):
            statement.append(token)
        elif statement:
            yield statement
            statement = []


def action_of(command: Tokens) -> str:
    """The action of a command; empty when it has none."""
    return command[1].text if command[1].kind == "name" else ""


def _after_action(command: Tokens) -> int:
    return 3 if action_of(command) else 2


def mentions(words: Iterable[Token], names: Mapping[str, object]) -> dict[str, Token]:
    """Those of the names that the words use, each with its first token."""
    found: dict[str, Token] = {}
    for token in words:
        if token.kind == "name" and token.text in names:
            found.setdefault(token.text, token)
    return found
