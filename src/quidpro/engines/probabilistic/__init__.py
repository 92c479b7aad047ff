"""Assume-guarantee reasoning about probabilistic systems: strong simulation of a specification (pAGAR)."""
