"""What is to be shown, laid out as HTML for the output of a cell.

An output has its own surface and colours, so that it can be read on any page: those of the notebook where it says
whether it is light or dark (JupyterLab, VS Code and Colab do), else those that the reader likes.
"""

from __future__ import annotations

import re
from html import escape as html_escape

from quidpro.core.words import printable
from quidpro.report.display import Display, Listing, Picture, Sentences, Table
from quidpro.report.theme import CODE, DARK, LIGHT, MONO, SANS, TEXT, variables

_NAME = ".quidpro"
_SCOPE = _NAME * 3
"""Named three times it counts for more than what a notebook says of tables."""
_LIGHT_PAGES = ('body[data-jp-theme-light="true"]', "body.vscode-light", 'html[theme="light"]')
_DARK_PAGES = ('body[data-jp-theme-light="false"]', "body.vscode-dark", 'html[theme="dark"]')
_SIGNS = {"holds": "✓", "violated": "✗", "unknown": "?"}
_MOODS = {"holds": "good", "violated": "bad", "unknown": "muted"}
_QUOTED, _CODE = re.compile("`([^`]+)`"), r"<code>\1</code>"
_MAX_LINES = 400
"""Of a model text."""
_RULES = f"""
{_SCOPE} {{ background: var(--surface); color: var(--ink); font: {TEXT}px/1.5 {SANS}; border: 1px solid var(--line);
  border-radius: 8px; padding: 12px 16px; margin: 2px 0; box-sizing: border-box; overflow-x: auto; text-align: left }}
{_SCOPE} * {{ box-sizing: border-box }}
{_SCOPE} .head {{ margin: 0; font-size: {TEXT}px; font-weight: 600; color: inherit; overflow-wrap: anywhere }}
{_SCOPE} .words {{ color: var(--muted); font-weight: 400 }}
{_SCOPE} .good {{ color: var(--good) }}
{_SCOPE} .bad {{ color: var(--bad) }}
{_SCOPE} .muted {{ color: var(--muted) }}
{_SCOPE} .facts {{ display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 1px 16px; margin: 6px 0 0 }}
{_SCOPE} .facts > * {{ overflow-wrap: anywhere }}
{_SCOPE} .facts > :nth-child(odd), {_SCOPE} .note {{ color: var(--muted); font-size: {CODE}px; line-height: 22px }}
{_SCOPE} .note {{ margin: 4px 0 0 }}
{_SCOPE} .sentence {{ margin: 4px 0 0; max-width: 90ch }}
{_SCOPE} code {{ font: {CODE}px/1.5 {MONO}; color: inherit; background: var(--sunk); border-radius: 4px;
  padding: 0 4px }}
{_SCOPE} .picture {{ margin: 10px 0 0; overflow: auto; max-height: 720px }}
{_SCOPE} svg {{ display: block; max-width: none; width: auto; height: auto; flex: none }}
{_SCOPE} table {{ border-collapse: collapse; margin: 10px 0 0; border: 0; font-size: {CODE}px; width: auto;
  color: inherit; table-layout: auto }}
{_SCOPE} tr, {_SCOPE} tr:hover {{ background: none }}
{_SCOPE} td, {_SCOPE} th {{ border: 0; border-bottom: 1px solid var(--line); padding: 3px 20px 3px 0; text-align: left;
  vertical-align: top; color: inherit; white-space: normal; max-width: none; line-height: 1.5; background: none }}
{_SCOPE} th {{ color: var(--muted); font-weight: 500 }}
{_SCOPE} td {{ font-family: {MONO} }}
{_SCOPE} .number {{ text-align: right; font-variant-numeric: tabular-nums }}
{_SCOPE} details, {_SCOPE} .inner {{ margin: 10px 0 0; padding: 8px 0 0; border-top: 1px solid var(--line) }}
{_SCOPE} summary {{ cursor: pointer }}
{_SCOPE} summary:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 2px }}
{_SCOPE} pre {{ margin: 8px 0 0; padding: 8px 12px; background: var(--sunk); color: inherit; border-radius: 6px;
  border: 0; font: {CODE}px/1.6 {MONO}; overflow: auto; max-height: 480px }}
{_SCOPE} .hc {{ color: var(--muted); font-style: italic }}
{_SCOPE} .hk {{ color: var(--accent) }}
{_SCOPE} .hn, {_SCOPE} .hs {{ color: var(--good) }}
"""


