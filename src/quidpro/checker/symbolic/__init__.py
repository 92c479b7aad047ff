"""The checker of the symbolic world: certificates against flat models, by SAT and one step of induction.

It shares the front end and the flat model with the engines, and nothing else: expressions are put into clauses here by
code of its own, with another encoding (one literal for each value), and no decision diagram is built.
"""

from quidpro.checker.symbolic.checker import certify_symbolic, replay_symbolic
from quidpro.checker.symbolic.lasso import judge

__all__ = ["certify_symbolic", "judge", "replay_symbolic"]
