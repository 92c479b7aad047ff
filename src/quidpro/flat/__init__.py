"""A flattened finite-state model: variables, expressions, constraints and specifications, without a hierarchy.

Front ends of the symbolic world produce it, engines and the checker read it; nothing here knows a text or a BDD.
"""
