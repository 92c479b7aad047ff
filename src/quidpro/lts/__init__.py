"""The explicit world: labelled transition systems and the operations on them."""

from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.system import Component, Priority, Progress, System

__all__ = ["ERROR", "LTS", "TAU", "Component", "Priority", "Progress", "System"]
