"""Assumptions by abstraction and refinement: ASYM and ASYM-N (pAGAR), and from the specification."""
