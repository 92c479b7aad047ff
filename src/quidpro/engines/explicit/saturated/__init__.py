"""Method ``saturation``: the whole system as a decision diagram, a level for each component or block of its states."""
