"""Assumptions that are learned: rules ASYM and ASYM-N (CGP03)."""
