"""Is μ1 ⊑_R μ2? A maximum flow between two small supports, in integers (pAGAR, Definition 4 and Lemma 1).

The network has an edge from every state of the support of μ1 to every state of the support of μ2 that is related to it;
the weights are on one scale, so that the flow is integral. Where the flow does not match all of μ1, the source side of
a minimum cut is the set T with μ1(T) > μ2(R(T)) that Algorithm 1 looks for; its printed line 4 loses states (erratum 18
of docs/papers.md).
"""

from __future__ import annotations

from collections.abc import Sequence

Related = Sequence[Sequence[int]]
"""For each state in the support of μ1 the indices of those in the support of μ2 that it is related to."""


def matching(left: Sequence[int], right: Sequence[int], related: Related) -> list[dict[int, int]]:
    """A maximum flow: how much of each weight on the left goes where on the right."""
    return _Flow(left, right, related).maximal().sent


def witness(left: Sequence[int], right: Sequence[int], related: Related) -> list[int] | None:
    """None when all of the left can be matched; else indices T on the left that outweigh all they are related to."""
    flow = _Flow(left, right, related).maximal()
    return flow.cut() if any(flow.rest) else None


class _Flow:
    """Augmenting paths on a bipartite network; the supports are small."""

    def __init__(self, left: Sequence[int], right: Sequence[int], related: Related) -> None:
        self.rest = list(left)
        self.room = list(right)
        self.related = related
        self.sent: list[dict[int, int]] = [{} for _ in left]

    def maximal(self) -> _Flow:
        self._greedy()
        for source in range(len(self.rest)):
            while self.rest[source] and self._augment(source):
                pass
        return self

    def _greedy(self) -> None:
        for source, targets in enumerate(self.related):
            for target in targets:
                if not self.rest[source]:
                    break
                self._send(source, target, min(self.rest[source], self.room[target]))

    def _send(self, source: int, target: int, amount: int) -> None:
        if amount:
            self.rest[source] -= amount
            self.room[target] -= amount
            self.sent[source][target] = self.sent[source].get(target, 0) + amount

    def _augment(self, start: int) -> bool:
        """Push more of one weight through, moving others aside where needed; False when nothing is left to gain."""
        came: dict[int, int] = {}
        through: dict[int, int] = {start: -1}
        waiting = [start]
        for source in waiting:
            for target in self.related[source]:
                if target in came:
                    continue
                came[target] = source
                if self.room[target]:
                    self._push(start, target, came, through)
                    return True
                for other, sent in enumerate(self.sent):
                    if sent.get(target) and other not in through:
                        through[other] = target
                        waiting.append(other)
        return False

    def _push(self, start: int, end: int, came: dict[int, int], through: dict[int, int]) -> None:
        path = []
        target = end
        while target >= 0:
            source = came[target]
            path.append((source, target))
            target = through[source]
        amount = min(self.rest[start], self.room[end])
        for source, _ in path:
            if through[source] >= 0:
                amount = min(amount, self.sent[source][through[source]])
        for source, target in path:
            self.sent[source][target] = self.sent[source].get(target, 0) + amount
            if through[source] >= 0:
                self.sent[source][through[source]] -= amount
        self.rest[start] -= amount
        self.room[end] -= amount

    def cut(self) -> list[int]:
        """The indices on the left that the first unmatched one can reach in the residual network."""
        start = next(source for source, rest in enumerate(self.rest) if rest)
        inside, reached, waiting = {start}, set(), [start]
        for source in waiting:
            for target in self.related[source]:
                if target not in reached:
                    reached.add(target)
                    more = [o for o, sent in enumerate(self.sent) if sent.get(target) and o not in inside]
                    inside.update(more)
                    waiting.extend(more)
        return sorted(inside)
