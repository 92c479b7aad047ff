"""The picture of an architecture: components as boxes, what they share on the lines between them.

Graphviz finds the places, in a process of its own; the picture is ours: coloured by the variables of the page, with
letters that keep their size. What three and more share meets in a dot. Parts that are alike are drawn once where there
are many; where there are still too many, the groups of the split stand for their members.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.isolated import Crashed, Tell, isolated
from quidpro.core.parts import MissingPart, require
from quidpro.core.words import counted, printable
from quidpro.report import theme
from quidpro.report.automata.automaton import Drawing
from quidpro.report.graphviz import parsed, quoted, shortened
from quidpro.verdict.architecture import Architecture, Link, Part

MAX_PARTS = 40
MAX_LINKS = 120
_ALIKE = 12
"""With more parts than this, those that are alike are drawn once."""
_SECONDS = 2.0
_MAX_NAMES = 4
_MAX_LETTERS = 30
_LETTER = 7.3
_LINE = 15
_MARGIN = 8
_NUMBER = re.compile(r"(?<![0-9])(?:0|[1-9][0-9]{0,8})(?![0-9])")
_PREFIX = re.compile(r"^([^:]+):")


def architecture_drawing(architecture: Architecture, budget: Budget) -> Drawing:
    """The picture and what it shows in words; without a picture the words say so where that can be changed."""
    words = caption(architecture)
    try:
        return Drawing(architecture_svg(architecture, budget), words)
    except MissingPart as missing:
        return Drawing("", f"{words} Not drawn: {missing}.")


def architecture_svg(architecture: Architecture, budget: Budget, *, standalone: bool = False) -> str:
    """The picture; empty where it would be too large to be read, or takes too long."""
    drawn = drawable(architecture)
    if drawn is None:
        return ""
    require("pygraphviz")
    limits = budget.within(_SECONDS)
    limits.phase = "laying out the architecture"
    try:
        found = isolated(_layout, _dot(drawn), budget=limits)
    except (BudgetExceeded, UsageError, Crashed):
        budget.check()
        return ""
    return _svg(drawn, _read(found), standalone)


def drawable(architecture: Architecture) -> Architecture | None:
    """The architecture as it is drawn: alike parts as one where there are many; None where there are too many."""
    if len(architecture.parts) > _ALIKE:
        architecture = _alike_as_one(architecture)
    if _is_large(architecture) and architecture.groups:
        architecture = _groups_as_parts(architecture)
    return None if _is_large(architecture) or not architecture.parts else architecture


def caption(architecture: Architecture) -> str:
    """What the picture shows, in words."""
    processes = len(architecture.processes)
    words = [f"{counted(processes, 'component')}."]
    if processes > 1 and any(link.directed for link in architecture.links):
        words.append(
            f"An arrow leads to a component that reads {architecture.shares} of another; they are named on it."
        )
    elif processes > 1:
        words.append(f"A line joins components that share {architecture.shares}; the names on it are those.")
    if any(part.kind == "property" for part in architecture.parts):
        words.append("The property watches and never blocks (dashed); one line stands for all who share its names.")
    drawn = drawable(architecture)
    if drawn is None:
        words.append("They are too many to be drawn.")
    elif len(drawn.parts) < len(architecture.parts):
        words.append("Components that are alike are drawn once.")
    return " ".join(words)


def _is_large(architecture: Architecture) -> bool:
    return len(architecture.parts) > MAX_PARTS or len(architecture.links) > MAX_LINKS


def _alike_as_one(architecture: Architecture) -> Architecture:
    """Instances of the same process, in the same group, are one part: ``c.1:CLIENT … c.9:CLIENT``."""
    families: dict[tuple[object, ...], list[int]] = {}
    for number, part in enumerate(architecture.parts):
        families.setdefault((_process(part.name), part.kind, part.size, part.group), []).append(number)
    return _merged(architecture, list(families.values()), _family)


def _family(members: Sequence[Part]) -> Part:
    first, last = members[0], members[-1]
    if len(members) == 1:
        return first
    each = f", {first.size} each" if first.size else ""
    return replace(first, name=f"{first.name} … {last.name}", size=f"{len(members)} of them{each}")


def _process(name: str) -> str:
    """What a part is an instance of: its name without a prefix or a number."""
    return re.sub(r"\d+", "#", _PREFIX.sub("", name))


def _groups_as_parts(architecture: Architecture) -> Architecture:
    families: dict[object, list[int]] = {}
    for number, part in enumerate(architecture.parts):
        families.setdefault((part.kind, part.group), []).append(number)

    def group(members: Sequence[Part]) -> Part:
        number = members[0].group
        if number is None:
            return _family(members)
        return Part(architecture.groups[number], size=counted(len(members), "component"), group=number)

    return _merged(architecture, list(families.values()), group)


def _merged(architecture: Architecture, families: list[list[int]], unite: Any) -> Architecture:
    """The same with every family as one part; what only its members share goes."""
    owner = {member: number for number, family in enumerate(families) for member in family}
    parts = tuple(unite([architecture.parts[i] for i in family]) for family in families)
    names: dict[tuple[tuple[int, ...], bool], set[str]] = {}
    for link in architecture.links:
        ends = tuple(dict.fromkeys(owner[part] for part in link.parts))
        ends = ends if link.directed else tuple(sorted(ends))
        if len(ends) > 1:
            names.setdefault((ends, link.directed), set()).update(link.names)
    links = tuple(Link(ends, tuple(sorted(found)), directed) for (ends, directed), found in names.items())
    return replace(architecture, parts=parts, links=links)


def _names_of(link: Link, parts: Sequence[Part]) -> list[str]:
    """What stands on a line: without the prefix that an end has anyway; of many, the first few."""
    names = [printable(name) for name in link.names]
    for part in (parts[number].name for number in link.parts):
        found = _PREFIX.match(part)
        prefixes = [f"{found[1]}." if found else "", f"{part}."]
        for prefix in filter(None, prefixes):
            if all(name.startswith(prefix) and len(name) > len(prefix) for name in names):
                names = [name[len(prefix) :] for name in names]
    shown = [shortened(name, _MAX_LETTERS) for name in families(names)]
    if len(shown) > _MAX_NAMES:
        shown = [*shown[: _MAX_NAMES - 1], f"… {len(shown) - _MAX_NAMES + 1} more"]
    return shown


def families(names: Iterable[str]) -> list[str]:
    """Names that differ in one number as one: ``c.{1,2,3}.grant``, and ``c.{1..9}.grant`` where there are more."""
    found: dict[tuple[str, str], list[int]] = {}
    for name in names:
        digits = _NUMBER.search(name)
        head, number, tail = (
            (name, "", "") if digits is None else (name[: digits.start()], digits[0], name[digits.end() :])
        )
        found.setdefault((head, tail), []).extend([int(number)] if number else [])
    return [f"{head}{_numbers(sorted(numbers))}{tail}" for (head, tail), numbers in found.items()]


def _numbers(numbers: Sequence[int]) -> str:
    if len(numbers) < 2:
        return "".join(map(str, numbers))
    in_a_row = len(numbers) > 3 and numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{{{numbers[0]}..{numbers[-1]}}}" if in_a_row else f"{{{','.join(map(str, numbers))}}}"


def _title(part: Part) -> str:
    return shortened(printable(part.name), 2 * _MAX_LETTERS)


def _width(lines: Iterable[str]) -> float:
    return max(len(line) for line in lines) * _LETTER


def _dot(drawn: Architecture) -> str:
    """Where Graphviz is to place boxes, dots and labels, in points that stand for pixels."""
    lines = [
        "digraph A {",
        '  graph [rankdir=TB, nodesep=0.4, ranksep=0.45, pad=0.1]; node [shape=box, fixedsize=true, label=""];',
        '  edge [fontname="Courier", fontsize=12, arrowhead=none];',
    ]
    for number, part in enumerate(drawn.parts):
        width, height = _width([_title(part), part.size]) + 24, 46 if part.size else 32
        node = f"p{number} [width={width / 72:.3f}, height={height / 72:.3f}];"
        framed = part.group is not None
        lines.append(f'  subgraph cluster_{part.group} {{ margin=16; label=" "; {node} }}' if framed else f"  {node}")
    order = _ranks(drawn)
    for number, link in enumerate(drawn.links):
        lines += _edges(drawn, number, link, order)
    return "\n".join([*lines, "}"])


def _edges(drawn: Architecture, number: int, link: Link, order: Sequence[int]) -> list[str]:
    """A line, or one from every part to the dot where it meets the others."""
    label = quoted("\n".join(f" {name} " for name in _names_of(link, drawn.parts)))
    if len(link.parts) == 2:
        first, second = link.parts if link.directed else sorted(link.parts, key=order.__getitem__)
        back = link.directed and order[first] > order[second]
        ends = f"p{second} -> p{first} [dir=back, " if back else f"p{first} -> p{second} ["
        return [f"  {ends}id=l{number}, label={label}];"]
    width = _width(_names_of(link, drawn.parts)) / 72
    height = (len(_names_of(link, drawn.parts)) * _LINE + 10) / 72
    hub = f"  h{number} [width={width:.3f}, height={height:.3f}];"
    first, *others = sorted(link.parts, key=order.__getitem__)
    return [hub, f"  p{first} -> h{number} [id=l{number}];", *(f"  h{number} -> p{p} [id=l{number}];" for p in others)]


def _ranks(drawn: Architecture) -> list[int]:
    """An order of the parts: properties on top, then the part that shares most, then those that it shares with."""
    near: list[set[int]] = [set() for _ in drawn.parts]
    for link in drawn.links:
        for part in link.parts:
            near[part] |= set(link.parts) - {part}
    properties = [number for number, part in enumerate(drawn.parts) if part.kind == "property"]
    others = sorted(set(range(len(near))) - set(properties), key=lambda number: (-len(near[number]), number))
    order: dict[int, int] = {number: rank for rank, number in enumerate(properties)}
    for start in others:
        waiting = [start]
        while waiting:
            number = waiting.pop(0)
            if number not in order:
                order[number] = len(order)
                waiting += sorted(near[number] - order.keys())
    return [order[number] for number in range(len(near))]


@dataclass(frozen=True)
class _Box:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class _Places:
    width: float
    height: float
    boxes: dict[str, _Box]
    curves: list[tuple[int, str, bool]]
    """The link, its path, and whether that is drawn against the direction."""
    labels: dict[int, tuple[float, float]]
    frames: dict[int, _Box]


def _layout(_tell: Tell, dot: str) -> str:
    text: bytes = parsed(dot).draw(format="json", prog="dot")
    return text.decode("utf-8")


def _read(text: str) -> _Places:
    """The places that Graphviz found, y downwards."""
    import json

    found = json.loads(text)
    left, bottom, right, top = map(float, found["bb"].split(","))
    boxes, frames = dict[str, _Box](), dict[int, _Box]()
    for one in found.get("objects", []):
        if one["name"].startswith("cluster_"):
            x0, y0, x1, y1 = map(float, one["bb"].split(","))
            frames[int(one["name"].split("_")[1])] = _Box((x0 + x1) / 2, top - (y0 + y1) / 2, x1 - x0, y1 - y0)
        else:
            x, y = map(float, one["pos"].split(","))
            boxes[one["name"]] = _Box(x, top - y, 72 * float(one["width"]), 72 * float(one["height"]))
    curves, labels = [], dict[int, tuple[float, float]]()
    for edge in found.get("edges", []):
        number = int(edge["id"][1:])
        curves.append((number, _path(edge["pos"], top), edge.get("dir") == "back"))
        if "lp" in edge:
            x, y = map(float, edge["lp"].split(","))
            labels[number] = x, top - y
    return _Places(right - left, top - bottom, boxes, curves, labels, frames)


def _path(spline: str, top: float) -> str:
    """A path of Graphviz (``e,x,y x,y x,y …``) as SVG has it; where it has a tip, that is its last point."""
    points = [pair.split(",") for pair in spline.split()]
    tips = {pair[0]: pair[1:] for pair in points if pair[0] in "se"}
    x_y = [(float(x), top - float(y)) for x, y in (pair for pair in points if pair[0] not in "se")]
    start = [(float(tips["s"][0]), top - float(tips["s"][1]))] if "s" in tips else []
    end = [(float(tips["e"][0]), top - float(tips["e"][1]))] if "e" in tips else []
    first, *rest = [f"{x:.1f},{y:.1f}" for x, y in x_y]
    path = f"M{first} C{' '.join(rest)}"
    if start:
        path = f"M{start[0][0]:.1f},{start[0][1]:.1f} L{path[1:]}"
    return path + "".join(f" L{x:.1f},{y:.1f}" for x, y in end)


def _svg(drawn: Architecture, places: _Places, standalone: bool) -> str:
    width, height = places.width + 2 * _MARGIN, places.height + 2 * _MARGIN
    body = [
        *(_frame(drawn, group, box) for group, box in sorted(places.frames.items())),
        *(_line(drawn, *curve) for curve in places.curves),
        *(_label(drawn, number, link, places) for number, link in enumerate(drawn.links)),
        *(_part(part, places.boxes[f"p{number}"], number) for number, part in enumerate(drawn.parts)),
    ]
    name = escape(f"Architecture of {printable(drawn.name)}")
    style = f"<style>{theme.variables('svg')}svg{{background:var(--surface)}}</style>" if standalone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="architecture" role="img" aria-label="{name}" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="{-_MARGIN} {-_MARGIN} {width:.0f} {height:.0f}" '
        f"font-family='{theme.MONO}' font-size=\"{theme.LABEL}\">"
        f"{style}<title>{name}</title>{_TIP}{''.join(body)}</svg>"
    )


_TIP = (
    '<defs><marker id="reads" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
    'orient="auto-start-reverse"><path d="M0,0 L8,4 L0,8 z" fill="var(--muted)"/></marker></defs>'
)


def _part(part: Part, box: _Box, number: int) -> str:
    x, y = box.x - box.width / 2, box.y - box.height / 2
    dashed = ' stroke-dasharray="5 4"' if part.kind == "property" else ""
    middle = box.y - 8 if part.size else box.y
    size = _text(part.size, box.x, box.y + 10, "muted") if part.size else ""
    return (
        f'<g class="part {part.kind}" data-part="{number}"><title>{escape(printable(part.name))}</title>'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="8" '
        f'fill="var(--surface)" stroke="var(--ink)"{dashed}/>{_text(_title(part), box.x, middle, "ink")}{size}</g>'
    )


def _frame(drawn: Architecture, group: int, box: _Box) -> str:
    x, y = box.x - box.width / 2, box.y - box.height / 2
    return (
        f'<g class="group" data-group="{group}"><rect x="{x:.1f}" y="{y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="10" fill="var(--sunk)" stroke="var(--line)"/>'
        + _text(drawn.groups[group], x + 10, y + 14, "muted", anchor="start")
        + "</g>"
    )


def _line(drawn: Architecture, number: int, path: str, back: bool) -> str:
    link = drawn.links[number]
    dashed = ' stroke-dasharray="5 4"' if _watches(drawn, link) else ""
    tip = f' marker-{"start" if back else "end"}="url(#reads)"' if link.directed else ""
    return f'<path class="link" data-link="{number}" d="{path}" fill="none" stroke="var(--muted)"{dashed}{tip}/>'


def _watches(drawn: Architecture, link: Link) -> bool:
    return any(drawn.parts[part].kind == "property" for part in link.parts)


def _label(drawn: Architecture, number: int, link: Link, places: _Places) -> str:
    """The names on a line, or at the place where several meet."""
    names = _names_of(link, drawn.parts)
    hub = places.boxes.get(f"h{number}")
    x, y = (hub.x, hub.y) if hub else places.labels[number]
    top = y - (len(names) - 1) * _LINE / 2
    title = f"<title>{escape(', '.join(map(printable, link.names[:200])))}</title>"
    lines = "".join(_text(name, x, top + i * _LINE, "muted") for i, name in enumerate(names))
    return f'<g class="shared" data-link="{number}">{title}{_ground(hub) if hub else ""}{lines}</g>'


def _ground(hub: _Box) -> str:
    return (
        f'<rect x="{hub.x - hub.width / 2:.1f}" y="{hub.y - hub.height / 2:.1f}" width="{hub.width:.1f}" '
        f'height="{hub.height:.1f}" rx="{min(hub.height / 2, 12):.1f}" fill="var(--sunk)" stroke="var(--line)"/>'
    )


def _text(text: str, x: float, y: float, colour: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}" fill="var(--{colour})">{escape(text)}</text>'
