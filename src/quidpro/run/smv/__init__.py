"""SMV models: questions asked of them, methods that race, answers that are checked before anyone sees them."""
