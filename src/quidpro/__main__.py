"""``python -m quidpro``: the command line."""

from quidpro.cli.main import main

main()
