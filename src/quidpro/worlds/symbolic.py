"""The symbolic world: flat machines over variables, from SMV, AIGER and BTOR2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, TooManyStates, UsageError
from quidpro.core.events import Listener
from quidpro.core.options import build_options
from quidpro.core.parts import MissingPart
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import some
from quidpro.engines import options as of
from quidpro.run.world import Claim, Model, Prepared, Splits, World
from quidpro.verdict.engine import Attempt, EngineInfo
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.split import NAMED_SPLITS
from quidpro.verdict.verdict import CONFIRMED, AnyVerdict, Certification

if TYPE_CHECKING:
    from quidpro.engines.symbolic.scv.groups import Groups
    from quidpro.flat.model import FlatModel, Spec
    from quidpro.frontend.machines import MachineModel
    from quidpro.stepping.simulation import Simulation
    from quidpro.verdict.symbolic.evidence import SymbolicCertificate
    from quidpro.verdict.symbolic.problem import Problem

NAME = "symbolic"
KINDS = frozenset({"invariant", "ctl", "ltl", "compute", "psl"})
_WARM = """
MODULE main
VAR a : boolean; b : boolean;
ASSIGN init(a) := FALSE; next(a) := b; init(b) := FALSE; next(b) := a;
INVARSPEC !a
"""
AUTO_SPLIT = "auto"
CHAIN_SPLIT = "chain"
SAT_SECONDS = 0.2
"""How long ``monolithic`` runs alone."""
HEAD_START_SECONDS = 0.7
"""How long what looks at the whole runs before it is cut."""
MAX_BOUND = 1 << 30
"""Steps of ``bmc`` in a race, where it ends with the others."""
_WHOLE_WEIGHT = 8.0
_MAX_INDUCTION = 20
"""Steps of ``induction`` in a race."""
OTHER_CUTS_SECONDS = 5.0
"""After this time cuts that are not the best are tried too."""
MAX_CUTS = 3
"""At most this many cuts are tried: the best one with a process for each orientation, the others with one."""
_MAIN = "main"
_SHOWN = ("text", "json", "dot", "svg")
"""The formats of what is shown of a model."""
_MAX_STATES = 1000
"""The states of a model are listed up to this many."""
_POLLS = 3000
"""Polls of each attempt in the first turn: very roughly a second of work."""
_ON_TRUST = "that an infinite fair path goes on from its last state is what the diagrams say, and not checked again"
_WHOLE: Mapping[str, Any] = {"takes_split": False, "whole": True, "rounds": False}
"""Of an engine that looks at the whole model, and in no rounds."""


def _info(name: str, module: str, summary: str, kinds: frozenset[str], options: type, **more: Any) -> EngineInfo:
    return EngineInfo(name, NAME, f"quidpro.engines.symbolic.{module}", summary, kinds, options, **more)


class Symbolic(World):
    """Machines over variables, in decision diagrams."""

    name = NAME
    what = "an SMV model"
    question = of.SymbolicQuestion
    shares_searches = True
    rules = frozenset({"inductive", "k-inductive", "asym", "asym-n", "circ-ag"})
    polls = False  # one operation on decision diagrams can take minutes
    engines: ClassVar[Mapping[str, EngineInfo]] = {
        info.name: info
        for info in (
            _info(
                "monolithic",
                "whole.monolithic",
                "finds all reachable states in decision diagrams",
                KINDS,
                of.Searched,
                **_WHOLE,
            ),
            _info(
                "symbolic",
                "scv.symbolic",
                "cuts the model and learns assumptions over the variables between its parts (SCV)",
                KINDS,
                of.SymbolicLearned,
                paper="SCV",
            ),
            _info(
                "bmc",
                "sat.bmc",
                "looks for a shortest violation, one step further each time, with a SAT solver",
                frozenset({"invariant", "ltl"}),
                of.SymbolicBounded,
                **_WHOLE,
                proves=False,
            ),
            _info(
                "induction",
                "sat.induction",
                "proves it by induction over one step, two, and so on, with a SAT solver",
                frozenset({"invariant"}),
                of.SymbolicBounded,
                **_WHOLE,
            ),
            _info(
                "pdr",
                "sat.pdr",
                "finds an inductive invariant clause by clause with a SAT solver (IC3); LTL by k-liveness",
                frozenset({"invariant", "ltl"}),
                of.SymbolicPdr,
                **_WHOLE,
            ),
            _info(
                "abc",
                "sat.abc",
                "asks ABC, a model checker for hardware, and checks what it says (extra sat)",
                frozenset({"invariant"}),
                of.SymbolicAbc,
                **_WHOLE,
            ),
            _info(
                "contract",
                "sat.parts",
                "cuts the model and finds clauses that one part keeps and the other needs, with a SAT solver (PDR)",
                frozenset({"invariant"}),
                of.SymbolicContract,
            ),
            _info(
                "circular",
                "scv.circle",
                "lets each part assume what the others show, all at once (rule CIRC-AG without memory)",
                KINDS,
                of.SymbolicCircular,
            ),
        )
    }

    @property
    def renderer(self) -> Renderer:
        """States that change, automata over predicates."""
        from quidpro.report.symbolic import renderer

        return renderer

    def load(self, path: Path, question: of.SymbolicQuestion, budget: Budget) -> Model:
        """The model of an SMV, AIGER or BTOR2 file."""
        from quidpro.frontend.machines import load_machine

        return load_machine(path)

    def convert(
        self, model: MachineModel, name: str | None, target: Path, budget: Budget, events: Listener
    ) -> tuple[str | bytes, list[str]]:
        """An invariant of the model as an AIGER file."""
        if target.suffix.lower() not in (".aag", ".aig"):
            return super().convert(model, name, target, budget, events)
        from quidpro.engines.symbolic.sat.export import export

        file, losses = export(model.flat(), name, budget)
        return file.binary() if target.suffix.lower() == ".aig" else file.text(), losses

    def problems(
        self, model: MachineModel, question: of.SymbolicQuestion, budget: Budget, engine: EngineInfo | None
    ) -> list[AnyProblem | AnyVerdict]:
        """Specifications of the file, and formulas that were given."""
        from quidpro.engines.symbolic.questions import problems

        return [*problems(model, question)]

    def split(self, text: str, problem: Problem) -> Groups | None:
        """The variables of M1, M2 and so on."""
        from quidpro.engines.symbolic.scv.groups import chain, parse_split

        word = text.strip()
        if word == CHAIN_SPLIT:
            return chain(problem.model, problem.spec.invariant)
        if word in NAMED_SPLITS and word != AUTO_SPLIT:
            raise UsageError(
                f"--split {word} is not for SMV models; write groups, such as 'n0 | rest' or 'n0 | n1 | rest', "
                f"or {AUTO_SPLIT} or {CHAIN_SPLIT}"
            )
        return None if word == AUTO_SPLIT else parse_split(text, problem.model)

    def prepare(self, model: MachineModel, options: Mapping[str, Any], budget: Budget, events: Listener) -> Prepared:
        """The assumption that is given; the order of the bits, of a file or by sifting, which can be saved."""
        if assume := build_options(of.Given, options).assume:
            from quidpro.engines.symbolic.scv.given import read_given

            options = {**options, "given": read_given(model, assume)}
        wanted: of.Diagrams = build_options(of.Diagrams, options)
        if not (wanted.order or wanted.reorder or wanted.save_order):
            return Prepared(options)
        from quidpro.engines.symbolic.shared.order import format_order, static_order
        from quidpro.engines.symbolic.shared.reorder import find_order

        flat = model.flat()
        domains = {name: variable.domain for name, variable in flat.variables.items()}
        order, warnings = self._read_order(wanted.order, domains)
        if wanted.reorder:
            try:
                order = find_order(flat, budget, order, events)
            except MissingPart as missing:
                warnings.append(Diagnostic(f"--reorder was left out: {missing}", severity="note"))
        files = {}
        if wanted.save_order is not None:
            files[wanted.save_order] = format_order(order or static_order(flat), domains)
        return Prepared({**options, "bits": order}, tuple(warnings), files)

    def _read_order(self, path: Path | None, domains: Mapping[str, Any]) -> tuple[Any, list[Diagnostic]]:
        """The order of a file, and a warning about what the model does not have; it must have something."""
        from quidpro.engines.symbolic.shared.order import bits_of, parse_order
        from quidpro.frontend.files import read_source

        if path is None:
            return None, []
        text = read_source(path).text
        order, unknown = parse_order(text, domains)
        listed = some(unknown, 5)
        if unknown and all(bits_of(line.strip(), domains) is None for line in text.splitlines()):
            raise UsageError(
                f"--order {path}: no line names a variable of the model ({listed}), so that this is no order for it; "
                "--save-order writes one"
            )
        message = f"{path} names what the model does not have: {listed}"
        return order, [Diagnostic(message, severity="warning")] if unknown else []

    def heats(
        self, problems: Sequence[AnyProblem], options: Mapping[str, Any], split: str | None
    ) -> Iterator[list[Attempt]]:
        """``monolithic`` and SAT engines first; then the best cut from either side, then other cuts."""
        groups = None if split is None else self.split(split, problems[0])
        whole = build_options(of.Searched, options)
        learned: of.SymbolicLearned = build_options(of.SymbolicLearned, options)
        sides = ((0, "given"),) if learned.orientation == "given" else ((0, "given"), (1, "swapped"))
        attempts = [Attempt("monolithic", whole, weight=_WHOLE_WEIGHT, polls=_POLLS), *self._by_sat(options)]
        for side, word in sides:
            chosen, differs = replace(learned, sides=(side,)), {"orientation": word}
            attempts.append(self._cut(chosen, groups, after=HEAD_START_SECONDS, differs=differs))
        contract: of.SymbolicContract = build_options(of.SymbolicContract, options)
        attempts.append(Attempt("contract", contract, groups, weight=2.0, after=HEAD_START_SECONDS, polls=_POLLS))
        for rank in range(1, MAX_CUTS) if groups is None else ():
            attempts.append(self._cut(replace(learned, rank=rank), None, after=OTHER_CUTS_SECONDS))
        for info in self.plugin_engines.values():
            chosen = build_options(info.options, options)
            attempts.append(Attempt(info.name, chosen, groups, after=HEAD_START_SECONDS, polls=_POLLS))
        yield attempts

    def _by_sat(self, options: Mapping[str, Any]) -> Iterator[Attempt]:
        """The engines that work with a SAT solver; the order of literals matters more than anything else in ``pdr``."""
        asked: of.SymbolicPdr = build_options(of.SymbolicPdr, options)
        bounded: of.SymbolicBounded = build_options(of.SymbolicBounded, options)
        yield Attempt("pdr", asked, weight=_WHOLE_WEIGHT, after=SAT_SECONDS, polls=_POLLS)
        other = replace(
            asked, literals="given" if asked.literals == "activity" else "activity", counterexamples_blocked=3
        )
        yield Attempt("pdr", other, after=OTHER_CUTS_SECONDS, differs={"literals": other.literals}, polls=_POLLS)
        yield Attempt(
            "induction", replace(bounded, bound=bounded.bound or _MAX_INDUCTION), after=SAT_SECONDS, polls=_POLLS
        )
        if self._has_abc():
            yield Attempt(
                "abc", of.SymbolicAbc(one_core=True), weight=2 * _WHOLE_WEIGHT, after=HEAD_START_SECONDS, polls=_POLLS
            )
        far = replace(bounded, bound=bounded.bound or MAX_BOUND)
        yield Attempt("bmc", far, weight=2.0, after=HEAD_START_SECONDS, polls=_POLLS)

    @staticmethod
    def _has_abc() -> bool:
        from quidpro.solvers.abc import program

        try:
            program()
        except MissingPart:
            return False
        return True

    def _cut(self, options: of.SymbolicLearned, groups: Groups | None, **more: Any) -> Attempt:
        return Attempt("symbolic", options, groups, weight=_WHOLE_WEIGHT / (1 + options.rank), polls=_POLLS, **more)

    def replay(self, verdict: AnyVerdict, problem: Problem, _budget: Budget) -> Certification:
        """The run on the model, and the formula judged on what was replayed; not all formulas have a run."""
        from quidpro.checker.symbolic import judge, replay_symbolic

        model, spec, trace = problem.model, problem.spec, verdict.trace
        if trace is None:
            linear = spec.is_invariant or spec.kind == "ltl"
            return Certification(False, "there is no run that shows it", refuted=linear, stands=not linear)
        wrong = replay_symbolic(trace, model, spec)
        doubt = None if wrong is not None or spec.is_invariant else judge(trace, model, spec)
        if wrong is not None or (doubt is not None and spec.kind == "ltl"):
            return Certification(False, f"{wrong or doubt}", refuted=True)
        if doubt is not None:
            reason = f"the run was replayed, but not judged by the formula again: {doubt}"
            return Certification(False, reason, stands=True)
        on_trust = trace.loop is None and spec.over_infinite_paths and not model.always_goes_on
        return replace(CONFIRMED, notes=(_ON_TRUST,)) if on_trust else CONFIRMED

    def about_another(self, certificate: SymbolicCertificate, problem: Problem) -> str:
        """It names the specification, and has its text."""
        claimed = (certificate.property, certificate.text, certificate.asked)
        if claimed == (problem.property, problem.text, problem.spec.asked):
            return ""
        return f"it is about {certificate.property}"

    def certify(self, certificate: SymbolicCertificate, problem: Problem, budget: Budget) -> Certification:
        """The certificate against the model."""
        from quidpro.checker.symbolic import certify_symbolic

        return certify_symbolic(certificate, problem.model, budget)

    def undecided(self, problem: Problem, method: str, reason: str) -> AnyVerdict:
        """The answer when there is none."""
        from quidpro.verdict.symbolic.problem import undecided

        return undecided(problem, method, reason)

    def unread(self, model: Model | Path, question: of.SymbolicQuestion, method: str, reason: str) -> AnyVerdict:
        """The answer when not even the model was read in time."""
        from quidpro.verdict.symbolic.evidence import SymbolicStats

        given = (*question.property, *question.invar, *question.ltl, *question.ctl)
        wanted = ", ".join(given) or "its specifications"
        name = model.stem if isinstance(model, Path) else model.name
        problem: AnyProblem = AnyProblem(NAME, name, wanted, "invariant", None, None, (), wanted)
        return problem.verdict(method, SymbolicStats(), "unknown", reason=reason)

    def claims(self, certificates: Source, file: Path, question: of.SymbolicQuestion, budget: Budget) -> list[Claim]:
        """What certificates claim of a model."""
        from quidpro.verdict.symbolic.certificate_json import read_symbolic

        read = read_symbolic(certificates)
        model: Any = self.load(file, question, budget)
        return [_claim(certificate, _model_of(certificate, model)) for certificate in read]

    def write_certificates(self, certificates: Sequence[Any]) -> str:
        """One certificate as an object, several as a list."""
        from quidpro.verdict.symbolic.certificate_json import write_symbolic

        return write_symbolic(certificates)

    def simulate(self, model: MachineModel, question: of.SymbolicQuestion, budget: Budget) -> Simulation[Any]:
        """The model, with the specifications that are named or given, by default with all."""
        from quidpro.engines.symbolic.questions import problems

        if question == of.SymbolicQuestion():
            return _simulation(model.flat(), model.flat().specs, budget)
        asked = problems(model, question)
        return _simulation(asked[0].model, [problem.spec for problem in asked], budget)

    def simulate_problem(self, problem: Problem, budget: Budget) -> Simulation[Any]:
        """The model, with the one specification."""
        return _simulation(problem.model, [problem.spec], budget)

    def warm_up(self) -> Iterator[tuple[AnyProblem, Attempt]]:
        """Each engine on a model of two bits, but for programs from elsewhere."""
        from quidpro.core.source import Source
        from quidpro.frontend.smv.model import load_smv
        from quidpro.verdict.symbolic.problem import problem_about

        model = load_smv(Source("warm.smv", _WARM)).flat()
        for name in self.engines:
            if name != "abc":
                yield problem_about(model, model.specs[0]), Attempt(name)

    def show(
        self,
        model: MachineModel,
        name: str | None,
        format: str,
        reduction: str | None,
        budget: Budget,
        _events: Listener,
    ) -> str:
        """The tree of instances; by name the states of an instance, of a variable or, by the name main, of all."""
        from quidpro.frontend.files import what_is

        flat, what = model.flat(), what_is(model.source.name)
        if reduction is not None:
            raise UsageError(f"--reduce does not apply to {model.source.name}, {what}")
        if format not in _SHOWN:
            raise UsageError(f"{what} is shown as {', '.join(_SHOWN)}, not as {format}")
        if name is None:
            from quidpro.report.symbolic.tree import tree_text

            return tree_text(flat, format, budget)
        from quidpro.engines.symbolic.scv.groups import variables_of
        from quidpro.engines.symbolic.states import state_graph
        from quidpro.report.symbolic.graph import graph_text

        whole = name in (_MAIN, flat.name) and name not in flat.variables
        own = [v for v in (flat.variables if whole else variables_of(name, flat)) if flat.variables[v].kind != "input"]
        try:
            graph = state_graph(flat, name, own, budget, _MAX_STATES)
        except TooManyStates:
            raise UsageError(_too_large(name, flat, whole)) from None
        return graph_text(graph, flat, format, budget)

    def decompose(
        self, model: MachineModel, question: of.SymbolicQuestion, most: int, budget: Budget, events: Listener
    ) -> Splits:
        """Cuts into groups of variables."""
        from quidpro.engines.symbolic.decompose import cuts
        from quidpro.report.symbolic.splits import splits_text, splits_view

        return Splits(cuts(model, question, most), splits_text, splits_view)

    def sizes(self, problem: Problem, split: Groups | None, _budget: Budget) -> dict[str, Any]:
        """The bits of the cut."""
        from quidpro.engines.symbolic.decompose import bits

        return {"bits": bits(problem, split)}


def _too_large(name: str, model: FlatModel, whole: bool) -> str:
    """Why the states of something are not listed, and what to do instead."""
    smaller = [child.path for child in model.root.children][:5] if whole else []
    instead = f"show an instance ({', '.join(smaller)}), or step" if smaller else "show one of its variables, or step"
    return f"{name} has more than {_MAX_STATES:,} states, too many to list: {instead} through it with quidpro animate"


def _simulation(model: FlatModel, specs: Sequence[Spec], budget: Budget) -> Simulation[Any]:
    from quidpro.engines.symbolic.successors import Successors
    from quidpro.stepping.simulation import Simulation
    from quidpro.stepping.symbolic import SymbolicStepper, order_of

    order = [row.name for row in reversed(order_of(model, specs)) if row.kind != "define"]
    return Simulation(SymbolicStepper(model, specs, Successors(model, budget, order)))


def _model_of(certificate: SymbolicCertificate, model: MachineModel) -> FlatModel:
    """The flat model, with the question that a certificate says was asked, as far as that can be read.

    It is read from the text of the certificate: nothing else says what it means.
    """
    from quidpro.frontend.smv.model import asked_formula

    section, formula = asked_formula(certificate.text)
    if not certificate.asked or not section:
        return model.flat()
    try:
        return model.asking([(section, Source("the certificate", formula))])
    except InputError:  # the checker says that there is no such property, or that the model is another one
        return model.flat()


def _claim(certificate: SymbolicCertificate, model: FlatModel) -> Claim:
    """What is checked, by the name of the model that is: a certificate may call it something else."""
    text, name = certificate.text, certificate.property
    return Claim(
        system=model.name,
        property=name,
        kind="invariant",
        rule=certificate.rule,
        claim=f"{model.name} satisfies {text if name == text else f'{name}: {text}'}",
        certificate=certificate,
        problem=AnyProblem(NAME, model.name, name, "invariant", model, None, (model.name,), text),
    )


WORLD = Symbolic()
