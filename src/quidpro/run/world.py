"""What the shell knows of a world: a record with these entries. There is no code of a world here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from quidpro.core import plugins
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.core.source import Diagnostic, Source
from quidpro.verdict.engine import Attempt, EngineInfo
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict, Certification

if TYPE_CHECKING:
    from quidpro.stepping.simulation import Simulation


@dataclass(frozen=True)
class Claim:
    """What a certificate from a file claims, in words."""

    system: str
    property: str | None
    kind: str
    rule: str
    claim: str
    certificate: Any
    problem: AnyProblem
    """What it is to be checked against."""
    hint: str = ""
    """What may explain it where the certificate is about another model."""


@dataclass(frozen=True)
class Prepared:
    """Options prepared for the engines, warnings about them, and texts to write, by their files."""

    options: Mapping[str, Any]
    warnings: tuple[Diagnostic, ...] = ()
    files: Mapping[Path, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Splits:
    """Ways to take a model apart, and how they are listed: ``text`` in lines of a width, ``view`` for JSON."""

    found: Any
    text: Callable[[Any, int], Iterable[str]]
    view: Callable[[Any], dict[str, Any]]


class Model(Protocol):
    """A model that was read."""

    @property
    def world(self) -> str:
        """The name of its world."""

    @property
    def source(self) -> Source:
        """Its text."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """What was accepted, but deserves a warning."""


class World(ABC):
    """One of the worlds that models live in."""

    name: str
    what: str
    """``an SMV model``: what a file of this world is."""
    question: type
    """What can be asked, as a dataclass of options."""
    engines: ClassVar[Mapping[str, EngineInfo]]
    rules: frozenset[str]
    """The rules of certificates that its checker knows."""
    shares_searches = False
    """Whether engines answer several questions about one model from one search."""
    polls = True
    """Whether its engines look at the budget often enough to be ended by it, in whatever process they run."""
    inline = False
    """Whether a method that is named runs in this process: its code polls the budget everywhere."""

    @property
    @abstractmethod
    def renderer(self) -> Renderer:
        """How its verdicts are reported."""

    def info(self, model: Any, name: str | None, format: str, budget: Budget, events: Listener) -> str:
        """What a model defines, or one name of it."""
        return self.renderer.info(model, name, format, budget, events)

    def show(
        self, model: Any, name: str | None, format: str, reduction: str | None, budget: Budget, events: Listener
    ) -> str:
        """A part of a model in a format; without a name what there is to see of the whole, where that is something."""
        if name is None:
            raise UsageError(f"NAME is missing: say what to show of {model.source.name}; quidpro info lists it")
        return self.renderer.show(model, name, format, reduction, budget, events)

    def convert(
        self, model: Any, name: str | None, target: Path, budget: Budget, events: Listener
    ) -> tuple[str | bytes, list[str]]:
        """A model in the format of a file, and what that cannot hold."""
        return self.renderer.convert(model, name, target, budget, events)

    @abstractmethod
    def load(self, path: Path, question: Any, budget: Budget) -> Model:
        """The model of a file."""

    def complete(self, model: Any, question: Any) -> Any:
        """The model with what a question takes from another file."""
        return model

    @abstractmethod
    def problems(
        self, model: Any, question: Any, budget: Budget, engine: EngineInfo | None
    ) -> list[AnyProblem | AnyVerdict]:
        """The problems that a question stands for; a verdict for what cannot be asked."""

    def unasked(self, model: Any, question: Any) -> AnyProblem | None:
        """The system to look at where nothing is asked of it; None where there is always something."""
        return None

    @abstractmethod
    def split(self, text: str, problem: AnyProblem) -> Any:
        """The parts that ``--split`` stands for; None lets an engine choose."""

    @abstractmethod
    def heats(
        self, problems: Sequence[AnyProblem], options: Mapping[str, Any], split: str | None
    ) -> Iterator[list[Attempt]]:
        """The attempts in the race of ``auto``: the next list only if the one before leaves something open."""

    @abstractmethod
    def replay(self, verdict: AnyVerdict, problem: AnyProblem, budget: Budget) -> Certification:
        """Play a counterexample on the original components; where there could be one, none is refused."""

    @abstractmethod
    def about_another(self, certificate: Any, problem: AnyProblem) -> str:
        """Why a certificate of this world is about another problem; empty when it is about this one."""

    @abstractmethod
    def certify(self, certificate: Any, problem: AnyProblem, budget: Budget) -> Certification:
        """Have a certificate checked by code that shares nothing with the engines."""

    @abstractmethod
    def undecided(self, problem: AnyProblem, method: str, reason: str) -> AnyVerdict:
        """The answer when there is none."""

    @abstractmethod
    def unread(self, model: Model | Path, question: Any, method: str, reason: str) -> AnyVerdict:
        """The answer when not even the model was read in time."""

    @abstractmethod
    def claims(self, certificates: Source, file: Path, question: Any, budget: Budget) -> list[Claim]:
        """What the certificates of a file claim of a model."""

    @abstractmethod
    def write_certificates(self, certificates: Sequence[Any]) -> str:
        """The text of a file: one certificate as an object, several as a list."""

    @abstractmethod
    def simulate(self, model: Any, question: Any, budget: Budget) -> Simulation[Any]:
        """A model to step through, watched by what a question names; by default by all that it is asked."""

    @abstractmethod
    def simulate_problem(self, problem: AnyProblem, budget: Budget) -> Simulation[Any]:
        """The model of a problem to step through, so that its counterexample can be followed."""

    @property
    def plugin_engines(self) -> dict[str, EngineInfo]:
        """The engines of other packages for its models, by name; its own take precedence."""
        found: list[EngineInfo] = plugins.load_all(plugins.ENGINES)
        return {info.name: info for info in found if info.world == self.name and info.name not in self.engines}

    def prepare(self, model: Any, options: Mapping[str, Any], budget: Budget, events: Listener) -> Prepared:
        """Options that have to be read or computed once, for all engines."""
        return Prepared(options)

    def file_of(self, word: str) -> str:
        """The file that a word of the question or of the options is about, where it is about one."""
        return word

    def decompose(self, model: Any, question: Any, most: int, budget: Budget, events: Listener) -> Splits:
        """The most promising ways to take a model apart for what is asked of it."""
        which = f"{model.source.name} is {self.what}"
        raise UsageError(f"{which}, whose splits are not ranked; check takes one with --split")

    def bound(self, problem: AnyProblem) -> int | None:
        """How many states the whole system has at most, where that is known without looking."""
        return None

    def warm_up(self) -> Iterator[tuple[AnyProblem, Attempt]]:
        """Work that loads and compiles what the methods need, so that their time can be measured."""
        return iter(())

    def sizes(self, problem: AnyProblem, split: Any, budget: Budget) -> dict[str, Any]:
        """How large the parts are, as the tables of the papers say it."""
        return {}

    def reject(self, question: Any, options: Mapping[str, Any]) -> None:
        """Complain about what makes no sense together; UsageError."""
        return

    def reject_constants(self, model: Any, question: Any) -> None:
        """Complain about values for constants that a model does not have, where reading it did not."""
        return
