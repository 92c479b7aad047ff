"""A verdict for the terminal, in every world: the answer in the first line, then the facts, then the evidence.

For method ``auto`` it can add the race: who won, how far the others came, how large the whole system is. ``--format
trace`` is counterexamples and nothing else, a step in a line, for scripts and for people in a hurry: ``loop:`` stands
before the steps that are repeated for ever, and what is not a step is a comment, which begins with ``#``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import shorten

from quidpro.core.shown import shown
from quidpro.core.words import counted, legible
from quidpro.report.paint import WIDTH, Painter, columns, fact_lines
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict, Runner, Size

LOOP = "loop:"
_NO_RUN = "# no single run shows it"
_AT_ONCE = "# the initial state violates it"
_WITHOUT_RACE = "Only {method} was asked: no other method was needed, or none decides such questions."


def render(
    verdict: AnyVerdict,
    problem: AnyProblem | None,
    renderer: Renderer,
    *,
    color: bool = False,
    explain: bool = False,
    width: int = WIDTH,
) -> str:
    """The whole report; the same verdict gives the same text, but for the times. ``explain`` adds the race."""
    verdict = shown(replace(verdict, certificate=None))
    painter = Painter(color)
    blocks = [
        [_headline(verdict, renderer, painter)],
        fact_lines(facts_of(verdict, renderer), width),
        *renderer.evidence(verdict, problem, painter, width),
        *(explained(verdict, width) if explain else []),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _headline(verdict: AnyVerdict, renderer: Renderer, painter: Painter) -> str:
    method = verdict.method if verdict.winner is None else verdict.winner.method
    cost = f"({method}, {verdict.stats.seconds:.2f} s)"
    return f"{painter.outcome(verdict.outcome)}: {statement(verdict, renderer)} {cost}"


def statement(verdict: AnyVerdict, renderer: Renderer) -> str:
    """What was found out: ``SYSTEM satisfies P``, or ``whether SYSTEM satisfies P`` where that is open."""
    holds, fails = renderer.claim(verdict)
    whether = "whether " if verdict.outcome == "unknown" else ""
    return f"{whether}{verdict.system} {fails if verdict.outcome == 'violated' else holds}"


def facts_of(verdict: AnyVerdict, renderer: Renderer) -> list[tuple[str, str]]:
    """Those of the world, with who decided it in the place it leaves for that."""
    own = [fact if fact[0] else ("decided by", decided_by(verdict)) for fact in renderer.facts(verdict)]
    return [
        *own,
        ("certified", _certified_text(verdict, renderer)),
        ("because", verdict.reason if verdict.outcome == "unknown" else ""),
        *(("note", note) for note in verdict.notes),
    ]


def _certified_text(verdict: AnyVerdict, renderer: Renderer) -> str:
    if verdict.outcome == "unknown":
        return ""
    if verdict.certified:
        how = "the proof was checked again" if verdict.outcome == "holds" else renderer.replayed(verdict)
        return f"yes, {how} ({verdict.stats.certify_seconds:.2f} s)"
    return f"no{': ' + verdict.reason if verdict.reason else ''}"


def decided_by(verdict: AnyVerdict) -> str:
    """``"lstar, split CLIENTS | SERVER"``; nothing when there is no more to say than the name in the headline."""
    winner = verdict.winner
    if winner is None or len(verdict.race) < 2:
        return ""
    return winner.label if winner.label != winner.method else ""


def explained(verdict: AnyVerdict, width: int) -> list[list[str]]:
    """How it was decided: the size of the whole system where that is known, then the race."""
    head = [] if verdict.whole is None else [f"The whole system: {size_in_words(verdict.whole)}."]
    if len(verdict.race) == 1:
        return [[*head, _WITHOUT_RACE.format(method=verdict.race[0].method)]]
    return [head, race_table(verdict, width)] if verdict.race else [head]


def size_in_words(whole: Size) -> str:
    """How large the whole system is, or between what and what."""
    if whole.exact:
        return counted(whole.states, "state")
    return f"at least {counted(whole.states, 'state')}, at most {legible(whole.bound)}"


def race_table(verdict: AnyVerdict, width: int) -> list[str]:
    """A line for each method that began, and one for the rest; splits and states are as long as half the width."""
    rows = race_rows(verdict.race, width // 2)
    lines = columns(rows, numbers=range(2, 6))
    idle = len(verdict.race) - len(rows) + 1
    return [f"  {line}" for line in lines] + ([f"  and {idle} more that did not begin"] if idle else [])


def race_rows(race: Sequence[Runner], most: int = WIDTH) -> list[tuple[str, ...]]:
    """The heads of a table, and a row for each method that began; ``most`` letters have to do for split and state."""
    head = ("method", "split", "seconds", "states", "rounds", "MB", "")
    return [head, *(_row(runner, most) for runner in race if runner.seconds)]


def _row(runner: Runner, most: int) -> tuple[str, ...]:
    options = "".join(f", {name} {value}" for name, value in runner.options.items())
    return (
        runner.method + options,
        shorten(runner.split or "", most, placeholder=" …"),
        f"{runner.seconds:.2f}",
        f"{runner.states:,}" if runner.states else "",
        f"{runner.rounds:,}" if runner.rounds else "",
        f"{runner.peak_memory_mb:,.0f}" if runner.peak_memory_mb else "",
        shorten(runner.state, most, placeholder=" …"),
    )


def traces_text(runs: Sequence[tuple[str, Sequence[str] | None]]) -> str:
    """What is violated, and the run that shows it if there is one; of several, each after a comment with its name."""
    lines: list[str] = []
    for name, steps in shown(tuple(runs)):
        lines += [f"# {name}"] if len(runs) > 1 else []
        lines += [_NO_RUN] if steps is None else steps or [_AT_ONCE]
    return "".join(f"{line}\n" for line in lines)
