"""Multi-valued decision diagrams over sets of vectors, and saturation: closures under relations that are products.

A vector has one small number at each of a fixed sequence of levels. The top level has number 0.
"""
