"""LTSs in a notebook: a caption and a picture, or a table when a picture would say nothing."""

from __future__ import annotations

from itertools import islice

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.lts.lts import LTS
from quidpro.report.page import escape
from quidpro.report.svg import to_svg
from quidpro.report.text import counted

MOST_DRAWN = 60
PATIENCE = 10.0
"""So many seconds somebody who looks at a notebook waits for a picture; then the table has to do."""
MOST_ROWS = 20


def to_html(lts: LTS) -> str:
    """HTML for ``_repr_html_``."""
    size = f"{counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}"
    caption = f"<b>{escape(lts.name or 'LTS')}</b>: {size}, {counted(len(lts.alphabet), 'action')}"
    return f'<div style="font-family: sans-serif">{caption}{_picture(lts) or _table(lts)}</div>'


def _picture(lts: LTS) -> str | None:
    if lts.states > MOST_DRAWN:
        return None
    try:
        svg = to_svg(lts, budget=Budget(seconds=PATIENCE))
    except (UsageError, BudgetExceeded):
        return None
    return f'<div style="overflow: auto">{svg[svg.index("<svg") :]}</div>'


def _table(lts: LTS) -> str:
    rows = [
        f"<tr><td>{escape(lts.state_name(p))}</td><td>{escape(a)}</td><td>{escape(lts.state_name(q))}</td></tr>"
        for p, a, q in islice(lts.triples(), MOST_ROWS)
    ]
    rest = lts.transitions - len(rows)
    more = f"<p>… and {counted(rest, 'transition')} more</p>" if rest > 0 else ""
    return f"<table><tr><th>from</th><th>action</th><th>to</th></tr>{''.join(rows)}</table>{more}"
