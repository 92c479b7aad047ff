"""``quidpro animate``: step through a model on the screen, or write the steps as text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quidpro.cli.choices import Const, Memory, ModelFile, Props, Spec, Timeout, Together, read_constants
from quidpro.cli.exits import Exit, complain
from quidpro.cli.options import flag_of
from quidpro.cli.output import emit, is_terminal, shows_colour, text_width
from quidpro.core.errors import UsageError
from quidpro.engines.options import PRISM, SMV

if TYPE_CHECKING:
    from quidpro.run.check import AnyResult
    from quidpro.run.request import CheckRequest
    from quidpro.stepping.simulation import Simulation


def animate(
    file: ModelFile,
    system: Annotated[
        str | None,
        typer.Argument(metavar="SYSTEM", help="The composite to step through (by default the last one in the file)."),
    ] = None,
    property: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Watch this property; repeatable (by default all inside the system)."),
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go along this run: a step in a line, as check --format trace writes it."),
    ] = None,
    counterexample: Annotated[
        bool, typer.Option("--counterexample", help="First check it, then go along the run of a violation.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Write the steps as text; so it is where there is no terminal.")
    ] = False,
    steps: Annotated[
        int, typer.Option(min=0, metavar="N", help="Take this many steps by chance, after those of a run.")
    ] = 0,
    seed: Annotated[int | None, typer.Option(metavar="S", help="The same number leads to the same steps.")] = None,
    props: Props = None,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
    spec: Spec = None,
    pctl: Annotated[
        list[str] | None,
        typer.Option(metavar="FORMULA", rich_help_panel=PRISM, help="A formula to check, or whose conditions to mark."),
    ] = None,
    invar: Annotated[
        list[str] | None, typer.Option(metavar="EXPR", rich_help_panel=SMV, help="A condition of states to watch.")
    ] = None,
    ltl: Annotated[
        list[str] | None,
        typer.Option(metavar="FORMULA", rich_help_panel=SMV, help="A formula of LTL to check, or to watch."),
    ] = None,
    ctl: Annotated[
        list[str] | None,
        typer.Option(metavar="FORMULA", rich_help_panel=SMV, help="A formula of CTL to check, or to watch."),
    ] = None,
    together: Together = False,
) -> int:
    """Step through a model: where it is, what can happen, forward and back.

    On the screen digits take a step, U goes back, R goes on by chance, T along a run, and ? tells the rest. Exit codes:
    0, or 2 for bad usage or input, also where a run cannot be followed, and 3 for a check that is undecided.
    """
    from quidpro.run.request import make_request

    if trace is not None and counterexample:
        raise UsageError("--trace and --counterexample each name a run to go along; give one of them")
    values = {
        "system": system,
        "property": tuple(property or ()),
        "props": props,
        "const": read_constants(const),
        "spec": spec,
        "pctl": tuple(pctl or ()),
        "invar": tuple(invar or ()),
        "ltl": tuple(ltl or ()),
        "ctl": tuple(ctl or ()),
        "together": together,
    }
    settings = {name: value for name, value in values.items() if value not in (None, (), {}, False)}
    request = make_request(file, settings, format_name=_as_written)
    lines = None if trace is None else _read(trace)
    simulation = _simulation(request, counterexample, (timeout, memory))
    if simulation is None:
        return Exit.UNDECIDED
    if lines is not None:
        simulation.follow(lines)
    if steps:
        simulation.random(steps + (not simulation.begun), seed)
    if plain or not _has_screen():
        from quidpro.animate.plain import to_text

        emit(to_text(simulation, text_width(), color=shows_colour(sys.stdout)))
        return Exit.HOLDS
    return _on_screen(simulation)


def _has_screen() -> bool:
    return is_terminal(sys.stdout) and sys.stdin.isatty()


def _as_written(name: str) -> str:
    return "SYSTEM" if name == "system" else flag_of(name)


def _read(trace: Path) -> str:
    from quidpro.frontend.files import read_source

    return read_source(trace).text


def _simulation(request: CheckRequest, counterexample: bool, limits: tuple[float | None, float | None]) -> Any:
    """The model to step through, at the end of its counterexample if that is wanted."""
    from quidpro.cli.models import reading

    if not counterexample:
        with reading(request, limits) as (model, budget, _):
            return request.world.simulate(model, request.question, budget)
    from quidpro.api import simulate

    result = _violated(request, limits)
    return None if result is None else simulate(result)


def _violated(request: CheckRequest, limits: tuple[float | None, float | None]) -> AnyResult | None:
    """The answer that decides, if it is a violation with a run; None where it is undecided."""
    from quidpro.cli.limits import limited
    from quidpro.cli.live import LiveLine
    from quidpro.run.check import check
    from quidpro.verdict.verdict import decisive

    with limited(*limits) as budget, LiveLine() as live:
        results = check(request, budget, live).results
    result = results[decisive([one.verdict for one in results])]
    if result.outcome == "unknown":
        complain(f"undecided: {result.verdict.reason}")
        return None
    if result.outcome == "holds" or result.verdict.trace is None:
        why = "everything that was asked holds" if result.outcome == "holds" else "no single run shows the violation"
        raise UsageError(f"there is no counterexample to go along: {why}")
    return result


def _on_screen(simulation: Simulation[Any]) -> int:
    """Step by keys, from the beginning; what was followed is the run that T goes along."""
    from quidpro.core.parts import require

    require("textual")
    from quidpro.animate.app import Animation

    plan = simulation.path
    Animation(simulation.back(len(simulation)), plan).run()
    return Exit.HOLDS
