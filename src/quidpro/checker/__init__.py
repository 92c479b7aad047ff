"""Independent checkers of certificates and counterexamples, one folder a world."""
