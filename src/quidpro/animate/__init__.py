"""Stepping through a model in the terminal."""
