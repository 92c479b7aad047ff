"""The symbolic world's engine: flattened SMV models as binary decision diagrams."""
