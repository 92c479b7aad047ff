"""Labelled transition systems, their runs and verdicts, for people and programs."""
