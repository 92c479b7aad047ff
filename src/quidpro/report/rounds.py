"""The rounds of a method that learns, as one page: what was assumed, what refuted it, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, zip_longest

from quidpro.report.text import counted
from quidpro.rules.rounds import Conjecture
from quidpro.verdict.types import Verdict

_STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
section { border-top: 1px solid #ccc; margin-top: 1.5rem; display: flow-root }
img { max-width: 100%; margin: .5rem 0 }
table { border-collapse: collapse; margin: .5rem 0; font-size: 13px }
td, th { border: 1px solid #ccc; padding: .1rem .5rem; text-align: left }
th { background: #eef4fb }
.too-weak, .too-strong { color: #8a5a00 } .holds { color: #1d6b2a } .violated { color: #a11 }
code { background: #f3f3f3; padding: 0 .25rem }
"""

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
    nothing = "" if parts else "<p>No assumption was tried.</p>"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>quidpro: rounds</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>Assumptions, round by round</h1>\n"
        f"{''.join(map(_answer, verdicts))}{nothing}{''.join(parts)}</body>\n</html>\n"
    )


def _answer(verdict: Verdict) -> str:
    stats = verdict.stats
    cost = f"{counted(stats.iterations, 'conjecture')}, {stats.queries:,} queries, {stats.seconds:.2f} s"
    about = f"{escape(verdict.system)}, {escape(verdict.property or 'no ERROR')}"
    because = f"<br>{escape(verdict.reason)}" if verdict.reason else ""
    return f'<p>{about}: <b class="{verdict.outcome}">{verdict.outcome}</b> ({cost}){because}</p>\n'


def _round(entry: Entry) -> str:
    event = entry.conjecture
    parts = [
        f'<section id="round-{entry.number}">\n<h3>{_title(entry)}</h3>',
        *_circumstances(event),
        _picture(entry),
        f"<p>{_meaning(event)}</p>",
        _table(event.table),
        "</section>\n",
    ]
    return "\n".join(part for part in parts if part)


def _title(entry: Entry) -> str:
    event, lts = entry.conjecture, entry.conjecture.assumption
    size = f"{counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}"
    kind = event.outcome.replace(" ", "-")
    return f'{entry.number}: {escape(lts.name)}, {size}: <span class="{kind}">{event.outcome}</span>'


def _circumstances(event: Conjecture) -> list[str]:
    """In which run and how deep, where there is a choice; and over which actions."""
    lines = [event.run, _NESTED.format(level=event.level) if event.level else ""]
    actions = f"over {{{', '.join(event.assumption.alphabet)}}}"
    return [f"<p>{escape(line)}</p>" for line in (*lines, actions) if line]


def _picture(entry: Entry) -> str:
    if entry.drawn:
        name = escape(entry.conjecture.assumption.name)
        return f'<p><img loading="lazy" src="{entry.number}.svg" alt="{name}"></p>'
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
