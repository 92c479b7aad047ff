"""The ``quidpro`` command."""
