"""Probabilistic models: questions asked of them, methods that race, answers checked before anyone sees them."""
