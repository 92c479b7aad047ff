"""``quidpro studio``: the options and their help; the work is done by ``quidpro.studio``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quidpro.cli.exits import Exit


def studio(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The model to open (it need not exist).")] = None,
    root: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder whose models can be opened (by default that of the file)."),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="The port to use (by default any that is free).")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.", show_default=False)
    ] = True,
) -> int:
    """Edit, check and watch models in the browser.

    The server answers to this machine only, and to those who have the address that it prints. Ctrl-C ends it, with all
    its jobs. It needs the extra: pip install 'quidpro[studio]'.
    """
    from quidpro.studio.serve import serve

    serve(file, root, port, browser=browser, say=lambda text: print(text, flush=True))
    return Exit.HOLDS
