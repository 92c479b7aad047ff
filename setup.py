"""The wheel also has the examples, so that ``quidpro examples`` needs no checkout, and the manual page.

All else is in pyproject.toml.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

LEFT_OUT = ("notebooks", "*.svg", "*.dot", "__pycache__")


class WithExamples(build_py):
    """Builds the package with the examples inside of it."""

    def run(self) -> None:
        """Build the modules, then copy the examples."""
        super().run()
        if not self.editable_mode:
            inside = Path(self.build_lib, "quidpro", "examples")
            shutil.copytree("examples", inside, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)


setup(cmdclass={"build_py": WithExamples}, data_files=[("share/man/man1", ["docs/man/quidpro.1"])])
