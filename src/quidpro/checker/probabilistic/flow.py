"""Is there a weight function between two small distributions? (pAGAR, Definition 4; Lemma 1 says the same of sets)

Every left weight is pushed to the right weights that it is related to; where they are full, what others put there moves
aside, along paths that are looked for one by one. Plain integers, the simplest maximum flow there is.
"""

from __future__ import annotations

from collections.abc import Sequence


def has_weight_function(left: Sequence[int], right: Sequence[int], related: Sequence[Sequence[int]]) -> bool:
    """Whether all of the left fits into the right; ``related[i]`` are the indices on the right that i may go to."""
    room = list(right)
    put: list[list[int]] = [[0] * len(right) for _ in left]
    for i, weight in enumerate(left):
        while weight:
            path = _path(i, room, put, related)
            if path is None:
                return False
            weight -= _push(path, weight, room, put)
    return True


Path = list[tuple[int, int]]
"""From the left to the right, again and again: ``i`` takes room at ``j``, from which the next one is moved."""


def _path(
    start: int, room: Sequence[int], put: Sequence[Sequence[int]], related: Sequence[Sequence[int]]
) -> Path | None:
    """A path for more of one weight to an index with room."""
    ways: dict[int, Path] = {start: []}
    waiting = [start]
    seen: set[int] = set()
    for i in waiting:
        for j in related[i]:
            if j in seen:
                continue
            seen.add(j)
            way = [*ways[i], (i, j)]
            if room[j]:
                return way
            for other, row in enumerate(put):
                if row[j] and other not in ways:
                    ways[other] = way
                    waiting.append(other)
    return None


def _push(path: Path, most: int, room: list[int], put: list[list[int]]) -> int:
    """Send as much as the way takes; how much that was."""
    moved = [(path[k + 1][0], path[k][1]) for k in range(len(path) - 1)]
    amount = min(most, room[path[-1][1]], *(put[i][j] for i, j in moved)) if moved else min(most, room[path[-1][1]])
    for i, j in path:
        put[i][j] += amount
    for i, j in moved:
        put[i][j] -= amount
    room[path[-1][1]] -= amount
    return amount
