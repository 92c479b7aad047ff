"""Circular reasoning: rule CIRC-AG, assumptions found by SAT (ACR)."""
