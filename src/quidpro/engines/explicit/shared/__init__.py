"""What several methods for labelled transition systems use."""
