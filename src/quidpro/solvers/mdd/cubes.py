"""Many cubes against one set: what of the set is in one of them, and what is in none.

A cube gives for some levels the values that are allowed; levels at which it allows all are of no interest. It is met
only at the nodes of its top level, from the bottom up, and what is left of it below a level is shared with all cubes
that end alike, so that a thousand small cubes cost little more than one walk over the set.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from quidpro.solvers.mdd.forest import EMPTY, Forest, Node, Row

Cube = Mapping[int, Collection[int]]
"""The values that are allowed at some levels; at all others any value is."""
Rest = int
"""What a cube asks for from some level down, by its number."""

ANYTHING: Rest = 0


class Cubes:
    """A union of cubes; none of them is without levels."""

    def __init__(self, forest: Forest, cubes: Iterable[Cube]) -> None:
        self.forest = forest
        self._rests: list[tuple[int, frozenset[int], Rest]] = [(forest.height, frozenset(), ANYTHING)]
        self._numbers: dict[tuple[int, frozenset[int], Rest], Rest] = {}
        self._by_value: list[dict[int, dict[Rest, None]]] = [{} for _ in forest.sizes]
        self._met: dict[Node, Node] = {}
        self._missed: dict[Node, Node] = {}
        self._met_rest: list[dict[Node, Node]] = [{}]
        self._missed_rest: list[dict[Node, Node]] = [{}]
        for cube in cubes:
            self._add(cube)

    def _add(self, cube: Cube) -> None:
        if not all(cube.values()):
            return
        sizes = self.forest.sizes
        asked = {level: frozenset(values) for level, values in cube.items()}
        narrow = {level: values for level, values in asked.items() if len(values) < sizes[level]}
        top, *below = sorted(narrow or asked)
        rest = ANYTHING
        for level in reversed(below):
            rest = self._number((level, asked[level], rest))
        for value in asked[top]:
            self._by_value[top].setdefault(value, {})[rest] = None

    def _number(self, key: tuple[int, frozenset[int], Rest]) -> Rest:
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._rests)
            self._rests.append(key)
            self._met_rest.append({})
            self._missed_rest.append({})
        return found

    def meeting(self, node: Node) -> Node:
        """What of a set is in one of the cubes."""
        with self.forest.deep():
            return self._meet(node)

    def missing(self, node: Node) -> Node:
        """What of a set is in none of the cubes."""
        with self.forest.deep():
            return self._miss(node)

    def _meet(self, node: Node) -> Node:
        level = self.forest.level(node)
        if not node or level == self.forest.height:
            return EMPTY
        found = self._met.get(node)
        if found is None:
            by_value, union = self._by_value[level], self.forest.union
            row: Row = {}
            for value, child in self.forest.rows[node].items():
                met = self._meet(child)
                for rest in by_value.get(value, ()):
                    met = union(met, self._split_rest(rest, child, missed=False))
                if met:
                    row[value] = met
            found = self._met[node] = self.forest.node(level, row)
        return found

    def _miss(self, node: Node) -> Node:
        level = self.forest.level(node)
        if not node or level == self.forest.height:
            return node
        found = self._missed.get(node)
        if found is None:
            by_value = self._by_value[level]
            row: Row = {}
            for value, child in self.forest.rows[node].items():
                missed = self._miss(child)
                for rest in by_value.get(value, ()):
                    missed = self._split_rest(rest, missed, missed=True)
                if missed:
                    row[value] = missed
            found = self._missed[node] = self.forest.node(level, row)
        return found

    def _split_rest(self, rest: Rest, node: Node, missed: bool) -> Node:
        """The part of a set that what is left of a cube misses, or the part that it meets."""
        if rest == ANYTHING or not node:
            return EMPTY if missed else node
        memo = (self._missed_rest if missed else self._met_rest)[rest]
        found = memo.get(node)
        if found is None:
            (asked, values, below), level = self._rests[rest], self.forest.level(node)
            row: Row = {}
            for value, child in self.forest.rows[node].items():
                if level != asked:
                    part = self._split_rest(rest, child, missed)
                elif value in values:
                    part = self._split_rest(below, child, missed)
                else:
                    part = child if missed else EMPTY
                if part:
                    row[value] = part
            found = memo[node] = self.forest.node(level, row)
        return found
