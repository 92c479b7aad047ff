"""Lower and upper bounds on the weakest assumption that close in on it."""
