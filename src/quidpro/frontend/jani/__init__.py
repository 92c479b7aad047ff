"""Models in JANI."""
