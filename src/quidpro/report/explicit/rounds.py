"""The rounds of a method that learns, on a page: what was assumed, what refuted it, what came of it."""

from __future__ import annotations

from itertools import zip_longest

from quidpro.engines.explicit.shared.rounds import Conjecture
from quidpro.report.dot import shortened
from quidpro.report.page import MOST_LETTERS, Picture, Section, answer, escape, link
from quidpro.report.text import counted
from quidpro.verdict.types import Verdict

_MEANING = {
    "too weak": "The first group can go wrong along {word}, which the assumption allows. It must forbid more.",
    "too strong": "The others do {word}, which the assumption forbids for no reason: the first group is safe there.",
    "violated": "The others do {word}, and the first group goes wrong along it: a real violation.",
    "holds": "All premises hold with this: that is the proof.",
}
_MOST_LETTERS = 2_000
"""Of a word or an alphabet; the rest is in the files."""
_NESTED = "Inside premise 2 of a round below, the assumption of which is the property here (level {level})."


def round_section(number: str, property: str | None, event: Conjecture, picture: Picture | None) -> Section:
    """A round on the page: of the assumption no more is kept than is shown."""
    lts = event.assumption
    return Section(
        number,
        f"{lts.name}, {counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}",
        event.outcome,
        (
            *_circumstances(event),
            picture or f"<p>Too large to draw: {link(f'{number}.aut')}</p>",
            f"<p>{_meaning(event)}</p>",
            _table(number, event.table),
        ),
        property or "no ERROR",
    )


def told(verdict: Verdict) -> str:
    """What came of it, and at what cost."""
    stats = verdict.stats
    cost = f"{counted(stats.iterations, 'conjecture')}, {stats.queries:,} queries, {stats.seconds:.2f} s"
    return answer(f"{verdict.system}, {verdict.property or 'no ERROR'}", verdict.outcome, cost, verdict.reason)


def _circumstances(event: Conjecture) -> list[str]:
    """In which run and how deep, where there is a choice; and over which actions."""
    lines = [event.run, _NESTED.format(level=event.level) if event.level else ""]
    actions = f"over {{{shortened(', '.join(event.assumption.alphabet), _MOST_LETTERS)}}}"
    return [f"<p>{escape(line)}</p>" for line in (*lines, actions) if line]


def _meaning(event: Conjecture) -> str:
    actions = shortened(", ".join(event.counterexample or ()) or "λ", _MOST_LETTERS)
    word = f"<code>{escape(actions)}</code>"
    known = "{word}" if event.counterexample is not None else ""
    return _MEANING.get(event.outcome, known).format(word=word)


def aligned(table: str) -> str:
    """The text of an observation table (a line for each row, a tab between cells) in columns for the eye."""
    rows = [line.split("\t") for line in table.splitlines()]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _table(number: str, text: str) -> str:
    if len(text) > MOST_LETTERS:
        return f"<p>Its table: {link(f'{number}.table.txt')}</p>"
    if "\t" not in text:
        return f"<p>{escape(text)}</p>" if text else ""
    head, *lines = (line.split("\t") for line in text.splitlines())
    rows = [f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"]
    for cells in lines:
        if len(cells) == 1:
            rows.append(f'<tr><th colspan="{len(head)}">{escape(cells[0])}</th></tr>')
        else:
            rows.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    return f"<table>\n{chr(10).join(rows)}\n</table>"
