"""The model as a whole in decision diagrams: invariants, CTL, LTL."""
