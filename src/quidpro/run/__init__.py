"""From a model and a question to checked verdicts: selection, solving, replaying, certifying."""
