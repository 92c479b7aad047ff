"""Verdicts about flat models, for people and programs."""
