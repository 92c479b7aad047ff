"""The rounds of a method that learns, as one page: what was assumed, what refuted it, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from quidpro.report.page import answer, escape, page, picture, section
from quidpro.report.text import counted
from quidpro.rules.rounds import Conjecture
from quidpro.verdict.types import Verdict

_MEANING = {
    "too weak": "The first group can go wrong along {word}, which the assumption allows. It must forbid more.",
    "too strong": "The others do {word}, which the assumption forbids for no reason: the first group is safe there.",
    "violated": "The others do {word}, and the first group goes wrong along it: a real violation.",
    "holds": "All premises hold with this: that is the proof.",
}
_NESTED = "Inside premise 2 of a round below, the assumption of which is the property here (level {level})."


@dataclass(frozen=True)
class Entry:
    """A round: the number of its files, the property that was asked for, the conjecture, and whether it was drawn."""

    number: str
    property: str | None
    conjecture: Conjecture
    drawn: bool


def rounds_page(entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> str:
    """HTML that stands beside the files of the rounds; nothing else is loaded."""
    parts = [
        part
        for name, some in groupby(entries, key=lambda entry: entry.property)
        for part in (f"<h2>{escape(name or 'no ERROR')}</h2>", *map(_round, some))
    ]
    return page("".join(map(_answer, verdicts)), "".join(parts))


def _answer(verdict: Verdict) -> str:
    stats = verdict.stats
    cost = f"{counted(stats.iterations, 'conjecture')}, {stats.queries:,} queries, {stats.seconds:.2f} s"
    return answer(f"{verdict.system}, {verdict.property or 'no ERROR'}", verdict.outcome, cost, verdict.reason)


def _round(entry: Entry) -> str:
    event, lts = entry.conjecture, entry.conjecture.assumption
    return section(
        entry.number,
        f"{escape(lts.name)}, {counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}",
        event.outcome,
        *_circumstances(event),
        _picture(entry),
        f"<p>{_meaning(event)}</p>",
        _table(event.table),
    )


def _circumstances(event: Conjecture) -> list[str]:
    """In which run and how deep, where there is a choice; and over which actions."""
    lines = [event.run, _NESTED.format(level=event.level) if event.level else ""]
    actions = f"over {{{', '.join(event.assumption.alphabet)}}}"
    return [f"<p>{escape(line)}</p>" for line in (*lines, actions) if line]


def _picture(entry: Entry) -> str:
    if entry.drawn:
        return picture(f"{entry.number}.svg", entry.conjecture.assumption.name)
    return f'<p>Too large to draw: <a href="{entry.number}.aut">{entry.number}.aut</a></p>'


def _meaning(event: Conjecture) -> str:
    word = f"<code>{escape(', '.join(event.counterexample or ()) or 'λ')}</code>"
    known = "{word}" if event.counterexample is not None else ""
    return _MEANING.get(event.outcome, known).format(word=word)


def aligned(table: str) -> str:
    """The text of an observation table (a line for each row, a tab between cells) in columns for the eye."""
    rows = [line.split("\t") for line in table.splitlines()]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _table(text: str) -> str:
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
