"""The smallest assumption of rule ASYM, by SAT, and why none is smaller."""
