"""Hot loops in numba: integer arrays in, integer arrays out, in slices. Import them only inside functions."""
