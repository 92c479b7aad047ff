"""In notebooks: models, verdicts and charts as pictures, a widget for stepping, cells of model text.

What ``quidpro.load``, ``check`` and ``simulate`` give is shown by itself. ``%load_ext quidpro`` adds the cells
``%%fsp``, ``%%smv`` and ``%%prism``; :func:`stepper` makes a widget of a simulation, and
:class:`Watch` keeps the rounds of a check to look at.
"""

from quidpro.notebook.magics import load_ipython_extension, unload_ipython_extension
from quidpro.notebook.stepper import stepper
from quidpro.notebook.watch import Watch

__all__ = ["Watch", "load_ipython_extension", "stepper", "unload_ipython_extension"]
