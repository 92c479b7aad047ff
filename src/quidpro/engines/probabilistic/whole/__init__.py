"""The whole system."""
