"""Numba kernels of the probabilistic world: integer arrays in, integer arrays out. Import them inside functions."""
