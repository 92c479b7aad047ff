"""Numba kernels: integer arrays in, integer arrays out. Import them inside functions: numba loads slowly."""
