"""One record a world: what the shell needs of it. Loaded by name; none imports another."""
