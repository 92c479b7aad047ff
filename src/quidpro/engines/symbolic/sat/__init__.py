"""The model as a whole as a machine of bits, for SAT solvers: bounded model checking, induction, PDR."""
