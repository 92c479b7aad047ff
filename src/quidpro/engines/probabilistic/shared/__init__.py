"""What the probabilistic methods use: goals, proofs, executions, certificates."""
