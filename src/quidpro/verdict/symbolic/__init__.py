"""Traces, assumptions and certificates of flat models."""
