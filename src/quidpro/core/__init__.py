"""What every part of quidpro stands on: errors, budgets, events, source positions."""
