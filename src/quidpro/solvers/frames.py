"""The frames of PDR: for each number of steps the cubes that no state which so many steps can reach is in.

A cube stands in the last frame that is known to exclude it; a frame excludes what it has and what the later ones have.
A cube is found by one of its literals, the cubes inside another by the rarest literal of that. Sets of literals that
are compared often are numbers, with a bit for each. How often a literal has been of use in cubes is remembered. No
solver is asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quidpro.solvers.houdini import Cube

FORGOTTEN = -1
"""The level of what no frame has any more."""
_DECAY = 0.99


@dataclass(eq=False)
class Blocked:
    """A cube that the frame of a level excludes; ``held_by`` is the state that keeps it from the next one."""

    cube: Cube
    bits: int
    level: int
    head: int
    """A literal of the cube, by which it is found."""
    held_by: int | None = None


class Frames:
    """The cubes by their levels, over the literals of some variables."""

    def __init__(self, variables: Sequence[int]) -> None:
        self.levels: list[list[Blocked]] = [[]]
        self._bit = {x: 1 << i for i, x in enumerate(x for v in variables for x in (v, -v))}
        self._headed: dict[int, set[Blocked]] = {x: set() for x in self._bit}
        self._occurring: dict[int, set[Blocked]] = {x: set() for x in self._bit}
        self._activity = dict.fromkeys(self._bit, 0.0)
        self._bump = 1.0

    @property
    def top(self) -> int:
        """The number of the last frame."""
        return len(self.levels) - 1

    @property
    def size(self) -> int:
        """How many cubes there are."""
        return sum(map(len, self.levels))

    def from_level(self, level: int) -> Iterator[Cube]:
        """What the frame of a level excludes."""
        for frame in self.levels[level:]:
            yield from (blocked.cube for blocked in frame)

    def bits(self, cube: Iterable[int]) -> int:
        """The literals as one number."""
        return sum(map(self._bit.__getitem__, cube))

    def by_use(self, literals: Iterable[int]) -> list[int]:
        """Literals that have been of use come last."""
        return sorted(literals, key=self._activity.__getitem__)

    def excludes(self, cube: Cube, level: int) -> bool:
        """Whether a cube of the frame, or of a later one, contains this one."""
        bits = self.bits(cube)
        for x in cube:
            for blocked in self._headed[x]:
                if blocked.level >= level and blocked.bits & bits == blocked.bits:
                    return True
        return False

    def add(self, cube: Cube, level: int) -> None:
        """The frame of a level excludes a cube; cubes inside it that it makes superfluous are forgotten."""
        self.forget_inside(cube, level)
        head = min(cube, key=lambda x: len(self._headed[x]))
        blocked = Blocked(cube, self.bits(cube), level, head)
        self.levels[level].append(blocked)
        self._headed[head].add(blocked)
        for x in cube:
            self._occurring[x].add(blocked)
            self._activity[x] += self._bump
        self._bump /= _DECAY
        self.release(cube, level)

    def forget_inside(self, cube: Cube, level: int) -> None:
        """Drop the cubes of this frame and of earlier ones that are inside another."""
        rarest = min((self._occurring[x] for x in cube), key=len)
        bits = self.bits(cube)
        for other in [o for o in rarest if o.level <= level and bits & o.bits == bits]:
            self.forget(other)

    def forget(self, blocked: Blocked) -> None:
        """Drop a cube."""
        self.levels[blocked.level].remove(blocked)
        blocked.level = FORGOTTEN
        self._headed[blocked.head].discard(blocked)
        for x in blocked.cube:
            self._occurring[x].discard(blocked)

    def release(self, cube: Cube, level: int) -> None:
        """The states of a cube hold nothing back any more, in the frames up to this one."""
        bits = self.bits(cube)
        for frame in self.levels[1 : level + 1]:
            for blocked in frame:
                if blocked.held_by is not None and blocked.held_by & bits == bits:
                    blocked.held_by = None