def style() -> str:
    """The colours and rules of every output; they count for nothing else on the page."""
    dark, light = (_colours(pages, colours) for pages, colours in ((_DARK_PAGES, DARK), (_LIGHT_PAGES, LIGHT)))
    return f"{variables(_NAME)}@media screen{{{light}{dark}}}{_RULES}"


def _colours(pages: tuple[str, ...], colours: dict[str, str]) -> str:
    scheme = "dark" if colours is DARK else "light"
    named = "".join(f"--{name}:{value};" for name, value in colours.items())
    return f"{','.join(f'{page} {_NAME}{_NAME}' for page in pages)}{{{named}color-scheme:{scheme}}}"


def page(display: Display) -> str:
    """The output of a cell."""
    return f'<div class="quidpro"><style>{style()}</style>{_display(display)}</div>'


def escape(text: str) -> str:
    """A text of one line for HTML."""
    return html_escape(printable(text))


def _display(display: Display) -> str:
    head, body = _head(display), _facts(display.facts) + "".join(map(_part, display.parts))
    return f"<details><summary>{head}</summary>{body}</details>" if display.folded else f"<div>{head}</div>{body}"


def _head(display: Display) -> str:
    sign = _SIGNS.get(display.outcome)
    mood = _MOODS.get(display.outcome, "")
    said = f'<span class="{mood}">{sign} {escape(display.outcome)}:</span> ' if sign else ""
    words = f' <span class="words">{escape(display.words)}</span>' if display.words else ""
    return f'<span class="head">{said}{escape(display.title)}{words}</span>'


def _facts(facts: tuple[tuple[str, str], ...]) -> str:
    rows = [f"<div>{escape(head)}</div><div>{escape(words)}</div>" for head, words in facts if words]
    return f'<div class="facts">{"".join(rows)}</div>' if rows else ""


def _part(part: Picture | Table | Sentences | Listing | Display) -> str:
    if isinstance(part, Display):
        return _display(part) if part.folded else f'<div class="inner">{_display(part)}</div>'
    if isinstance(part, Picture):
        drawn = f'<div class="picture">{part.svg}</div>' if part.svg else ""
        return drawn + _note(part.caption)
    if isinstance(part, Table):
        return _table(part)
    return _listing(part) if isinstance(part, Listing) else "".join(map(_sentence, part.lines))


def _sentence(text: str) -> str:
    return f'<p class="sentence">{_QUOTED.sub(_CODE, escape(text))}</p>'


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>' if text else ""


def _table(table: Table) -> str:
    head = _row("th", table.heads, table.numbers)
    rows = "".join(_row("td", row, table.numbers) for row in table.rows)
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>{_note(table.more)}"


def _row(cell: str, texts: tuple[str, ...], numbers: frozenset[int]) -> str:
    cells = (
        f'<{cell} class="number">{escape(text)}</{cell}>' if i in numbers else f"<{cell}>{escape(text)}</{cell}>"
        for i, text in enumerate(texts)
    )
    return f"<tr>{''.join(cells)}</tr>"


def _listing(listing: Listing) -> str:
    from quidpro.report.highlight import highlighted

    text = "\n".join(listing.text.split("\n")[:_MAX_LINES])
    lines = "\n".join(highlighted(text, listing.suffix))
    cut = _note(f"the first {_MAX_LINES} lines") if text != listing.text else ""
    return f"<details><summary>{escape(listing.title)}</summary><pre>{lines}</pre>{cut}</details>"
