"""Method ``auto``: a first look, then a race of the methods over the most promising splits."""
