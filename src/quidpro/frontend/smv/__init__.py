"""NuSMV's language: text to syntax tree to flat model."""
