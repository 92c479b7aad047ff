"""The frames of PDR against lists that are looked through."""

from __future__ import annotations

from random import Random

from quidpro.solvers.frames import FORGOTTEN, Frames
from tests.many import in_one

VARIABLES = [3, 4, 7, 9]


def some_cube(rng: Random) -> tuple[int, ...]:
    chosen = rng.sample(VARIABLES, rng.randint(1, len(VARIABLES)))
    return tuple(rng.choice((v, -v)) for v in sorted(chosen))


class Naive:
    """Cubes with their levels, in the order in which they were added."""

    def __init__(self) -> None:
        self.cubes: list[tuple[set[int], int]] = []

    def add(self, cube: tuple[int, ...], level: int) -> None:
        self.forget_inside(cube, level)
        self.cubes.append((set(cube), level))

    def forget_inside(self, cube: tuple[int, ...], level: int) -> None:
        self.cubes = [(other, at) for other, at in self.cubes if at > level or not set(cube) <= other]

    def excludes(self, cube: tuple[int, ...], level: int) -> bool:
        return any(at >= level and other <= set(cube) for other, at in self.cubes)

    def from_level(self, level: int) -> list[tuple[int, list[int]]]:
        return sorted((at, sorted(cube)) for cube, at in self.cubes if at >= level)


@in_one(seed=range(60))
def test_they_exclude_what_was_added_and_no_more(seed):
    rng = Random(seed)
    frames, naive = Frames(VARIABLES), Naive()
    frames.levels += [[] for _ in range(3)]
    for _ in range(40):
        cube, level = some_cube(rng), rng.randint(1, frames.top)
        if rng.random() < 0.2:
            frames.forget_inside(cube, level)
            naive.forget_inside(cube, level)
        elif not frames.excludes(cube, level):
            frames.add(cube, level)
            naive.add(cube, level)
        asked, of = some_cube(rng), rng.randint(1, frames.top)
        assert frames.excludes(asked, of) == naive.excludes(asked, of)
        assert frames.size == len(naive.cubes)
        found = [(at, sorted(b.cube)) for at in range(of, frames.top + 1) for b in frames.levels[at]]
        assert sorted(found) == naive.from_level(of)
        assert sorted(map(sorted, frames.from_level(of))) == sorted(cube for _, cube in found)


def test_what_a_state_holds_back_is_free_when_the_state_is_excluded():
    frames = Frames(VARIABLES)
    frames.levels += [[], []]
    frames.add((3,), 1)
    [held] = frames.levels[1]
    held.held_by = frames.bits((-3, 4, 7, -9))
    frames.add((-3, 9), 2)
    assert held.held_by is not None
    frames.add((-3, 7), 2)
    assert held.held_by is None


def test_what_is_forgotten_is_in_no_frame():
    frames = Frames(VARIABLES)
    frames.levels += [[]]
    frames.add((3, 4), 1)
    [gone] = frames.levels[1]
    frames.add((3,), 1)
    assert gone.level == FORGOTTEN
    assert list(frames.from_level(0)) == [(3,)]


def test_literals_that_were_of_use_come_last():
    frames = Frames(VARIABLES)
    frames.levels += [[]]
    frames.add((4, 9), 1)
    frames.add((9, 7), 1)
    assert frames.by_use([9, 4, 7, 3]) == [3, 4, 7, 9]
