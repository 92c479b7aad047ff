"""What every part of quidpro stands on: errors, budgets, events, source positions."""

__version__ = "0.1.0"
