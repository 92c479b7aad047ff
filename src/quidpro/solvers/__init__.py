"""Decision diagrams and solvers; they know no world."""
