"""The rounds of a method that learns, on a page: what was assumed, what refuted it, what came of it."""

from __future__ import annotations

from itertools import pairwise

from quidpro.core.words import counted
from quidpro.frontend.aut import write_aut
from quidpro.lts.lts import LTS
from quidpro.report.explicit.pictures import Marks, arrows, to_dot
from quidpro.report.graphviz import shortened
from quidpro.report.page import MAX_LETTERS, Folder, Picture, Section, answer, escape, link, readable
from quidpro.report.paint import columns
from quidpro.verdict.explicit.evidence import Conjecture, ExplicitVerdict
from quidpro.verdict.rounds import Round

_MEANING = {
    "too weak": "The first group can go wrong along {word}, which the assumption allows. It must forbid more.",
    "too strong": "The others do {word}, which the assumption forbids for no reason: the first group is safe there.",
    "violated": "The others do {word}, and the first group goes wrong along it: a real violation.",
    "holds": "All premises hold with this: that is the proof.",
    "lower bound": "Every environment that keeps to this is safe. It may forbid more than is needed.",
    "upper bound": "What this forbids can lead into the error. Keeping to it is needed, but may not be enough.",
    "exact": "The two bounds have met: this is the weakest assumption.",
}
_MAX_LETTERS = 2_000
"""Of a word or an alphabet; the rest is in the files."""
_NESTED = "Inside premise 2 of a round below, the assumption of which is the property here (level {level})."


round_columns: tuple[str, ...] = (
    "round", "property", "level", "run", "assumption", "states", "transitions", "outcome", "counterexample",
    "alphabet",
)  # fmt: skip


def record_round(folder: Folder, event: Round, asked: str) -> None:
    """``001.aut``, ``001.svg`` (``001.dot`` until it is drawn) and ``001.table.txt`` are the assumption of round 1, its
    picture, and the observation table it was made from, where the learner has one.
    """
    shown = event.evidence
    assert isinstance(shown, Conjecture)
    number, lts = folder.next, shown.assumption
    folder.write(f"{number}.aut", write_aut(lts))
    if shown.table:
        folder.write(f"{number}.table.txt", aligned(shown.table))
    word = "" if shown.counterexample is None else " ".join(shown.counterexample) or "λ"
    size = (lts.name, lts.states, lts.transitions)
    section = round_section(number, asked, event, shown, _picture(folder, number, shown))
    folder.add(section, asked, event.level, event.run, *size, event.outcome, word, len(lts.alphabet))


def _picture(folder: Folder, number: str, shown: Conjecture) -> Picture | None:
    """A picture, unless it would be too large to be read."""
    lts = shown.assumption
    if not readable(lts.states, lambda: len(arrows(lts))):
        return None
    marks = Marks(shown.split, frozenset(pairwise(shown.path)))
    return folder.draw(number, lts.name, to_dot(lts, marks))


def round_section(number: str, asked: str, event: Round, shown: Conjecture, picture: Picture | None) -> Section:
    """A round on the page: of the assumption no more is kept than is shown."""
    lts = shown.assumption
    return Section(
        number,
        f"{lts.name}, {counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}",
        event.outcome,
        (
            *_circumstances(event, lts),
            picture or f"<p>Too large to draw: {link(f'{number}.aut')}</p>",
            f"<p>{_meaning(event.outcome, shown.counterexample)}</p>",
            _table(number, shown.table),
        ),
        asked or "no ERROR",
    )


def came_of(verdict: ExplicitVerdict) -> str:
    """What came of it, and at what cost."""
    stats = verdict.stats
    return answer(verdict, f"{counted(stats.iterations, 'conjecture')}, {stats.queries:,} queries")


def _circumstances(event: Round, lts: LTS) -> list[str]:
    """In which run and how deep, where there is a choice; and over which actions."""
    lines = [event.run, _NESTED.format(level=event.level) if event.level else ""]
    actions = f"over {{{shortened(', '.join(lts.alphabet), _MAX_LETTERS)}}}"
    return [f"<p>{escape(line)}</p>" for line in (*lines, actions) if line]


def _meaning(outcome: str, counterexample: tuple[str, ...] | None) -> str:
    actions = shortened(", ".join(counterexample or ()) or "λ", _MAX_LETTERS)
    word = f"<code>{escape(actions)}</code>"
    known = "{word}" if counterexample is not None else ""
    return _MEANING.get(outcome, known).format(word=word)


def aligned(table: str) -> str:
    """The text of an observation table (a line for each row, a tab between cells) in columns for the eye."""
    lines = columns([line.split("\t") for line in table.splitlines()])
    return "".join(f"{line}\n" for line in lines)


def _table(number: str, text: str) -> str:
    if len(text) > MAX_LETTERS:
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
