"""SAT engines for systems of LTSs: the components as machines of bits, and the way back."""
