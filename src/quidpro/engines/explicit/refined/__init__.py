"""Assumptions by abstraction and refinement: AGAR."""
