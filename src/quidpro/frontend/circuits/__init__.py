"""What AIGER and BTOR2 have in common: registers, inputs, constraints, bad states and justice."""
