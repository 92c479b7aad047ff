"""A learner of one's own: it looks at the next hypothesis before quidpro does, and counts them."""

import quidpro
from quidpro.learning.dfa import Dfa, Word
from quidpro.learning.lstar import LStar
from quidpro.learning.protocol import Learner, Membership

SIZES: list[int] = []


class Watched:
    """L* with its hypotheses counted."""

    def __init__(self, oracle: Membership) -> None:
        self._inner: Learner = LStar(oracle)

    @property
    def hypothesis(self) -> Dfa:
        return self._inner.hypothesis

    def start(self) -> Dfa:
        return self._seen(self._inner.start())

    def refine(self, counterexample: Word) -> Dfa:
        return self._seen(self._inner.refine(counterexample))

    def _seen(self, hypothesis: Dfa) -> Dfa:
        SIZES.append(hypothesis.states)
        return hypothesis


def main() -> None:
    learner: type[Learner] = Watched
    results = quidpro.check(
        "examples/channel/channel.lts",
        method="lstar",
        split="Input | Output",
        options={"learner": learner, "candidates": False, "orientation": "given", "reduce": False},
    )
    (assumption,) = results.verdict.assumptions
    print(results.outcome, assumption.lts.states, SIZES)


if __name__ == "__main__":
    main()
