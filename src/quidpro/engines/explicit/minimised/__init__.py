"""Compositional reachability: compose two, reduce, go on."""
