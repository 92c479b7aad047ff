"""The explicit world: systems of labelled transition systems, from FSP, AUT, JSON, PNML and Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.core.options import build_options, published_values
from quidpro.core.source import Source
from quidpro.engines import options as of
from quidpro.run.world import Claim, Model, Prepared, Splits, World
from quidpro.verdict.engine import ALWAYS, Attempt, EngineInfo
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.split import Groups
from quidpro.verdict.verdict import CONFIRMED, AnyVerdict, Certification

if TYPE_CHECKING:
    from quidpro.frontend.model import Model as ExplicitModel
    from quidpro.lts.system import System
    from quidpro.stepping.simulation import Simulation
    from quidpro.verdict.explicit.evidence import Certificate
    from quidpro.verdict.explicit.problem import Problem

NAME = "explicit"
SAFETY = frozenset({"safety"})
MAX_SPLITS = 4
"""The rules are tried over at most this many splits."""
FULL_WEIGHT = 4.0
PDR_WEIGHT = 4.0
WHOLE_WEIGHT = 14.0
"""Of ``monolithic`` and ``saturation`` beside ``pdr``, where these three are all that run."""
MANY_COMPONENTS = 12
"""From this many on, ``saturation`` has a look before a race, if there are more than a few states."""
FEW_STATES = 3_000
FEW_LOCAL_STATES = 150_000
"""The few states have no more than this many of components altogether."""
NODES_PER_COMPONENT = 300
"""That many nodes it may make for each in that look."""
HEAD_START_SECONDS = 0.5
"""Of the others in a race, before it joins them: in that time they decide what has a product of moderate size."""
_POLLS = {"saturation": 400, "pdr": 3_000, "minimise": 400, "lstar": 200, "agar": 150, "circular": 2_000}
"""Polls of each method in the first turn, at full weight: very roughly a second or two of work."""

_WHOLE: Mapping[str, Any] = {"takes_split": False, "whole": True, "rounds": False}
"""Of an engine that looks at the whole system, and in no rounds."""


def _info(
    name: str, module: str, summary: str, options: type, kinds: frozenset[str] = SAFETY, **more: Any
) -> EngineInfo:
    return EngineInfo(name, NAME, f"quidpro.engines.explicit.{module}", summary, kinds, options, **more)


class Explicit(World):
    """Labelled transition systems."""

    name = NAME
    what = "a model of labelled transition systems"
    question = of.ExplicitQuestion
    inline = True
    rules = frozenset({"monolithic", "minimise", "asym", "asym-n", "circ-ag", "saturation", "inductive"})
    engines: ClassVar[Mapping[str, EngineInfo]] = {
        info.name: info
        for info in (
            _info(
                "monolithic",
                "whole.monolithic",
                "explores the whole product on the fly, breadth first",
                of.Whole,
                SAFETY | {"deadlock", "progress", "liveness"},
                **_WHOLE,
            ),
            _info(
                "saturation",
                "saturated.saturation",
                "finds all states of the whole at once, in a decision diagram (saturation)",
                of.Saturated,
                SAFETY | {"deadlock", "progress", "liveness"},
                **_WHOLE,
            ),
            _info(
                "pdr",
                "sat.pdr",
                "looks for an inductive invariant of the whole, clause by clause, with a SAT solver (IC3/PDR)",
                of.ExplicitPdr,
                SAFETY | {"deadlock"},
                **_WHOLE,
            ),
            _info(
                "minimise",
                "minimised.minimise",
                "composes the components two by two and reduces what it has after every step",
                of.Minimised,
                takes_split=False,
                rounds=False,
            ),
            _info(
                "lstar",
                "learned",
                "learns what each part must assume of the others (rules ASYM and ASYM-N)",
                of.Learned,
                paper="CGP03",
            ),
            _info(
                "agar",
                "refined.agar",
                "abstracts the other parts and refines the abstraction by counterexamples",
                of.Refined,
                paper="AGAR",
            ),
            _info(
                "circular",
                "circular.circular",
                "lets every part assume and guarantee at once, with the smallest assumptions (rule CIRC-AG)",
                of.Circular,
                paper="ACR",
            ),
        )
    }

    @property
    def renderer(self) -> Renderer:
        """Lanes for traces, LTSs for assumptions."""
        from quidpro.report.explicit import renderer

        return renderer

    def info(self, model: ExplicitModel, name: str | None, format: str, budget: Budget, events: Listener) -> str:
        """What a model defines; its systems with the number of their states, as far as that is known after a second."""
        from quidpro.engines.explicit.saturated.counting import quick_count
        from quidpro.report.explicit.info import info

        return info(model, name, format, budget, events, quick_count(budget, one_by_one=name is not None))

    def load(self, path: Path, question: of.ExplicitQuestion, budget: Budget) -> Model:
        """The model of an FSP, AUT, JSON or PNML file."""
        from quidpro.frontend.load import load

        return load(path, _whole_numbers(question.const))

    def complete(self, model: Any, question: of.ExplicitQuestion) -> Any:
        """The model with the properties of the file that is given beside it."""
        if question.props is None:
            return model
        from quidpro.frontend.beside import with_properties

        return with_properties(model, question.props)

    def problems(
        self, model: ExplicitModel, question: of.ExplicitQuestion, budget: Budget, engine: EngineInfo | None
    ) -> list[AnyProblem | AnyVerdict]:
        """Properties, assertions, deadlock, progress."""
        from quidpro.engines.explicit.questions import problems

        return [*problems(model, question, budget, engine)]

    def split(self, text: str, problem: Problem) -> Groups:
        """Groups of processes by their names."""
        from quidpro.engines.explicit.decompose import parse_split

        return parse_split(text, problem.model)

    def file_of(self, word: str) -> str:
        """What stands between the number of an assumption and a name in its file."""
        from quidpro.engines.explicit.given import file_of

        return file_of(word)

    def prepare(self, model: Any, options: Mapping[str, Any], budget: Budget, events: Listener) -> Prepared:
        """The assumptions that are given, read; they are about the groups in their order unless both are asked for."""
        assume = build_options(of.Given, options).assume
        if not assume:
            return Prepared(options)
        from quidpro.engines.explicit.given import read_given

        given, warnings = read_given(model, assume, budget)
        return Prepared({"orientation": "given", **options, "given": given}, tuple(warnings))

    def heats(
        self, problems: Sequence[AnyProblem], options: Mapping[str, Any], split: str | None
    ) -> Iterator[list[Attempt]]:
        """First looks, in diagrams and at the product, as far as a cap; then methods over splits, the best first.

        ``monolithic`` keeps a worker to itself: what it can decide it decides soon, with a shortest counterexample.
        ``minimise`` decided the larger instances of the case studies that ``monolithic`` could not, so it has most of
        what is left; the rules that find assumptions share the rest, first over the best-ranked split. The weights are
        chosen so that ``minimise``, when it takes up to half a minute, gives at most about a quarter of its worker to
        them. Many small components are what ``saturation`` is good at: once the product is known to be no small one, it
        has a look. What is not safety only those that look at the whole can answer; of these ``pdr``, which decides
        deadlock where each component depends on few others, has a small share and begins last.
        """
        (problem,) = problems
        from quidpro.engines.explicit.shared.traces import FIRST_LOOK_STATES

        whole = [info.name for info in self.engines.values() if info.whole and not info.why_not(problem)]
        count = len(problem.model.components)
        if "saturation" in whole and count >= MANY_COMPONENTS:
            if problem.kind in ("safety", "deadlock"):
                few = min(FEW_STATES, FEW_LOCAL_STATES // count)
                yield [Attempt("monolithic", of.Whole(most_states=few), inline=True)]
            yield [Attempt("saturation", of.Saturated(most_nodes=NODES_PER_COMPONENT * count), inline=True)]
        yield [Attempt("monolithic", of.Whole(most_states=FIRST_LOOK_STATES), inline=True)]
        if problem.kind == "safety":
            yield list(self._racing(problem, options, split))
        else:
            yield list(self._of_the_whole(whole))

    def _of_the_whole(self, names: Sequence[str]) -> Iterator[Attempt]:
        """Those that look at the whole; where ``pdr`` is among them, with two workers they share an eighth with it."""
        weight = WHOLE_WEIGHT if "pdr" in names else ALWAYS
        for name in names:
            if name == "pdr":
                yield Attempt(name, weight=PDR_WEIGHT, polls=_POLLS[name], turn=-1, after=HEAD_START_SECONDS)
            else:
                yield Attempt(name, weight=weight, inline=len(names) == 1)

    def _racing(self, problem: Problem, options: Mapping[str, Any], split: str | None) -> Iterator[Attempt]:
        from quidpro.engines.explicit.decompose import format_split

        yield Attempt("monolithic", weight=ALWAYS, polls=15, turn=1, looked=True)
        yield self._attempt("minimise", options, 32.0)
        if not self.engines["saturation"].why_not(problem):
            yield self._attempt("saturation", options, 6.0, turn=-1, after=HEAD_START_SECONDS)
        yield self._attempt("pdr", options, PDR_WEIGHT, after=HEAD_START_SECONDS)
        splits = [self.split(split, problem)] if split is not None else promising(problem.model)
        for rank, groups in enumerate(splits):
            parted = {"split": groups, "label": format_split(groups, problem.model)}
            yield self._attempt("lstar", options, 4.0 / (1 + rank), **parted)
            yield self._attempt("agar", options, 2.0 / (1 + rank), **parted)
            if rank == 0:
                refining = {"alphabet": "refine"}
                yield self._attempt("circular", options, 1.0, **parted)
                if not refining.items() <= options.items():
                    yield self._attempt("agar", {**options, **refining}, 1.0, differs=refining, **parted)
        for info in self.plugin_engines.values():
            if not info.why_not(problem):
                best = splits[0] if info.takes_split and splits else None
                yield Attempt(info.name, build_options(info.options, options), best)

    def _attempt(self, name: str, options: Mapping[str, Any], weight: float, **more: Any) -> Attempt:
        polls = round(_POLLS[name] * min(1.0, weight / FULL_WEIGHT))
        chosen = build_options(self.engines[name].options, options)
        return Attempt(name, chosen, weight=weight, polls=polls, looked=True, **more)

    def replay(self, verdict: AnyVerdict, problem: Problem, budget: Budget) -> Certification:
        """The run on every original component."""
        from quidpro.checker.explicit import replay

        if verdict.trace is None:
            return Certification(False, "there is no run that shows it", refuted=True)
        kind: Any = problem.kind
        wrong = replay(verdict.trace, problem.model, kind, verdict.violated_by or "", budget)
        return CONFIRMED if wrong is None else Certification(False, wrong, refuted=True)

    def about_another(self, certificate: Certificate, problem: Problem) -> str:
        """It names the kind of the question, and the property."""
        if (certificate.kind, certificate.property) == (problem.kind, problem.property):
            return ""
        return f"it is about {certificate.kind} {certificate.property or ''}".rstrip()

    def certify(self, certificate: Certificate, problem: Problem, budget: Budget) -> Certification:
        """The certificate against the system."""
        from quidpro.checker.explicit import certify

        return certify(certificate, problem.model, budget)

    def undecided(self, problem: AnyProblem, method: str, reason: str) -> AnyVerdict:
        """The answer when there is none."""
        from quidpro.verdict.explicit.evidence import Stats

        return problem.verdict(method, Stats(), "unknown", reason=reason)

    def unread(self, model: Model | Path, question: of.ExplicitQuestion, method: str, reason: str) -> AnyVerdict:
        """The answer when not even the model was taken apart in time."""
        from quidpro.lts.system import System
        from quidpro.verdict.explicit.problem import problem_about

        default = model.stem if isinstance(model, Path) else model.default_system()  # type: ignore[attr-defined]
        wanted = ", ".join(question.property) or None
        return self.undecided(problem_about(System(question.system or default, ()), "safety", wanted), method, reason)

    def claims(self, certificates: Source, file: Path, question: of.ExplicitQuestion, budget: Budget) -> list[Claim]:
        """What certificates claim of a model; a property that the model defines outside of the system is put in."""
        from quidpro.verdict.explicit.certificate_json import read_certificates

        read = read_certificates(certificates)
        model = self.complete(self.load(file, question, budget), question)
        return [_claim(certificate, _system(certificate, model, budget)) for certificate in read]

    def write_certificates(self, certificates: Sequence[Any]) -> str:
        """One certificate as an object, several as a list."""
        from quidpro.verdict.explicit.certificate_json import write_certificates

        return write_certificates(certificates)

    def simulate(self, model: ExplicitModel, question: of.ExplicitQuestion, budget: Budget) -> Simulation[Any]:
        """The system with the properties and assertions that are named, by default with those inside it."""
        from quidpro.engines.explicit.questions import watched
        from quidpro.stepping.explicit import ExplicitStepper
        from quidpro.stepping.simulation import Simulation

        return Simulation(ExplicitStepper(watched(model, question, budget)))

    def simulate_problem(self, problem: Problem, budget: Budget) -> Simulation[Any]:
        """The system of a problem, which has the property in it."""
        from quidpro.stepping.explicit import ExplicitStepper
        from quidpro.stepping.simulation import Simulation

        return Simulation(ExplicitStepper(problem.model, _title(problem)))

    def bound(self, problem: Problem) -> int:
        """The product of the sizes of the components."""
        return prod(component.lts.states + component.lts.has_error for component in problem.model.components)

    def warm_up(self) -> Iterator[tuple[AnyProblem, Attempt]]:
        """Each engine as it is, and as published."""
        from quidpro.engines.explicit.warm import SPLIT, warm_problem

        problem = warm_problem()
        for info in self.engines.values():
            yield problem, Attempt(info.name, info.options(**published_values(info.options)), SPLIT)
            yield problem, Attempt(info.name, None, SPLIT)

    def decompose(
        self, model: Any, question: of.ExplicitQuestion, most: int, budget: Budget, events: Listener
    ) -> Splits:
        """Groups of processes."""
        from quidpro.engines.explicit.decompose import decompositions
        from quidpro.report.explicit.splits import splits_text, splits_view

        property = next(iter(question.property), None)
        found = decompositions(model, budget, events, system=question.system, property=property, limit=most)
        return Splits(found, splits_text, splits_view)

    def sizes(self, problem: Problem, split: Groups | None, budget: Budget) -> dict[str, Any]:
        """The states of the groups."""
        from quidpro.engines.explicit.warm import sizes

        return sizes(problem, split, budget)


def _title(problem: Problem) -> str:
    return problem.system if problem.property is None else f"{problem.property} in {problem.system}"


def promising(system: System) -> list[Groups]:
    """The most promising splits of a system, the best first."""
    return list(islice(dict.fromkeys(_ranked(system)), MAX_SPLITS))


def _ranked(system: System) -> Iterator[Groups]:
    from quidpro.engines.explicit.shared import decomposition as split

    ranked = split.two_way(system)
    if not ranked:
        return
    yield ranked[0].groups
    yield split.balanced(ranked).groups
    yield split.smallest_interface(ranked).groups
    own = split.by_composites(system)
    if own is not None:
        yield own.groups
    yield split.chain(system)


def _whole_numbers(const: Mapping[str, Any]) -> dict[str, int]:
    """The values of constants of an FSP file."""
    for name, value in const.items():
        if isinstance(value, bool) or not isinstance(value, Integral):
            raise UsageError(f"the constant {name} is a whole number, not {value!r}")
    return {name: int(value) for name, value in const.items()}


def _system(certificate: Certificate, model: ExplicitModel, budget: Budget) -> System:
    """The system that the certificate names; a property that the model defines outside of it is put in."""
    from quidpro.engines.explicit.questions import with_goal

    try:
        system = model.system(certificate.system, budget)
    except UsageError as error:
        raise UsageError(f"the certificate is about {certificate.system}: {error}") from error
    if certificate.kind in ("safety", "liveness") and certificate.property is not None:
        return with_goal(certificate.property, system, model, budget)
    return system


def _claim(certificate: Certificate, system: System) -> Claim:
    from quidpro.verdict.explicit.problem import problem_about

    return Claim(
        system=certificate.system,
        property=certificate.property,
        kind=certificate.kind,
        rule=certificate.rule,
        claim=_in_words(certificate, system),
        certificate=certificate,
        problem=problem_about(system, certificate.kind, certificate.property),
    )


def _in_words(certificate: Certificate, system: System) -> str:
    """What the certificate is about, and nothing more: without a name, safety may leave properties out."""
    name = certificate.property
    if certificate.kind == "deadlock":
        return f"{certificate.system} is free of deadlock"
    if certificate.kind == "progress":
        return f"{certificate.system} makes progress{'' if name in (None, 'progress') else f' {name}'}"
    if certificate.kind == "liveness":
        return f"{certificate.system} satisfies {name}{' under fair choice' if certificate.fair else ''}"
    if name is not None:
        return f"{certificate.system} satisfies {name}"
    left_out = ", ".join(p.name for p in system.properties if p.name not in certificate.digests)
    return f"{certificate.system}{left_out and f' without {left_out}'} reaches no ERROR"


WORLD = Explicit()
