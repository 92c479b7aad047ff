"""A chart as a page of its own: heads and actions stay in sight, the same facts as tables, and paper.

Nothing is loaded from outside, and nothing is executed.
"""

from __future__ import annotations

from html import escape

from quidpro.report import theme
from quidpro.report.chart import draw, names
from quidpro.report.chart.deadlock import ring_picture
from quidpro.report.chart.draw import Picture
from quidpro.report.chart.lanes import lanes_papers, lanes_picture
from quidpro.report.chart.svg import picture_of
from quidpro.report.chart.twin import twin, waits_table
from quidpro.verdict.chart import Chart

_TALL, _WIDE = 640, 1100
"""Larger pictures scroll under their heads."""
_PAPER = 800
"""Wider pictures are printed across."""
STYLE = f"""
.figure{{background:var(--surface);border:1px solid var(--line);border-radius:8px;overflow:hidden;margin:16px 0}}
.sheet{{display:grid;overflow:auto;max-height:85vh;justify-content:start}}
.sheet:focus-visible{{outline:2px solid var(--accent)}}
.sheet>svg{{grid-area:1/1;display:block}}
.sheet>.over{{position:sticky;align-self:start;justify-self:start}}
.sheet>.top{{top:0;z-index:1}} .sheet>.left{{left:0;z-index:2}} .sheet>.top.left{{z-index:3}}
.pair{{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}} .pair>.figure{{min-width:0;margin:16px 0 0}}
.waits>.twin{{padding:0 24px}}
.papers{{display:none}}
.chart .step:hover>.hit{{fill:var(--accent-soft);fill-opacity:.6}}
.twin{{margin:16px 0}} .twin summary{{cursor:pointer;font-weight:600}}
.twin table{{border-collapse:collapse;font:{theme.CODE}px {theme.MONO};font-variant-ligatures:none;margin:12px 0}}
.twin caption{{text-align:left;color:var(--muted);font:{theme.CODE}px {theme.SANS};padding:4px 0}}
.twin th{{text-align:left;color:var(--muted);font-weight:400;font-family:{theme.SANS}}}
.twin td,.twin th{{padding:4px 16px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}}
@media print{{.sheet{{overflow:visible;max-height:none}} .over{{display:none!important}}
.figure{{border:0}} .figure svg{{max-width:100%;height:auto}}
.long>.sheet{{display:none}} .long>.papers{{display:block}} .papers svg{{break-inside:avoid;max-height:96vh}}
.papers svg:not(:last-child){{break-after:page}}}}
"""
_PAGE = f"""
body{{margin:0;background:var(--bg);color:var(--ink);font:{theme.TEXT}px/1.5 {theme.SANS}}}
main{{padding:32px 24px;max-width:1600px;margin:0 auto}}
h1{{font-size:{theme.TITLE}px;line-height:1.3;margin:0 0 4px;font-weight:600;overflow-wrap:anywhere}}
h1 b{{color:var(--bad)}}
.muted{{color:var(--muted);font-size:{theme.CODE}px;margin:0}}
@page{{margin:12mm}} @media print{{body{{background:none}} main{{padding:0}}}}
"""


def to_html(chart: Chart) -> str:
    """The page."""
    framed, width = _figure(chart)
    landscape = "@page{size:landscape}" if width > _PAPER else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(names.summary(chart))}</title>\n"
        f"<style>{theme.variables()}{_PAGE}{STYLE}{landscape}</style>\n</head>\n<body>\n<main>\n"
        f"<h1><b>✕</b> {escape(chart.title)}</h1>\n"
        f'<p class="muted">{escape(names.outcome(chart))}</p>\n'
        f"{framed}\n</main>\n</body>\n</html>\n"
    )


def figure(chart: Chart) -> str:
    """The picture in a frame that scrolls, the ring of a deadlock beside it, and the text twin; needs ``STYLE``."""
    return _figure(chart)[0]


def _figure(chart: Chart) -> tuple[str, float]:
    """The same, and how wide the picture is on paper; nothing where it comes in sheets."""
    run = lanes_picture(chart) if chart.kind == "lanes" else picture_of(chart)
    said, papers = names.summary(chart), paper_sheets(chart)
    below = f'<div class="papers">{papers}</div>' if papers else ""
    framed = f'<div class="figure{" long" if papers else ""}">{_sheet(run, said)}{below}</div>'
    if chart.waiting:
        framed = f'<div class="pair">{framed}{_waits(chart)}</div>'
    return (
        f'{framed}<details class="twin"><summary>The same as a table</summary>{twin(chart)}</details>',
        0.0 if papers else run.width,
    )


def paper_sheets(chart: Chart) -> str:
    """A run in sheets that fit on paper; nothing where it fits as it is."""
    pages = lanes_papers(chart) if chart.kind == "lanes" else []
    return "".join(draw.svg(page, names.summary(chart), standalone=False) for page in pages)


def _waits(chart: Chart) -> str:
    ring = draw.svg(ring_picture(chart), "who waits for whom", standalone=False) if len(chart.cycle) > 1 else ""
    drawn = f'<div class="sheet">{ring}</div>' if ring else ""
    return f'<div class="figure waits">{drawn}<div class="twin">{waits_table(chart)}</div></div>'


def _sheet(picture: Picture, said: str) -> str:
    """A large picture has its heads and actions over it once more, where they stay in sight."""
    whole = draw.svg(picture, said, standalone=False)
    if picture.height <= _TALL and picture.width <= _WIDE:
        return f'<div class="sheet">{whole}</div>'
    sides = [
        ("top", picture.width, picture.top, picture.heads),
        ("left", picture.left, picture.height, picture.actions),
        ("top left", picture.left, picture.top, ""),
    ]
    over = "".join(
        draw.piece(Picture(width, height, body), f"over {name}")
        for name, width, height, body in sides
        if width and height
    )
    return f'<div class="sheet" tabindex="0" role="region" aria-label="{escape(said)}">{whole}{over}</div>'
