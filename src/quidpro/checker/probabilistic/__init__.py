"""The checker of the probabilistic world: certificates against LPTSs, in plain Python with exact numbers.

It shares the front end and the type of LPTSs with the engines, and nothing else: transitions of a composition are put
together here by code of its own, weight functions found by a flow of its own, probabilities bounded by inequalities.
"""

from quidpro.checker.probabilistic.checker import certify_lpts

__all__ = ["certify_lpts"]
