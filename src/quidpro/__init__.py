"""quidpro: proves concurrent systems by their parts."""

__version__ = "0.1.0"
