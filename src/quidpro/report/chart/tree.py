"""A tree of coin tosses: from left to right, a branch as wide as it is likely, the offending ones marked.

The root tells the state of every component, every other node what has changed. Of a large tree the way to what is
wrong is drawn whole, and of the rest as much as fits; what is left out is counted where it would be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from textwrap import wrap

from quidpro.core.words import counted
from quidpro.report.chart import draw, names
from quidpro.report.chart.draw import BAD, BAD_SOFT, INK, LANE, MUTED, SUNK, Picture, words
from quidpro.verdict.chart import Branch, Chart, ChartStep

MOST_NODES = 40
_RADIUS = 14
_LINE = 16
_MARGIN = 32
_LETTERS = 30
_MOST_FRACTION = 180
_MOST_THICK = 8


@dataclass(frozen=True)
class Tree:
    """A chart with what is drawn of it."""

    chart: Chart

    @cached_property
    def steps(self) -> dict[int, list[int]]:
        """The numbers of the steps that leave each position."""
        found: dict[int, list[int]] = {}
        for number, step in enumerate(self.chart.steps):
            found.setdefault(step.source, []).append(number)
        return found

    @cached_property
    def parent(self) -> dict[int, int]:
        """The position before each but the root."""
        return {branch.target: step.source for step in self.chart.steps for branch in step.branches}

    @cached_property
    def depth(self) -> list[int]:
        """How many steps lead to each position."""
        found = [0] * len(self.chart.positions)
        for target, source in sorted(self.parent.items()):
            found[target] = found[source] + 1
        return found

    def children(self, position: int) -> list[int]:
        """The positions after one."""
        steps = (self.chart.steps[number] for number in self.steps.get(position, ()))
        return [branch.target for step in steps for branch in step.branches]

    @cached_property
    def wrong(self) -> list[int]:
        """The leaves that are wrong; none in an execution that is no counterexample."""
        return self.aim if self.chart.end else []

    @cached_property
    def aim(self) -> list[int]:
        """The leaves that it is about: those with a mark or, where none has, the farthest."""
        leaves = [i for i in range(len(self.chart.positions)) if i not in self.steps]
        marked = [leaf for leaf in leaves if self.chart.positions[leaf].marks]
        deepest = max(self.depth[leaf] for leaf in leaves)
        return marked or [leaf for leaf in leaves if self.depth[leaf] == deepest]

    @cached_property
    def offending(self) -> set[int]:
        """The positions on the way to what is wrong."""
        return {position for leaf in self.wrong for position in self.way(leaf)}

    def way(self, position: int) -> list[int]:
        """The positions from one up to the root."""
        found = [position]
        while found[-1] in self.parent:
            found.append(self.parent[found[-1]])
        return found

    @cached_property
    def opened(self) -> set[int]:
        """The positions whose steps are drawn: all on one way to what it is about, then the nearest."""
        opened = set(self.way(self.aim[0])) & self.steps.keys()
        count = 1 + sum(len(self.children(position)) for position in opened)
        waiting = [self._rank(i) for position in opened for i in self.children(position) if i not in opened]
        heapify(waiting)
        while waiting:
            position = heappop(waiting)[-1]
            new = self.children(position)
            if new and count + len(new) <= MOST_NODES:
                opened.add(position)
                count += len(new)
                for child in new:
                    heappush(waiting, self._rank(child))
        return opened

    def _rank(self, position: int) -> tuple[bool, int, int]:
        return position not in self.offending, self.depth[position], position

    @cached_property
    def sizes(self) -> list[int]:
        """How many positions are below each."""
        found = [0] * len(self.chart.positions)
        for target in sorted(self.parent, reverse=True):
            found[self.parent[target]] += found[target] + 1
        return found

    def words(self, position: int) -> list[str]:
        """The states at the root, elsewhere what has changed; and the marks."""
        states, lanes = self.chart.positions[position].states, self.chart.lanes
        if position in self.parent:
            before = self.chart.positions[self.parent[position]].states
            pairs = zip(lanes, before, states, strict=True)
            told = [f"{names.head(lane)} {names.changed(old, new)}" for lane, old, new in pairs if old != new]
        else:
            told = [f"{names.head(lane)} {state}" for lane, state in zip(lanes, states, strict=True)]
        hidden = (
            []
            if position in self.opened or not self.sizes[position]
            else [f"+ {counted(self.sizes[position], 'node')}"]
        )
        marks = self.chart.positions[position].marks if position in self.opened else ()
        told = [*(told or ["nothing changes"]), *(f"“{mark}”" for mark in marks)]
        lines = (part for line in told for part in wrap(line, _LETTERS, subsequent_indent="  "))
        return [*(draw.cut(line, _LETTERS * draw.CELL) for line in lines), *hidden]


@dataclass(frozen=True)
class Layout:
    """Where everything is."""

    tree: Tree

    @cached_property
    def shown(self) -> list[int]:
        """The positions that are drawn."""
        return sorted({0} | {child for position in self.tree.opened for child in self.tree.children(position)})

    @cached_property
    def x(self) -> list[float]:
        """Where the positions of each depth are."""
        found = [float(_MARGIN + _RADIUS)]
        for depth in range(max(self.tree.depth[i] for i in self.shown)):
            here = [i for i in self.shown if self.tree.depth[i] == depth]
            found.append(found[-1] + max(self._room(position) for position in here))
        return found

    def _room(self, position: int) -> float:
        """How far the next positions are from one."""
        own = max(map(draw.mono_width, self.tree.words(position)))
        steps = [self.tree.chart.steps[k] for k in self.tree.steps.get(position, ()) if position in self.tree.opened]
        return max([own + 12, *(self.stem(step) + self._curve(step) + 2 * _RADIUS for step in steps)])

    def stem(self, step: ChartStep) -> float:
        """How long the line is that a step is written on."""
        own = max(map(draw.mono_width, self.tree.words(step.source))) - 2 * _RADIUS if len(step.branches) > 1 else 0
        return max(own, draw.mono_width(step.action), draw.sans_width(_movers(self.tree.chart, step))) + 24

    def _curve(self, step: ChartStep) -> float:
        if len(step.branches) == 1:
            return 8
        return 80 + max(draw.mono_width(_fraction(branch)) for branch in step.branches)

    @cached_property
    def y(self) -> dict[int, float]:
        """The height of each position: leaves below each other, others in the middle of what follows."""
        found: dict[int, float] = {}
        bottom = 28.0
        stack = [(0, False)]
        while stack:
            position, ready = stack.pop()
            below = self.tree.children(position) if position in self.tree.opened else []
            if ready:
                found[position] = (found[below[0]] + found[below[-1]]) / 2
            elif below:
                stack.append((position, True))
                stack += [(child, False) for child in reversed(below)]
            else:
                room = max(len(self.tree.words(i)) for i in self._alone_above(position))
                found[position] = bottom + _RADIUS
                bottom += 2 * _RADIUS + 12 + room * _LINE + 16
        return found

    def _alone_above(self, position: int) -> Iterator[int]:
        """A position, and those before it that stand at the same height: up to where others branch off."""
        yield position
        while position in self.tree.parent and len(self.tree.children(self.tree.parent[position])) == 1:
            position = self.tree.parent[position]
            yield position


def tree_picture(chart: Chart) -> Picture:
    """The tree; what does not fit is folded."""
    tree = Tree(chart)
    layout = Layout(tree)
    opened = sorted(tree.opened)
    body = [_step(layout, k) for position in opened for k in tree.steps[position]]
    body += [_node(layout, position) for position in layout.shown]
    notes = _notes(tree)
    bottom = max(layout.y[i] + _RADIUS + 12 + _LINE * len(tree.words(i)) for i in layout.shown) + 20
    body += [words(_MARGIN, bottom + 18 * i, note, fill=MUTED, sans=True) for i, note in enumerate(notes)]
    right = max(_right(layout, position) for position in layout.shown)
    widest = max([right, *(_MARGIN + draw.sans_width(note) for note in notes)])
    return Picture(widest + _MARGIN, bottom + 18 * len(notes), "".join(body))


def _right(layout: Layout, position: int) -> float:
    x = layout.x[layout.tree.depth[position]]
    beside = draw.mono_width(_verdict(layout.tree, position)) + _RADIUS + 8
    return max(x - _RADIUS + max(map(draw.mono_width, layout.tree.words(position))), x + beside)


def _movers(chart: Chart, step: ChartStep) -> str:
    return " × ".join(names.head(chart.lanes[move.lane]) for move in step.moves)


def _fraction(branch: Branch) -> str:
    return "" if branch.probability is None else draw.cut(str(branch.probability), _MOST_FRACTION)


def _verdict(tree: Tree, position: int) -> str:
    """What is said beside a leaf that is wrong or marked; where the line goes on, marks stand below."""
    if position in tree.opened:
        return ""
    return ", ".join(tree.chart.positions[position].marks) or ("violated" if position in tree.wrong else "")


def _node(layout: Layout, position: int) -> str:
    tree, wrong = layout.tree, position in layout.tree.wrong
    x, y = layout.x[tree.depth[position]], layout.y[position]
    drawn = [draw.title(_node_words(tree, position))]
    drawn.append(draw.dot(x, y, _RADIUS, BAD_SOFT if wrong else SUNK, BAD if wrong else LANE))
    drawn.append(words(x, y + 4, str(position), fill=BAD if wrong else "", anchor="middle"))
    if said := _verdict(tree, position):
        at = x + _RADIUS + 8
        if wrong:
            drawn.append(draw.cross(at + 4, y, 4))
            at += 14
        drawn.append(words(at, y + 4, said, fill=BAD if wrong else MUTED, bold=wrong, sans=True))
    for i, told in enumerate(tree.words(position)):
        drawn.append(words(x - _RADIUS, y + _RADIUS + 18 + _LINE * i, told, fill=MUTED))
    return draw.group(drawn, class_="node", data_position=position)


def _node_words(tree: Tree, position: int) -> str:
    at = tree.chart.positions[position]
    told = [f"{names.head(lane)}: {state}" for lane, state in zip(tree.chart.lanes, at.states, strict=True)]
    return "; ".join([*told, *at.marks])


def _step(layout: Layout, number: int) -> str:
    """The line with the action and the movers, then a branch for each outcome."""
    tree, step = layout.tree, layout.tree.chart.steps[number]
    x, y = layout.x[tree.depth[step.source]], layout.y[step.source]
    targets = [branch.target for branch in step.branches]
    level = (layout.y[targets[0]] + layout.y[targets[-1]]) / 2
    bad = any(target in tree.offending for target in targets)
    fork = x + _RADIUS + layout.stem(step)
    drawn = [draw.path(_bend(x + _RADIUS, y, fork, level), BAD if bad else INK, 2 if bad else 1.5)]
    middle = x + _RADIUS + layout.stem(step) / 2
    drawn.append(words(middle, level - 7, step.action, fill=BAD if bad else "", anchor="middle", bold=True))
    drawn.append(words(middle, level + 16, _movers(tree.chart, step), fill=MUTED, anchor="middle", sans=True))
    ordered = sorted(step.branches, key=lambda branch: branch.target in tree.offending)
    drawn += [_branch(layout, branch, fork, level) for branch in ordered]
    if len(targets) > 1:
        drawn.append(draw.dot(fork, level, 4, BAD if bad else ""))
    return draw.group(drawn, class_="step", data_step=number)


def _bend(x: float, y: float, right: float, level: float) -> str:
    n = draw.number
    if abs(y - level) < 1:
        return f"M{n(x)} {n(y)}H{n(right)}"
    return f"M{n(x)} {n(y)}C{n(x + 12)} {n(y)} {n(x)} {n(level)} {n(x + 16)} {n(level)}H{n(right)}"


def _branch(layout: Layout, branch: Branch, fork: float, level: float) -> str:
    tree = layout.tree
    x, y = layout.x[tree.depth[branch.target]] - _RADIUS, layout.y[branch.target]
    bad = branch.target in tree.offending
    sure = branch.probability is None or branch.probability == 1
    weight = 2.0 if sure else max(1.5, _MOST_THICK * float(branch.probability or 0))
    n, middle, end = draw.number, fork + 28, fork + 56
    curve = f"M{n(fork)} {n(level)}C{n(middle)} {n(level)} {n(middle)} {n(y)} {n(end)} {n(y)}H{n(x)}"
    straight = f"M{n(fork)} {n(level)}H{n(x)}"
    colour = BAD if bad else INK if sure else LANE
    drawn = draw.path(straight if abs(y - level) < 1 else curve, colour, weight)
    if sure:
        return drawn
    said = words(end, y + (18 if y > level else -9), _fraction(branch), fill=BAD if bad else MUTED, bold=True)
    return draw.group(draw.title(f"probability {branch.probability}") + drawn + said, class_="branch")


def _notes(tree: Tree) -> list[str]:
    notes = ["the width of a branch shows its weight; probabilities are exact"]
    if (likely := _likely(tree)) is not None:
        notes.insert(0, f"probability of {'what is marked' if tree.wrong else 'this execution'}: {likely}")
    hidden = len(tree.chart.positions) - 1 - sum(len(tree.children(i)) for i in tree.opened)
    return [*notes, *([f"{counted(hidden, 'node')} of {len(tree.chart.positions):,} folded"] if hidden else [])]


def _likely(tree: Tree) -> Fraction | None:
    """How likely it is to come to what it is about, where nothing but coins decides."""
    if any(len(steps) > 1 for steps in tree.steps.values()):
        return None
    chances = {
        branch.target: branch.probability or Fraction(1) for step in tree.chart.steps for branch in step.branches
    }
    total = Fraction(0)
    for leaf in tree.aim:
        chance = Fraction(1)
        for position in tree.way(leaf)[:-1]:
            chance *= chances[position]
        total += chance
    return total
