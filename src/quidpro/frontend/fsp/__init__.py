"""LTSA's language FSP: its parser, and its compiler from the syntax tree to LTSs and systems."""
