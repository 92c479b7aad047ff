"""Trees, assumptions and certificates of probabilistic models."""
