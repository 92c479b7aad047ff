"""The whole product, state by state: safety, deadlock, progress, liveness."""
