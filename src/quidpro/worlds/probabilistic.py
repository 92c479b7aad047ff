"""The probabilistic world: networks of LPTSs with exact probabilities, from PRISM and JANI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.events import Listener
from quidpro.core.options import build_options
from quidpro.core.parts import require
from quidpro.core.source import Diagnostic, Source
from quidpro.engines import options as of
from quidpro.run.world import Claim, Model, Prepared, World
from quidpro.verdict.engine import Attempt, EngineInfo
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict, Certification, Verdict

if TYPE_CHECKING:
    from quidpro.engines.probabilistic.questions import Refusal
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.stepping.simulation import Simulation
    from quidpro.verdict.probabilistic.evidence import ProbCertificate
    from quidpro.verdict.probabilistic.problem import Problem, Spec

NAME = "probabilistic"
KINDS = frozenset({"simulation", "pctl"})


class Probabilistic(World):
    """LPTSs: simulation, and safe-pCTL."""

    name = NAME
    what = "a probabilistic model"
    question = of.ProbabilisticQuestion
    rules = frozenset({"monolithic", "asym", "asym-n", "execution", "scheduler"})
    engines: ClassVar[Mapping[str, EngineInfo]] = {
        "agar": EngineInfo(
            "agar",
            NAME,
            "quidpro.engines.probabilistic.refined.agar",
            "abstracts the other parts and refines the abstraction by trees (rules ASYM and ASYM-N)",
            KINDS,
            of.ProbabilisticRefined,
            paper="pAGAR",
        ),
        "cegar": EngineInfo(
            "cegar",
            NAME,
            "quidpro.engines.probabilistic.refined.cegar",
            "abstracts the whole system and refines the abstraction by trees",
            KINDS,
            of.ProbabilisticAbstracted,
            takes_split=False,
            whole=True,
            paper="pAGAR",
        ),
        "monolithic": EngineInfo(
            "monolithic",
            NAME,
            "quidpro.engines.probabilistic.whole",
            "composes the whole system",
            KINDS,
            of.Simulation,
            takes_split=False,
            whole=True,
            rounds=False,
        ),
    }

    @property
    def renderer(self) -> Renderer:
        """Trees with probabilities."""
        from quidpro.report.probabilistic import renderer

        return renderer

    def load(self, path: Path, question: of.ProbabilisticQuestion, budget: Budget) -> Model:
        """The model of a PRISM or JANI file, or of LPTSs as JSON."""
        from quidpro.frontend.prism.load import load_probabilistic

        return load_probabilistic(path, values_of(question.const), budget, together=question.together)

    def reject(self, question: of.ProbabilisticQuestion, options: Mapping[str, Any]) -> None:
        """Complain about what makes no sense together."""
        for formula in question.pctl:
            if Path(formula).suffix and Path(formula).is_file():
                raise UsageError(f"--pctl takes a formula; a file of them, such as {formula}, is given with --props")
        if question.property and question.props is None:
            raise UsageError("--property chooses from a file of properties; give it with --props")
        if build_options(of.Simulation, options).smt:
            if question.pctl or question.props is not None:
                raise UsageError("--smt decides simulation; it does not apply to --pctl")
            require("z3")

    def reject_constants(self, model: PrismModel, question: of.ProbabilisticQuestion) -> None:
        """Files of specifications and properties may have them too, so that reading refuses none."""
        from quidpro.frontend.prism.load import reject_unknown_constants

        reject_unknown_constants(values_of(question.const), model)

    def problems(
        self, model: PrismModel, question: of.ProbabilisticQuestion, budget: Budget, engine: EngineInfo | None
    ) -> list[AnyProblem | AnyVerdict]:
        """A specification, formulas, properties of a file; one that cannot be asked is answered by ``unknown``."""
        from quidpro.engines.probabilistic.questions import Refusal, problems

        question = replace(question, const=values_of(question.const))
        found = problems(model, question, budget)
        return [_refusal_verdict(one) if isinstance(one, Refusal) else self._for(engine, one) for one in found]

    def unasked(self, model: PrismModel, question: of.ProbabilisticQuestion) -> Problem | None:
        """All modules, with what is true of every model."""
        from quidpro.logic.pctl import Formula, Truth
        from quidpro.verdict.probabilistic.problem import Network, problem_about

        if question.spec is not None or question.pctl or question.props is not None:
            return None
        network = Network(tuple(model.components), tuple(model.components.values()), model.members)
        return problem_about(model.name, network, Formula(Truth(True)), "")

    def _for(self, engine: EngineInfo | None, problem: Problem) -> AnyProblem | AnyVerdict:
        """The problem, unless it asks for a number that the engine cannot tell; the others are asked all the same."""
        why = "" if engine is None else engine.why_not(problem)
        return self.undecided(problem, "", f"{why}; --method monolithic finds it") if why else problem

    def split(self, text: str, problem: Problem) -> Any:
        """Groups of components by their numbers."""
        from quidpro.engines.probabilistic.questions import parse_split

        return parse_split(text, problem.model)

    def prepare(self, model: Any, options: Mapping[str, Any], budget: Budget, events: Listener) -> Prepared:
        """The assumptions that are given, read."""
        assume = build_options(of.Given, options).assume
        if not assume:
            return Prepared(options)
        from quidpro.engines.probabilistic.given import read_given

        return Prepared({**options, "given": read_given(model, assume, budget)})

    def heats(
        self, problems: Sequence[AnyProblem], options: Mapping[str, Any], split: str | None
    ) -> Iterator[list[Attempt]]:
        """``agar`` and ``monolithic``, where there is something to reason about by parts."""
        (problem,) = problems
        groups = None if split is None else self.split(split, problem)
        attempts = []
        if len(problem.components) > 1 and not self.engines["agar"].why_not(problem):
            chosen = build_options(of.ProbabilisticRefined, options)
            attempts.append(Attempt("agar", chosen, groups, weight=2.0, polls=500, turn=1))
        attempts.append(Attempt("monolithic", build_options(of.Simulation, options), groups, polls=20))
        able = [info for info in self.plugin_engines.values() if not info.why_not(problem)]
        yield attempts + [Attempt(info.name, build_options(info.options, options), groups) for info in able]

    def replay(self, verdict: AnyVerdict, problem: Problem, budget: Budget) -> Certification:
        """The certificate of an execution, or of a scheduler, to its checker."""
        shown = verdict.certificate
        if shown is None or shown.rule not in self.rules or shown.fields.get("verdict") != "violated":
            return Certification(False, "there is no execution that shows it", refuted=True)
        return self.certify(shown, problem, budget)

    def about_another(self, certificate: ProbCertificate, _problem: Problem) -> str:
        """The checker compares the components and the specification; what is left is which answer it is for."""
        return "" if certificate.fields.get("verdict") == "holds" else "it is of a violation"

    def certify(self, certificate: ProbCertificate, problem: Problem, budget: Budget) -> Certification:
        """The certificate against the components and the specification."""
        from quidpro.checker.probabilistic import certify_lpts

        spec = _claimed_spec(problem.spec, certificate.spec)
        return certify_lpts(certificate.fields, problem.model.components, spec, budget)

    def undecided(self, problem: Problem, method: str, reason: str) -> AnyVerdict:
        """The answer when there is none."""
        from quidpro.verdict.probabilistic.evidence import ProbStats

        return problem.verdict(method, ProbStats(), "unknown", reason=reason)

    def unread(self, model: Model | Path, question: of.ProbabilisticQuestion, method: str, reason: str) -> AnyVerdict:
        """The answer when not even the model was read in time."""
        from quidpro.verdict.probabilistic.evidence import ProbStats

        spec = question.spec
        formulas = question.pctl or ((str(question.props),) if question.props is not None else ("",))
        wanted = formulas[0] if spec is None else str(getattr(spec, "name", spec))
        name = model.stem if isinstance(model, Path) else model.name
        kind = "pctl" if spec is None else "simulation"
        problem: AnyProblem = AnyProblem(NAME, name, wanted, kind, None, None, (), wanted)
        return problem.verdict(method, ProbStats(), "unknown", reason=reason)

    def claims(
        self, certificates: Source, file: Path, question: of.ProbabilisticQuestion, budget: Budget
    ) -> list[Claim]:
        """What certificates claim of a model; modules that cannot be taken apart are taken together."""
        from quidpro.engines.probabilistic.questions import properties_of
        from quidpro.frontend.prism.load import is_probabilistic, load_probabilistic, reject_unknown_constants

        read, props = _read_certificates(certificates), properties_of(question)
        values, spec = values_of(question.const), question.spec
        load = partial(load_probabilistic, constants=values, budget=budget, together=True)
        model = load(file)
        is_file = isinstance(spec, str) and spec not in model.components and is_probabilistic(spec)
        other = load(spec) if is_file else None
        reject_unknown_constants(values, *(one for one in (model, other, props) if one is not None))
        subjects = [(certificate, *_subject(certificate, model, spec, other, budget)) for certificate in read]
        return [_claim(*subject) for subject in subjects]

    def write_certificates(self, certificates: Sequence[Any]) -> str:
        """One certificate as an object, several as a list."""
        from quidpro.verdict.probabilistic.certificate import write_lpts_certificate

        texts = [write_lpts_certificate(certificate.fields) for certificate in certificates]
        return texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "]\n"

    def simulate(self, model: PrismModel, question: of.ProbabilisticQuestion, budget: Budget) -> Simulation[Any]:
        """All components; where something is asked, those that it is asked of, with what it speaks of as marks."""
        from quidpro.stepping.probabilistic import ProbabilisticStepper
        from quidpro.stepping.simulation import Simulation
        from quidpro.verdict.probabilistic.problem import Network

        if question.spec is not None or question.pctl or question.props is not None:
            asked = self.problems(model, question, budget, None)
            able = [problem for problem in asked if not isinstance(problem, Verdict)]
            if able:
                return self.simulate_problem(able[0], budget)
        network = Network(tuple(model.components), tuple(model.components.values()), model.members)
        return Simulation(ProbabilisticStepper(network, model.name, model.private))

    def simulate_problem(self, problem: Problem, budget: Budget) -> Simulation[Any]:
        """The components that the problem is about."""
        from quidpro.stepping.probabilistic import ProbabilisticStepper
        from quidpro.stepping.simulation import Simulation

        return Simulation(ProbabilisticStepper(problem.model, f"{problem.property} in {problem.system}"))

    def bound(self, problem: Problem) -> int:
        """The product of the sizes of the components."""
        return prod(component.states for component in problem.model.components)

    def warm_up(self) -> Iterator[tuple[AnyProblem, Attempt]]:
        """Each engine of the race on a ring: no other uses more kernels."""
        from quidpro.core.small import kernels_only
        from quidpro.engines.probabilistic.warm import warm_problem

        with kernels_only():
            for name in ("agar", "monolithic"):
                yield warm_problem(), Attempt(name)

    def sizes(self, problem: Problem, split: Any, budget: Budget) -> dict[str, Any]:
        """The states of the groups."""
        from quidpro.engines.probabilistic.warm import sizes

        return sizes(problem, split, budget)


def values_of(const: Mapping[str, Any]) -> dict[str, str]:
    """Values of constants as they are written."""
    from quidpro.frontend.prism.values import written_value

    return {name: written_value(name, value) for name, value in const.items()}


def _refusal_verdict(refusal: Refusal) -> AnyVerdict:
    """The answer to a property that safe-pCTL cannot say."""
    from quidpro.verdict.probabilistic.evidence import ProbStats

    first = refusal.why.diagnostics[0]
    where = "" if first.source is None else f"{first.source.where(first.offset)}: "
    problem: AnyProblem = AnyProblem(NAME, refusal.system, refusal.name, "pctl", None, None, (), refusal.text)
    notes = (first.hint,) if first.hint else ()
    return problem.verdict("", ProbStats(), "unknown", reason=f"{where}{first.message}", notes=notes)


def _claimed_spec(spec: Spec, claimed: Spec) -> Spec:
    """What the certificate is to be about: where a number was asked for, the bound that was found in its place."""
    from quidpro.logic.pctl import AtMost
    from quidpro.verdict.probabilistic.problem import asks_number

    if not (asks_number(spec) and asks_number(claimed)):
        return spec
    assert isinstance(spec.root, AtMost)
    assert isinstance(claimed.root, AtMost)
    return replace(spec, root=replace(spec.root, bound=claimed.root.bound))


def _read_certificates(source: Source) -> list[dict[str, Any]]:
    from quidpro.verdict.documents import items_of

    found = items_of(source)
    if not all(one.get("world") == NAME for one in found):
        raise InputError([Diagnostic("this certificate is not about a probabilistic model", source)])
    return found


def _subject(
    certificate: Mapping[str, Any], model: PrismModel, spec: str | None, other: PrismModel | None, budget: Budget
) -> tuple[PrismModel, Spec, str]:
    """The system, the specification that a certificate names, and what is asked in words."""
    from quidpro.engines.probabilistic.questions import formula_about, reject_half_labels, specification_of

    field = certificate.get("specification")
    about = field if isinstance(field, dict) else {}
    if isinstance(about.get("formula"), str):
        system = model if spec is None else model.without([spec])
        system, formula = formula_about(system, Source("the certificate's formula", about["formula"]), budget)
        return system, formula, str(formula)
    if other is not None:
        goal = specification_of(other, budget)
        reject_half_labels(model, goal)
        return model, goal, goal.name
    name = spec or about.get("name")
    if isinstance(name, str) and name in model.components:
        reject_half_labels(model, model.components[name])
        return model.without([name]), model.components[name], name
    raise UsageError(
        f"the certificate is about the specification {name!r}, which is not in {model.source.name}; "
        "give the file it is in with --spec"
    )


def _claim(certificate: dict[str, Any], system: PrismModel, goal: Spec, text: str) -> Claim:
    """What is checked, in words of what is checked: a certificate may call it something else."""
    from quidpro.logic.pctl import Formula
    from quidpro.verdict.probabilistic.evidence import ProbCertificate
    from quidpro.verdict.probabilistic.problem import Network, problem_about

    holds = certificate.get("verdict") == "holds"
    verb = "is" if holds else "is not"
    claim = f"{verb} simulated by {text}"
    if isinstance(goal, Formula):
        claim = f"{'satisfies' if holds else 'does not satisfy'} {text}"
    network = Network(tuple(system.components), tuple(system.components.values()))
    named = ", ".join(system.constants)
    return Claim(
        system=system.name,
        property=claim,
        kind=str(certificate.get("verdict")),
        rule=str(certificate.get("rule")),
        claim=f"{system.name} {claim}",
        certificate=ProbCertificate(certificate, goal),
        problem=problem_about(system.name, network, goal, text),
        hint=f"was it made with other values (--const) of {named}?" if named else "",
    )


WORLD = Probabilistic()
