"""Stepping through a model of any world: where it is, what can happen, forward, back, at random, along a run."""
