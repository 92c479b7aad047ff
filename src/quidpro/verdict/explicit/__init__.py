"""Traces, assumptions and certificates of systems of LTSs."""
