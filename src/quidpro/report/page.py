"""The page that stands beside the files of the rounds; nothing else is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape as html_escape
from typing import Protocol

from quidpro.core.words import counted, printable
from quidpro.verdict.verdict import AnyVerdict

_STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
section { border-top: 1px solid #ccc; margin-top: 1.5rem; display: flow-root }
figure { margin: .5rem 0 }
figcaption { font-size: 13px }
img { max-width: 100% }
table { border-collapse: collapse; margin: .5rem 0; font-size: 13px }
td, th { border: 1px solid #ccc; padding: .1rem .5rem; text-align: left }
th { background: #eef4fb }
pre { overflow: auto; background: #f7f7f7; padding: .5rem; font-size: 13px }
.too-weak, .too-strong, .refined { color: #8a5a00 } .holds { color: #1d6b2a } .violated { color: #a11 }
code { background: #f3f3f3; padding: 0 .25rem }
"""
_LINE_BREAK = "\n"
MAX_LETTERS = 20_000
"""A longer text is replaced by a link to its file."""
MAX_STATES = 60
MAX_ARROWS = 200
"""Of a picture among many: a larger one takes long and cannot be read."""
Missing = Mapping[str, str]
"""The pictures that were not drawn, and why."""


@dataclass(frozen=True)
class Picture:
    """A picture in the same folder, drawn when the work is over: its file without the suffix, and its words."""

    name: str
    alt: str


@dataclass(frozen=True)
class Section:
    """One round: its number and title, the outcome, and what there is to show of it, HTML and pictures."""

    number: str
    title: str
    outcome: str
    parts: tuple[str | Picture, ...]
    heading: str = ""
    """Stands above the first of several sections that have the same one."""


class Folder(Protocol):
    """Where the files of rounds go."""

    @property
    def next(self) -> str:
        """The number of the next round, which its files begin with."""

    def write(self, name: str, text: str) -> None:
        """A file of the next round."""

    def draw(self, name: str, alt: str, dot: str, *, keep: bool = False) -> Picture:
        """A picture to be drawn when the work is over; ``keep`` its DOT beside it."""

    def once(self, what: str, value: object, build: Callable[[], str | Picture]) -> str | Picture:
        """What ``build`` made of this value; it is called again only when the value changes."""

    def add(self, section: Section, *fields: object) -> None:
        """The next round is complete: it goes on the page; its number and these fields make a line of the list."""


def page(answers: Iterable[str], sections: Sequence[Section], missing: Missing) -> str:
    """HTML: what came of it, then the rounds."""
    rounds = "".join(_with_headings(sections, missing)) or "<p>No assumption was tried.</p>"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>quidpro: rounds</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>Assumptions, round by round</h1>\n"
        f"{''.join(answers)}{_undrawn_note(missing)}{rounds}</body>\n</html>\n"
    )


def escape(text: str) -> str:
    """The text in one line as HTML shows it, and nothing in it that hides."""
    return html_escape(printable(text))


def preformatted(text: str) -> str:
    """The same of a text with line breaks, which stay."""
    return f"<pre>{html_escape(printable(text, _LINE_BREAK))}</pre>"


def answer(verdict: AnyVerdict, cost: str) -> str:
    """One verdict as a paragraph, with what it cost beside time."""
    outcome, about = verdict.outcome, f"{verdict.system}, {verdict.property or 'no ERROR'}"
    because = f"<br>{escape(verdict.reason)}" if verdict.reason else ""
    cost = f"{cost}, {verdict.stats.seconds:.2f} s"
    return f'<p>{escape(about)}: <b class="{outcome}">{outcome}</b> ({escape(cost)}){because}</p>\n'


def readable(states: int, arrows: Callable[[], int]) -> bool:
    """Whether a picture is worth drawing among many; arrows are counted only where there are not too many states."""
    return states <= MAX_STATES and arrows() <= MAX_ARROWS


def link(file: str) -> str:
    """A file that stands in the same folder."""
    return f'<a href="{file}">{file}</a>'


def _undrawn_note(missing: Missing) -> str:
    if not missing:
        return ""
    return f"<p>{counted(len(missing), 'picture')} could not be drawn; the DOT files are there instead.</p>\n"


def _with_headings(sections: Sequence[Section], missing: Missing) -> Iterable[str]:
    last = ""
    for section in sections:
        if section.heading != last:
            last = section.heading
            yield f"<h2>{escape(last)}</h2>"
        yield _section(section, missing)


def _section(section: Section, missing: Missing) -> str:
    number, kind = section.number, section.outcome.replace(" ", "-")
    title = f'{number}: {escape(section.title)}: <span class="{kind}">{escape(section.outcome)}</span>'
    head = f'<section id="round-{number}">\n<h3>{title}</h3>'
    parts = [_picture(part, missing) if isinstance(part, Picture) else part for part in section.parts]
    return "\n".join(part for part in (head, *parts, "</section>\n") if part)


def _picture(picture: Picture, missing: Missing) -> str:
    if picture.name in missing:
        return f"<p>{escape(picture.alt)}: {link(f'{picture.name}.dot')}; {escape(missing[picture.name])}</p>"
    image = f'<img loading="lazy" src="{picture.name}.svg" alt="{escape(picture.alt)}">'
    return f"<figure>{image}<figcaption>{escape(picture.alt)}</figcaption></figure>"
