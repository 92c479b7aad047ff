"""The frame of a page that stands beside the files of the rounds; nothing else is loaded."""

from __future__ import annotations

from html import escape as html_escape

from quidpro.core.words import printable

_STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
section { border-top: 1px solid #ccc; margin-top: 1.5rem; display: flow-root }
img { max-width: 100%; margin: .5rem 0 }
table { border-collapse: collapse; margin: .5rem 0; font-size: 13px }
td, th { border: 1px solid #ccc; padding: .1rem .5rem; text-align: left }
th { background: #eef4fb }
pre { overflow: auto; background: #f7f7f7; padding: .5rem; font-size: 13px }
.too-weak, .too-strong, .refined { color: #8a5a00 } .holds { color: #1d6b2a } .violated { color: #a11 }
code { background: #f3f3f3; padding: 0 .25rem }
"""

_LINE_BREAK = "\n"


def escape(text: str) -> str:
    """The text in one line as HTML shows it, and nothing in it that hides."""
    return html_escape(printable(text))


def preformatted(text: str) -> str:
    """The same of a text with line breaks, which stay."""
    return f"<pre>{html_escape(printable(text, _LINE_BREAK))}</pre>"


def page(answers: str, rounds: str) -> str:
    """HTML: what came of it, then the rounds."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>quidpro: rounds</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>Assumptions, round by round</h1>\n"
        f"{answers}{rounds or '<p>No assumption was tried.</p>'}</body>\n</html>\n"
    )


def answer(about: str, outcome: str, cost: str, reason: str) -> str:
    """One verdict as a paragraph."""
    because = f"<br>{escape(reason)}" if reason else ""
    return f'<p>{escape(about)}: <b class="{outcome}">{outcome}</b> ({escape(cost)}){because}</p>\n'


def section(number: str, title: str, outcome: str, *parts: str) -> str:
    """One round: its title with the outcome in colour, and what there is to show of it."""
    kind = outcome.replace(" ", "-")
    head = f'<section id="round-{number}">\n<h3>{number}: {title}: <span class="{kind}">{escape(outcome)}</span></h3>'
    return "\n".join(part for part in (head, *parts, "</section>\n") if part)


def picture(file: str, alt: str) -> str:
    """A picture that stands in the same folder."""
    return f'<p><img loading="lazy" src="{file}" alt="{escape(alt)}"></p>'
